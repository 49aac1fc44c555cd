/** The way of one request: route, authenticate and enter the account, rate limit, operation, answer. */

import type { Account } from '../domain/account.ts';
import { readClock } from '../domain/clock.ts';
import { limitsOf, type Limits } from '../domain/limits.ts';
import type { MaybePromise } from '../domain/maybe-promise.ts';
import { StoreUnavailable } from '../domain/store.ts';
import { newTrace, type Trace } from '../domain/trace.ts';
import { lazy } from '../lib/lazy.ts';
import { isOutOfFiles, NO_FILES_LEFT } from '../lib/open-files.ts';
import { ClientGone, lengthOfBody, type Api, type ApiRequest, type ApiResponse } from './messages.ts';
import { createAuthenticator, type Authenticator } from './authenticate.ts';
import type { Call } from './call.ts';
import type { ApiContext } from './context.ts';
import { getVideo } from './get.ts';
import { createIdempotency, type Idempotency } from './idempotency.ts';
import { scenariosOf } from './faults/requested.ts';
import { FaultSession } from './faults/session.ts';
import { keepUnreadBody } from './unread-body.ts';
import { limitRate } from './rate-limit.ts';
import { answerText } from './record.ts';
import { Refusal, unavailable } from './refusal.ts';
import { routeOf, type Route } from './router.ts';
import { sentKey } from './sent-key.ts';
import type { Service } from './service-port.ts';

type Headers = Record<string, string>;
type Answer = ApiResponse | Refusal;

/** One request from its arrival to its answer, with what the answer needs. */
interface Visit {
  readonly request: ApiRequest;
  readonly requestId: string;
  readonly trace: Trace;
  /** By the recorder's clock. */
  readonly startedAt: number;
  /** Nothing before there is an account. */
  call: Call | undefined;
  /** What the answer tells about the account's rate. */
  rateHeaders: Headers | undefined;
}

interface Parts {
  readonly context: ApiContext;
  readonly authenticator: Authenticator;
  readonly idempotency: Idempotency;
  /** Answers in place of the operations here. */
  readonly service: Service | undefined;
}

/** What every answer carries. */
interface Common {
  readonly requestId: string;
  readonly now: number;
  readonly headers?: Headers | undefined;
  readonly lifetime?: AbortSignal | undefined;
  /** Whether the answer carries the request id; it does by default. */
  readonly isNamed?: boolean;
}

/** Builds the engine around its context. It never throws: an unexpected error becomes a 500 without details. */
export function createApi(context: ApiContext, service?: Service): Api {
  const parts: Parts = {
    context,
    authenticator: createAuthenticator(context),
    idempotency: createIdempotency(context),
    service,
  };
  const complete = (response: ApiResponse, requestId = context.newRequestId()): ApiResponse =>
    finish(response, { requestId, now: context.realNow() });
  const refuse = (refusal: Refusal): ApiResponse => {
    const requestId = context.newRequestId();
    const answer = toErrorAnswer(context, refusal, { requestId });
    return finish(answer, { requestId, now: context.realNow(), isNamed: context.settings.hasRequestIds });
  };
  return {
    handle: (request) => {
      const visit = arrive(context, request);
      const fail = (cause: unknown): ApiResponse => leave(context, visit, broken(context, visit, cause));
      try {
        const answer = pass(parts, visit);
        if (!(answer instanceof Promise)) return answered(context, visit, answer);
        return answer.then((ready) => answered(context, visit, ready), fail);
      } catch (cause) {
        return fail(cause);
      }
    },
    complete,
    refuse,
    refuseMethod: (method, target) => {
      const route = routeOf(method, target, context.settings.basePath);
      return refuse(route instanceof Refusal ? route : new Refusal('method_not_allowed'));
    },
  };
}

function arrive({ newRequestId, recorder }: ApiContext, request: ApiRequest): Visit {
  const startedAt = recorder?.start() ?? 0;
  const trace = newTrace();
  return {
    request,
    requestId: newRequestId(),
    trace,
    startedAt,
    call: undefined,
    rateHeaders: undefined,
  };
}

