/** The response of an `answer` effect, and the response that a `record` effect changes. */

import { ERRORS, isErrorCode, type ErrorCode } from '../../../contract/errors.ts';
import { LAST_TIME_VALUE } from '../../domain/clock.ts';
import type { AnswerEffect, RecordEffect } from '../../faults/effect.ts';
import type { ApiResponse, EnteredRequest } from '../messages.ts';
import type { RefusalStyle } from '../refusal.ts';

/** The default error code by status, as a real server sends it. */
const CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid_value',
  401: 'invalid_api_key',
  402: 'insufficient_credits',
  404: 'video_not_found',
  409: 'idempotency_in_progress',
  422: 'idempotency_key_reused',
  429: 'rate_limited',
  500: 'internal_error',
  503: 'service_unavailable',
};

const PAGE =
  '<!doctype html><html><head><title>Sign in</title></head><body><h1>Sign in to continue</h1><form><input name="user"></form></body></html>';

/** Builds the response. Its envelope has the form that the settings define. */
export function toInjectedAnswer(effect: AnswerEffect, { context, requestId, now }: EnteredRequest): ApiResponse {
  const style = context.settings;
  const error = errorOf(effect, style);
  const envelope = JSON.stringify({ error: { ...error, ...(style.hasRequestIds && { request_id: requestId }) } });
  const { body, contentType } = bodyOf(effect, envelope);
  const { status, retryAfter: wait } = effect;
  const headers: Record<string, string> = { 'cache-control': 'no-store' };
  const type = effect.contentType ?? contentType;
  if (type !== undefined) headers['content-type'] = type;
  if (status === 401) headers['www-authenticate'] = 'Bearer error="invalid_token"';
  if (wait !== undefined) headers['retry-after'] = toRetryAfter(wait, now);
  const code = body === null ? undefined : codeIn(effect, error.code);
  return { status, headers: { ...headers, ...effect.headers }, body, code };
}

/** Returns the code that a client can read in the body, or undefined if the body contains none. */
function codeIn(effect: AnswerEffect, code: string): string | undefined {
  if (effect.body === 'envelope') return effect.status < 400 ? undefined : code;
  if (typeof effect.body === 'string' || !('json' in effect.body)) return undefined;
  const error = memberOf(effect.body.json, 'error');
  const own = memberOf(error, 'code');
  return typeof own === 'string' ? own : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function bodyOf({ status, body }: AnswerEffect, envelope: string): { body: string | null; contentType?: string } {
  // These responses end with their headers (RFC 9110, 6.4.1).
  if (status === 204 || status === 304) return { body: null };
  if (body === 'empty') return { body: '' };
  if (body === 'html') return { body: PAGE, contentType: 'text/html; charset=utf-8' };
  if (body === 'envelope') return { body: envelope, contentType: 'application/json' };
  if (body === 'malformed') return { body: envelope.slice(0, envelope.length / 2), contentType: 'application/json' };
  if ('json' in body) return { body: JSON.stringify(body.json), contentType: 'application/json' };
  return { body: body.text, contentType: 'text/plain; charset=utf-8' };
}

/** Returns the code and the message. The setting `errors` applies only if the rule does not name a code. */
function errorOf({ status, code, message }: AnswerEffect, { errors }: RefusalStyle): { code: string; message: string } {
  const usual = CODES[status];
  const named = code ?? usual ?? 'injected_fault';
  const text = isErrorCode(named) ? ERRORS[named].message : 'A fault rule made this response.';
  const replaced = code === undefined && usual !== undefined ? errors[usual]?.code : undefined;
  return { code: replaced ?? named, message: message ?? text };
}

/** Returns Retry-After. A date is limited to the range of a `Date`. */
function toRetryAfter(wait: NonNullable<AnswerEffect['retryAfter']>, now: number): string {
  if (typeof wait !== 'object') return String(wait);
  return new Date(Math.min(now + wait.dateInSeconds * 1000, LAST_TIME_VALUE)).toUTCString();
}

/** Patches a JSON object. Added fields come first, because clients must not rely on the order of fields. */
export function patchRecord(response: ApiResponse, { status, set, remove }: RecordEffect): ApiResponse {
  const { body } = response;
  if (typeof body !== 'string' || !JSON_TYPE.test(response.headers['content-type'] ?? '')) return response;
  const record = parsed(body);
  if (typeof record !== 'object' || record === null) return response;
  const patched = { ...set, ...record, ...(status !== undefined && { status }), ...set };
  const kept = Object.entries(patched).filter(([name]) => !remove.includes(name));
  return { ...response, body: JSON.stringify(Object.fromEntries(kept)) };
}

/** The media type JSON. A service behind the proxy may add a charset. */
const JSON_TYPE = /^application\/json *(?:;|$)/i;

/** Returns undefined if the body is not JSON, despite its Content-Type. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
