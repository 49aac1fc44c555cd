/** The steps of one request: route, account, rate limit, operation, response. */

import type { EnteredAccount } from '../domain/account.ts';
import { readClock } from '../domain/clock.ts';
import { limitsOf, type Limits } from '../domain/limits.ts';
import { StoreUnavailable } from '../domain/store.ts';
import { newTrace } from '../domain/trace.ts';
import { lazy } from '../../lib/lazy.ts';
import { isOutOfFiles, NO_FILES_LEFT } from '../../lib/open-files.ts';
import { createAuthenticator, type Authenticate } from './keys/authenticate.ts';
import type { ApiContext, ApiSettings } from './context.ts';
import { scenariosOf } from './faults/requested.ts';
import { FaultSession } from './faults/session.ts';
import { getVideo } from './get.ts';
import { ClientGone, lengthOfBody } from './messages.ts';
import type { Api, ApiRequest, ApiResponse, Arrival } from './messages.ts';
import { limitRate } from './rate-limit.ts';
import { answerText } from './record.ts';
import { Refusal, unavailable } from './refusal.ts';
import type { Answer, Call, Service } from './call.ts';
import { routeOf, type Route } from './operation-route.ts';
import { sentKey } from './keys/fingerprint.ts';
import { recordUnreadBody } from './body.ts';

interface Engine {
  readonly context: ApiContext;
  readonly authenticate: Authenticate;
  /** The creates in flight that have an Idempotency-Key. */
  readonly inFlight: Map<string, Promise<unknown>>;
  readonly service: Service | undefined;
}

/** Builds the engine. It never throws: an unexpected error becomes a 500 response without details. */
export function createApi(context: ApiContext, service?: Service): Api {
  const engine: Engine = { context, authenticate: createAuthenticator(context), inFlight: new Map(), service };
  const { hasRequestIds } = context.settings;
  const complete: Api['complete'] = (response, requestId) =>
    completeHeaders(response, context.realNow(), requestId ?? (hasRequestIds ? context.newRequestId() : undefined));
  const refuse: Api['refuse'] = (refusal, requestId = context.newRequestId()) => {
    const answer = toErrorAnswer(context.settings, refusal, { requestId });
    return completeHeaders(answer, context.realNow(), hasRequestIds ? requestId : undefined);
  };
  return {
    handle: (request) => respond(engine, request),
    complete,
    refuse,
    refuseMethod: (method, target) => {
      const route = routeOf(method, target, context.settings);
      return refuse(route instanceof Refusal ? route : new Refusal('method_not_allowed'));
    },
  };
}

async function respond(engine: Engine, request: ApiRequest): Promise<ApiResponse> {
  const arrival = arrive(engine.context, request);
  let call: Call | undefined;
  let answer: Answer;
  try {
    const route = routeOf(request.method, request.target, engine.context.settings);
    if (route instanceof Refusal) answer = route;
    else {
      const account = await engine.authenticate(arrival, route);
      const entered = account instanceof Refusal ? account : toCall(arrival, route, account);
      if (!(entered instanceof Refusal)) call = entered;
      answer = entered instanceof Refusal ? entered : await operateWithin(engine, entered);
    }
  } catch (cause) {
    answer = refusalOf(call ?? arrival, cause);
  }
  if (arrival.trace.operation === 'create' && arrival.trace.body === undefined) await recordUnreadBody(arrival, answer);
  return complete(call ?? arrival, answer);
}

export function arrive(context: ApiContext, request: ApiRequest): Arrival {
  const startedAt = context.recorder?.start() ?? 0;
  return { context, request, startedAt, requestId: context.newRequestId(), trace: newTrace() };
}

/** Returns the state of a request that has entered its account. */
function toCall(
  { context, request, trace, startedAt, requestId }: Arrival,
  { operation, id, underPath }: Route,
  account: EnteredAccount,
): Call | Refusal {
  const now = readClock(account.clock, context.realNow());
  trace.account = account.name;
  trace.now = now;
  const scenarios = scenariosOf(context, request, account);
  if (scenarios instanceof Refusal) return scenarios;
  const lifetime = context.lifetimes.signalOf(account.name);
  // Listed by name: a spread takes a quarter of a poll more, and `Object.assign` one percent (bench:api).
  const call: Call = {
    context,
    accounts: context.accounts,
    request,
    startedAt,
    requestId,
    trace,
    operation,
    id,
    underPath,
    account,
    now,
    lifetime,
    faults: undefined,
    rateHeaders: undefined,
  };
  if (context.faults.hasRulesFor(account, scenarios)) call.faults = new FaultSession(call, scenarios);
  return call;
}

/** Runs the operation. Faults before authentication and the rate limit come first. */
function operateWithin(engine: Engine, call: Call): Promise<Answer> {
  const limits = limitsOf(call.account.settings.limits);
  if (call.faults === undefined && limits === undefined) return operate(engine, call);
  return operateGuarded(engine, call, limits);
}