/** Routes the request and enters its account. */
function pass(parts: Parts, visit: Visit): MaybePromise<Answer> {
  const { context, authenticator } = parts;
  const route = routeOf(visit.request.method, visit.request.target, context.settings.basePath);
  if (route instanceof Refusal) return route;
  if (visit.request.method === 'HEAD' && !context.settings.answersHead) return HEAD_REFUSED;
  visit.trace.operation = route.operation;
  const account = authenticator.enter(visit.request.header('authorization'), visit.trace);
  const proceed = (entered: Account | Refusal): MaybePromise<Answer> =>
    serve(parts, visit, { route, account: entered });
  return account instanceof Promise ? account.then(proceed) : proceed(account);
}

function serve(
  parts: Parts,
  visit: Visit,
  { route, account }: { route: Route; account: Account | Refusal },
): MaybePromise<Answer> {
  if (account instanceof Refusal) return account;
  const call = toCall(parts.context, visit, { account, route });
  if (call instanceof Refusal) return call;
  const limits = limitsOf(account.settings.limits);
  if (call.faults === undefined && limits === undefined) return operate(parts, call);
  return operateGuarded(parts, visit, { call, limits });
}

/** The operation with what precedes it: faults before authentication, then the rate limit. */
async function operateGuarded(
  parts: Parts,
  visit: Visit,
  { call, limits }: { call: Call; limits: Limits | undefined },
): Promise<Answer> {
  const injected = call.faults && (await call.faults.arrive());
  const verdict = injected === undefined && limits ? await limitRate(parts.context, call, limits) : undefined;
  const answer = injected ?? verdict?.refusal ?? (await operate(parts, call));
  // A refusal or a replay may have left a pending delay.
  await call.faults?.flushDelay();
  visit.rateHeaders = verdict?.headers;
  return answer;
}

function toCall(
  context: ApiContext,
  visit: Visit,
  { account, route }: { account: Account; route: Route },
): Call | Refusal {
  const { request, requestId, trace } = visit;
  const now = readClock(account.clock, context.realNow());
  trace.account = account.name;
  trace.now = now;
  const scenarios = scenariosOf(context, request, account);
  if (scenarios instanceof Refusal) return scenarios;
  const lifetime = context.lifetimes.signalOf(account.name);
  const { operation, id, underPath } = route;
  // One literal: spreading costs a third of a poll (bench:api, row `polls`).
  const call: Call = {
    request,
    operation,
    id,
    underPath,
    account,
    hasWaited: false,
    now,
    lifetime,
    requestId,
    trace,
    faults: undefined,
  };
  if (context.faults.hasRulesFor(account, scenarios)) call.faults = new FaultSession(context, call, scenarios);
  visit.call = call;
  return call;
}

const HEAD_REFUSED = new Refusal('method_not_allowed', {
  message: 'This path does not support HEAD. Use GET.',
  headers: { allow: 'GET' },
});

/** Loaded when first needed: the schema of a create's body is the heaviest part of the engine (decision 0009). */
const creating = lazy(() => import('./create.ts'));
const serving = lazy(() => import('./content.ts'));

function operate({ context, idempotency, service }: Parts, call: Call): MaybePromise<Answer> {
  if (service !== undefined) return service.operate(context, call);
  if (call.operation === 'get') return getVideo(context, call);
  if (call.operation === 'content') {
    if (serving.now !== undefined) return serving.now.getContent(context, call);
    return serving.load().then(({ getContent }) => getContent(context, call));
  }
  if (creating.now !== undefined) return creating.now.createVideo(context, call, idempotency);
  return creating.load().then(({ createVideo }) => createVideo(context, call, idempotency));
}

/** An unexpected error. After a reset of the account the answer is built all the same, but not sent. */
function broken(context: ApiContext, { call, trace }: Visit, cause: unknown): Refusal {
  if (call?.lifetime.aborted === true) return new Refusal('service_unavailable');
  if (cause instanceof StoreUnavailable) return unavailable(cause.message);
  if (isOutOfFiles(cause)) return unavailable(NO_FILES_LEFT);
  trace.ending = cause instanceof ClientGone ? 'client-gone' : 'crashed';
  if (trace.ending === 'crashed') context.reportCrash(cause);
  return new Refusal('internal_error');
}

