/** Handles control requests: access check, routing, errors. The first control request loads it. */

import { MOST_BODY_BYTES } from '../api/body.ts';
import { ClientGone, type Api, type ApiRequest, type ApiResponse } from '../api/messages.ts';
import { pathOf } from '../api/operation-route.ts';
import { answerJson } from '../api/record.ts';
import { StoreUnavailable } from '../domain/store.ts';
import { isOutOfFiles, NO_FILES_LEFT } from '../../lib/open-files.ts';
import { parseBoundedJson, USUAL_BOUNDS } from './bounded-json.ts';
import { ControlError } from './control-error.ts';
import { checkAccess, checkHost, type AccessSettings } from './access.ts';
import { findPage } from './panel-pages.ts';
import type { ControlRoute, ControlServices, PathParams } from './route.ts';
import { CONTROL_ROUTES } from './routes/table.ts';

/** The maximum length of a name in an error message. */
const LONGEST_NAME = 64;
const JSON_TYPE = /^application\/json *(?:;|$)/i;

const PATTERNS = CONTROL_ROUTES.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}));

/** Creates the handler. Requests without access get an error. */
export function createControlHandler(api: Api, services: ControlServices, settings: AccessSettings): Api['handle'] {
  return async (request) => {
    const requestId = services.context.newRequestId();
    try {
      return api.complete(await answer(request, services, settings), requestId);
    } catch (cause) {
      const error = cause instanceof ControlError ? cause : toControlError(cause, services.context.reportCrash);
      const { code, message, status, headers } = error;
      return api.complete(answerJson(status, { error: { code, message, request_id: requestId } }, headers), requestId);
    }
  };
}

async function answer(request: ApiRequest, services: ControlServices, settings: AccessSettings): Promise<ApiResponse> {
  const page = findPage(request);
  if (page !== undefined) {
    checkHost(request, settings);
    return page();
  }
  checkAccess(request, settings);
  const { accounts, service } = services.context;
  const { route, params } = findRoute(request);
  const problem = service?.controlProblem(route.tag, route.operationId);
  if (problem !== undefined) throw new ControlError('not_in_proxy', problem);
  const query = readQuery(request.target);
  try {
    return await route.run({ services, request, params, query, body: await readBody(request, route) });
  } finally {
    if (route.method !== 'GET') await accounts.store.written?.();
  }
}

function findRoute({ target, method }: ApiRequest): { readonly route: ControlRoute; readonly params: PathParams } {
  const path = pathOf(target);
  const fitting = PATTERNS.filter(({ pattern }) => pattern.test(path));
  if (fitting.length === 0) {
    throw new ControlError(
      'not_found',
      'The control API does not have this path. GET /_standin/openapi.json lists the paths of the control API.',
    );
  }
  const wanted = method === 'HEAD' ? 'GET' : method;
  const found = fitting.find(({ route }) => route.method === wanted);
  if (found !== undefined) return { route: found.route, params: paramsOf(found.pattern.exec(path)?.groups) };
  const allow = fitting.flatMap(({ route }) => (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method])).join(', ');
  throw new ControlError('method_not_allowed', `This path does not support this method. Use ${allow}.`, { allow });
}

function paramsOf({ name = '', id = '' }: Readonly<Record<string, string>> = {}): PathParams {
  try {
    return { name: decodeURIComponent(name), id: decodeURIComponent(id) };
  } catch {
    throw new ControlError('not_found', 'The path is not valid: its percent-encoding is broken.');
  }
}

function readQuery(target: string): Record<string, string> {
  const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(target) ?? [];
  const parameters = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    if (parameters.has(name)) {
      const message = `The query contains the parameter ${name.slice(0, LONGEST_NAME)} more than once. Send it only once.`;
      throw new ControlError('invalid_input', message);
    }
    parameters.set(name, value);
  }
  return Object.fromEntries(parameters);
}

/**
 * Reads a JSON body. Without a CORS preflight, pages of other sites can POST forms, plain text and empty bodies, so
 * these are rejected. Pages cannot send DELETE, so an empty DELETE needs no content type.
 */
async function readBody(request: ApiRequest, route: ControlRoute): Promise<unknown> {
  if (route.method === 'GET' || (route.method === 'DELETE' && isWithoutBody(request))) return {};
  if (!JSON_TYPE.test(request.header('content-type') ?? '')) {
    throw new ControlError(
      'invalid_content_type',
      'A POST or PUT request needs the header "Content-Type: application/json", even without a body. A DELETE request needs it only with a body (curl: -H "Content-Type: application/json").',
    );
  }
  if (route.unreadBody !== undefined) return {};
  const bytes = await request.readBody(MOST_BODY_BYTES);
  if (bytes === 'too-large') throw new ControlError('request_too_large', `The body is over ${MOST_BODY_BYTES} bytes.`);
  return bytes.length === 0 ? {} : parseBoundedJson(bytes, USUAL_BOUNDS);
}

function isWithoutBody(request: ApiRequest): boolean {
  return (request.header('content-length') ?? '0') === '0' && request.header('transfer-encoding') === undefined;
}

function toControlError(cause: unknown, report: (cause: unknown) => void): ControlError {
  if (cause instanceof StoreUnavailable)
    return new ControlError('store_unavailable', cause.message, { 'retry-after': '5' });
  if (isOutOfFiles(cause)) return new ControlError('no_room', NO_FILES_LEFT, { 'retry-after': '5' });
  if (!(cause instanceof ClientGone)) report(cause);
  return new ControlError('internal_error', 'The server failed. Quote the request_id when you ask for help.');
}
