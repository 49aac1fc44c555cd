/** The API operation of an exchange, and whether two exchanges went wrong in the same way. */

import { jsonOf, type Exchange } from '../client/exchange.ts';
import { isObject } from './evidence.ts';

export type ApiOperation = 'create' | 'get' | 'content' | 'other';

const SUCCESS: Readonly<Record<ApiOperation, readonly number[]>> = {
  create: [202],
  get: [200],
  content: [200, 206],
  other: [],
};

/** Returns the operation that a request asks for. */
export function operationOf({ request: { method, url } }: Exchange): ApiOperation {
  const { pathname } = new URL(url);
  if (/\/v1\/videos\/?$/.test(pathname)) return method === 'POST' ? 'create' : 'other';
  if (/\/v1\/videos\/[^/]+\/content\/?$/.test(pathname)) return 'content';
  return /\/v1\/videos\/[^/]+$/.test(pathname) ? 'get' : 'other';
}

/** Returns whether two exchanges have the same operation and the same error: status and code. */
export function hasSameWrongAnswer(exchange: Exchange, cause: Exchange): boolean {
  const operation = operationOf(cause);
  const status = cause.response?.status;
  if (operationOf(exchange) !== operation || exchange.response?.status !== status) return false;
  if (status === undefined) return exchange.failure?.kind === cause.failure?.kind;
  return !SUCCESS[operation].includes(status) && errorCodeIn(exchange) === errorCodeIn(cause);
}

/** Returns the code of an error envelope. */
export function errorCodeIn({ response }: Pick<Exchange, 'response'>): string | undefined {
  const json = response === undefined ? undefined : jsonOf(response);
  const error = isObject(json) ? json['error'] : undefined;
  const code = isObject(error) ? error['code'] : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** Returns whether a create was accepted, or would be accepted if the key had credits. */
export function isAcceptedCreate(exchange: Exchange): boolean {
  const { status = 0 } = exchange.response ?? {};
  return operationOf(exchange) === 'create' && ((status >= 200 && status < 300) || status === 402);
}