/** The answer stands; before it leaves, what is still to be read of the request is read for the journal. */
function answered(context: ApiContext, visit: Visit, answer: Answer): MaybePromise<ApiResponse> {
  const { request, trace } = visit;
  const isUnread = trace.operation === 'create' && trace.body === undefined;
  const reading = isUnread ? keepUnreadBody(context, { request, trace, answer }) : undefined;
  return reading === undefined ? leave(context, visit, answer) : reading.then(() => leave(context, visit, answer));
}

const NO_CALL: Partial<Pick<Call, 'lifetime' | 'faults'>> = {};

/** Completes the answer and records it. */
function leave(context: ApiContext, visit: Visit, answer: Answer): ApiResponse {
  const { request, requestId, trace, startedAt, call, rateHeaders } = visit;
  const { now = context.realNow() } = trace;
  const { lifetime, faults } = call ?? NO_CALL;
  // Every fault that had a hand in the answer is named in it.
  const headers = faults === undefined ? rateHeaders : { ...rateHeaders, ...faults.header };
  const response = answer instanceof Refusal ? toErrorAnswer(context, answer, { request, requestId }) : answer;
  const ready = finish(response, { requestId, now, headers, lifetime, isNamed: context.settings.hasRequestIds });
  if (context.recorder === undefined) return ready;
  const { code } = answer;
  const receipt = context.recorder.record({ requestId, request, response: ready, code, trace, startedAt });
  const { status, headers: all, body, wire, signal, cookies, isForwarded } = ready;
  return { status, headers: all, body, wire, signal, receipt, cookies, isForwarded };
}

function toErrorAnswer(
  { settings }: ApiContext,
  refusal: Refusal,
  { request, requestId }: { request?: ApiRequest; requestId: string },
): ApiResponse {
  const message = request === undefined ? refusal.message : withoutKey(refusal.message, request);
  const envelope = refusal.envelope(settings, requestId, message);
  const answer = answerText(refusal.statusIn(settings), envelope, refusal.headers);
  return refusal.wire === undefined ? answer : { ...answer, wire: refusal.wire };
}

/** A message may quote what the client sent, and the client may have sent its key in the wrong field. */
function withoutKey(message: string, request: ApiRequest): string {
  const key = sentKey(request);
  return key.length >= SHORTEST_SECRET && message.includes(key) ? message.replaceAll(key, '[redacted]') : message;
}

const SHORTEST_SECRET = 8;

/** Completes the headers in place, since each answer has its own: a copy takes longer than the rest of this module. */
function finish(response: ApiResponse, { requestId, now, headers: more, lifetime, isNamed }: Common): ApiResponse {
  const { headers, body } = response;
  if (more !== undefined) Object.assign(headers, more);
  const length = lengthOfBody(body);
  if (length !== undefined) headers['content-length'] = String(length);
  if (response.isForwarded === true) headers['x-standin-request-id'] = requestId;
  else {
    if (isNamed !== false) headers['x-request-id'] = requestId;
    headers['date'] = httpDate(now);
  }
  return lifetime !== undefined && (takesLong(body) || lifetime.aborted) ? { ...response, signal: lifetime } : response;
}

/** Whether a reset can still break off the body: a small one is sent in one piece. */
function takesLong(body: ApiResponse['body']): boolean {
  if (typeof body === 'string' || body === null) return false;
  return !('clip' in body) || body.end - body.start >= ONE_PIECE;
}

const ONE_PIECE = 65_536;

let lastSecond = -1;
let lastDate = '';

/** Formatting a date takes most of a poll's time, and many answers share a second (bench:api, row `polls`). */
function httpDate(now: number): string {
  const second = Math.floor(now / 1000);
  if (second !== lastSecond) {
    lastSecond = second;
    lastDate = new Date(second * 1000).toUTCString();
  }
  return lastDate;
}
