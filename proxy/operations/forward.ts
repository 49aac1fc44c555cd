/** Forwards one request to the service, and collects facts for the journal and the checks. */

import type { Injection, InjectionPoint } from '../../emulator/api/faults/session.ts';
import type { ApiBody, ApiResponse } from '../../emulator/api/messages.ts';
import { Refusal } from '../../emulator/api/refusal.ts';
import type { Answer, Call } from '../../emulator/api/call.ts';
import { decide } from '../../emulator/domain/decide.ts';
import { credentialsOf } from '../../emulator/journal/credentials.ts';
import type { Exchange } from '../parts.ts';
import type { UpstreamResponse } from '../upstream/client.ts';
import { headersDownward, headersUpward, type DownwardHeaders } from '../upstream/headers.ts';
import { UpstreamProblem } from '../upstream/problem.ts';

/** The body and the changed headers of a forwarded request. */
export interface Forwarding {
  readonly body?: Uint8Array;
  /** The changed headers. An undefined value removes a header. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** A response of the service with an unread body. */
export interface Forwarded extends DownwardHeaders {
  readonly response: UpstreamResponse;
  readonly status: number;
  readonly sent: Readonly<Record<string, string>>;
  readonly path: string;
  readonly at: number;
}

/** Forwards a request. Rejects with an UpstreamProblem if no response arrives. */
export async function forward(exchange: Exchange, forwarding: Forwarding): Promise<Forwarded> {
  const { parts, call } = exchange;
  const { upstream, via } = parts;
  const { request, operation, id, trace } = call;
  const path = `${PATHS[operation](id)}${queryOf(request.target)}`;
  const own = forwardedHeaders(exchange);
  const sent = definedOf({ ...own, ...forwarding.headers });
  const at = performance.now();
  try {
    if (isLoop(own['via'] ?? '', via)) throw new UpstreamProblem('loop', false);
    const isChunked = request.header('transfer-encoding') !== undefined;
    const { body } = forwarding;
    const response = await upstream.send({ method: request.method, path, headers: sent, body, isChunked });
    const status = response.message.statusCode ?? 502;
    trace.upstream = { answer: 'passed', status, ms: Math.round(performance.now() - at) };
    return { response, status, sent, path, at, ...headersDownward(response.message.rawHeaders) };
  } catch (cause) {
    if (cause instanceof UpstreamProblem) trace.upstream = { answer: 'none', problem: cause.message };
    throw cause;
  }
}

/** Returns the headers of a request that the service receives. */
export function forwardedHeaders({ parts, call }: Exchange): Readonly<Record<string, string>> {
  const { upstream, via } = parts;
  return headersUpward((visit) => call.request.eachHeader(visit), { host: upstream.host, via });
}

const PATHS: Readonly<Record<Call['operation'], (id: string) => string>> = {
  create: () => '/v1/videos',
  get: (id) => `/v1/videos/${id}`,
  content: (id) => `/v1/videos/${id}/content`,
};

/** Returns whether Via contains the name of this process twice, so that the request is in a loop. */
function isLoop(all: string, via: string): boolean {
  return all.indexOf(via) !== all.lastIndexOf(via);
}

function queryOf(target: string): string {
  return /\?[^#]*/.exec(target)?.[0] ?? '';
}

function definedOf(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Returns the response for the client without fault rules. Scripts in it do not run in the proxy's origin. */
export function toAnswer({ status, headers, cookies }: Forwarded, body: ApiBody): ApiResponse {
  const { 'content-security-policy': policy } = headers;
  const sandboxed = {
    ...headers,
    'content-security-policy': policy === undefined ? 'sandbox' : `${policy}, sandbox`,
    'x-content-type-options': 'nosniff',
  };
  return { status, headers: sandboxed, body, cookies, isForwarded: true };
}

/** Returns the error for the client if the service does not respond. */
export function toRefusal(problem: UpstreamProblem): Refusal {
  const status = problem.kind === 'timeout' ? 504 : 502;
  const message = `The service behind this proxy did not respond: ${problem.message}.`;
  return new Refusal('service_unavailable', { status, message });
}

/** Returns whether a response has no body, whatever its headers contain. */
export function isBodiless({ call }: Exchange, { status }: Forwarded): boolean {
  return call.request.method === 'HEAD' || status === 204 || status === 304;
}

/** Checks a response if checks are on. `text` is its body if it was read. The findings lack the caller's key. */
export function judge({ parts, call }: Exchange, forwarded: Forwarded, text?: string): void {
  if (parts.judge === undefined || call.trace.upstream === undefined) return;
  const { redact } = call.context.redactors.redactorFor(credentialsOf(call.request));
  const { status, headers, sent, path, at } = forwarded;
  const { method } = call.request;
  const ms = performance.now() - at;
  const warnings = parts.judge({ method, path, requestHeaders: sent, status, headers, text, at, ms }, redact);
  if (warnings.length > 0) call.trace.upstream = { ...call.trace.upstream, warnings };
}

/** Evaluates the fault rules for a response of the service, applies them, and records their effect. */
export async function withRules(
  { call }: Exchange,
  point: InjectionPoint,
  answerTo: (injection: Injection | undefined) => ApiResponse | Promise<ApiResponse>,
): Promise<Answer> {
  const { faults } = call;
  const injection =
    faults === undefined || point.phases.length === 0
      ? undefined
      : await decide(call, (account) => faults.evaluate(account, point));
  const answer = await answerTo(injection);
  const result = faults?.after(injection, answer) ?? answer;
  const { upstream } = call.trace;
  if (injection === undefined || injection.fired.length === 0 || upstream === undefined) return result;
  const { answer: other, end } = injection.reaction;
  const isWithheld = other !== undefined || end?.kind === 'drop' || (end !== undefined && end.at === 'start');
  call.trace.upstream = { ...upstream, answer: isWithheld ? 'withheld' : 'changed' };
  // The original body is released, because the client does not get it.
  if (other !== undefined) release(answer);
  return result;
}

/** Records a cost. The client gets its response even if the disk rejects the write. */
export function noteCost({ call }: Exchange, note: () => void): void {
  try {
    note();
  } catch (cause) {
    call.context.reportCrash(cause);
  }
}

/** Destroys a body that is not forwarded. */
function release({ body }: Pick<ApiResponse, 'body'>): void {
  if (body === null || typeof body === 'string' || !('forwarded' in body)) return;
  body.forwarded.on('error', () => undefined);
  body.forwarded.destroy();
}