async function operateGuarded(engine: Engine, call: Call, limits: Limits | undefined): Promise<Answer> {
  const injected = call.faults && (await call.faults.arrive());
  const verdict = injected === undefined && limits ? await limitRate(call, limits) : undefined;
  const answer = injected ?? verdict?.refusal ?? (await operate(engine, call));
  // A refusal or a replay may have left a pending delay.
  await call.faults?.flushDelay();
  call.rateHeaders = verdict?.headers;
  return answer;
}

/** The operations that are loaded on demand, because the schema of a create is heavy (decision 0009). */
const creating = lazy(() => import('./create/create.ts'));
const serving = lazy(() => import('./content.ts'));

function operate({ inFlight, service }: Engine, call: Call): Promise<Answer> {
  if (service !== undefined) return service.operate(call);
  if (call.operation === 'get') return getVideo(call);
  if (call.operation === 'content') {
    if (serving.now !== undefined) return serving.now.getContent(call);
    return serving.load().then(({ getContent }) => getContent(call));
  }
  if (creating.now !== undefined) return creating.now.createVideo(call, inFlight);
  return creating.load().then(({ createVideo }) => createVideo(call, inFlight));
}

/** Returns the refusal after an unexpected error. After a reset of the account, it is not sent. */
export function refusalOf({ context, trace, lifetime }: Arrival, cause: unknown): Refusal {
  if (lifetime?.aborted === true) return new Refusal('service_unavailable');
  if (cause instanceof StoreUnavailable) return unavailable(cause.message);
  if (isOutOfFiles(cause)) return unavailable(NO_FILES_LEFT);
  trace.ending = cause instanceof ClientGone ? 'client-gone' : 'crashed';
  if (trace.ending === 'crashed') context.reportCrash(cause);
  return new Refusal('internal_error');
}

/** Completes the response and records it in the journal. */
export function complete(call: Arrival & Partial<Call>, answer: Answer): ApiResponse {
  const { context, request, recorded = request, requestId, trace, startedAt, faults, rateHeaders, lifetime } = call;
  const { recorder, settings } = context;
  const response = answer instanceof Refusal ? toErrorAnswer(settings, answer, call) : answer;
  // The response names every fault that affected it.
  if (rateHeaders !== undefined || faults !== undefined) Object.assign(response.headers, rateHeaders, faults?.header);
  if (response.isForwarded === true) response.headers['x-standin-request-id'] = requestId;
  completeHeaders(response, trace.now ?? context.realNow(), settings.hasRequestIds ? requestId : undefined);
  const { code } = answer;
  const receipt = recorder?.record({ requestId, request: recorded, response, code, trace, startedAt });
  // Listed by name: a spread takes a tenth of the engine's time (bench:api, rows `polls` and `refused creates`).
  const { status, headers, body, cookies, isForwarded } = response;
  const signal = lifetime !== undefined && (isLong(body) || lifetime.aborted) ? lifetime : undefined;
  return { status, headers, body, connectionFaults: faults?.connectionFaults, signal, receipt, cookies, isForwarded };
}

function toErrorAnswer(
  settings: ApiSettings,
  refusal: Refusal,
  { request, requestId }: { readonly request?: ApiRequest; readonly requestId: string },
): ApiResponse {
  const message = request === undefined ? refusal.message : withoutKey(refusal.message, request);
  return answerText(refusal.statusIn(settings), refusal.envelope(settings, requestId, message), refusal.headers);
}

/** Removes the key from a message, which may quote a key that the client sent in a wrong field. */
function withoutKey(message: string, request: ApiRequest): string {
  const key = sentKey(request);
  return key.length >= SHORTEST_SECRET && message.includes(key) ? message.replaceAll(key, '[redacted]') : message;
}

const SHORTEST_SECRET = 8;

/** Completes the headers in place. Each response has its own headers object. */
function completeHeaders(response: ApiResponse, now: number, requestId: string | undefined): ApiResponse {
  const { headers, body, isForwarded } = response;
  const length = lengthOfBody(body);
  if (length !== undefined) headers['content-length'] = String(length);
  if (isForwarded === true) return response;
  if (requestId !== undefined) headers['x-request-id'] = requestId;
  headers['date'] = httpDate(now);
  return response;
}

/** Reports whether a reset can still cut the body. A small body is sent in one piece. */
function isLong(body: ApiResponse['body']): boolean {
  if (typeof body === 'string' || body === null) return false;
  return !('clip' in body) || body.end - body.start >= SINGLE_WRITE_BYTES;
}

const SINGLE_WRITE_BYTES = 65_536;

let lastSecond = -1;
let lastDate = '';

/** Returns an HTTP date. Formatting takes most of a poll's time, so a second is cached (bench:api, row `polls`). */
function httpDate(now: number): string {
  const second = Math.floor(now / 1000);
  if (second !== lastSecond) {
    lastSecond = second;
    lastDate = new Date(second * 1000).toUTCString();
  }
  return lastDate;
}
