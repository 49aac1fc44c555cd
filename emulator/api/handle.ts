/** The way of one request: route, authenticate, rate limit, operation, answer. No step reaches back. */

import type { Account } from '../domain/account.ts';
import { readClock } from '../domain/clock.ts';
import { limitsOf } from '../domain/limits.ts';
import { onceThere, type Soon } from '../domain/soon.ts';
import { newTrace, type Trace } from '../domain/trace.ts';
import { ClientGone, type Api, type ApiRequest, type ApiResponse } from './api-request.ts';
import { createAuthenticator, type Authenticator } from './authenticate.ts';
import type { ApiContext, Call } from './context.ts';
import { getVideo } from './get.ts';
import { createIdempotency, type Idempotency } from './idempotency.ts';
import { actBefore, isQuiet, payDelay, type Moment } from './injection.ts';
import { late } from './late.ts';
import { passGate } from './rate-limit.ts';
import { answerText } from './record.ts';
import { Refusal } from './refusal.ts';
import { routeOf, type Route } from './route.ts';
import { scenariosOf } from './scenarios.ts';
import { sentKey } from './sent-key.ts';

type Headers = Record<string, string>;
type Answer = ApiResponse | Refusal;

/** One request from its arrival to its answer, and what is learnt on the way that the answer needs. */
interface Visit {
  readonly request: ApiRequest;
  readonly requestId: string;
  readonly trace: Trace;
  /** By the recorder's clock. */
  readonly startedAt: number;
  /** The account's clock, read once, and its epoch; nothing before there is an account. */
  now: number | undefined;
  epoch: AbortSignal | undefined;
  /** What the gate tells about the account's rate, and which faults had a hand in the answer. */
  headers: Headers | undefined;
}

interface Parts {
  readonly context: ApiContext;
  readonly authenticator: Authenticator;
  readonly idempotency: Idempotency;
}

/** What every answer carries. */
interface Common {
  readonly requestId: string;
  readonly now: number;
  readonly headers?: Headers | undefined;
  readonly epoch?: AbortSignal | undefined;
}

/** Builds the engine around its context. It never throws: what nobody expected becomes a 500 that tells nothing of the inside. */
export function createApi(context: ApiContext): Api {
  const parts: Parts = {
    context,
    authenticator: createAuthenticator(context),
    idempotency: createIdempotency(context),
  };
  const complete = (response: ApiResponse, requestId = context.newRequestId()): ApiResponse =>
    finish(response, { requestId, now: context.realNow() });
  const refuse = (refusal: Refusal): ApiResponse => {
    const requestId = context.newRequestId();
    return complete(toErrorAnswer(context, refusal, { requestId }), requestId);
  };
  return {
    handle: (request) => {
      const visit = arrive(context, request);
      let answer: Soon<Answer>;
      try {
        answer = pass(parts, visit);
      } catch (cause) {
        answer = broken(context, visit, cause);
      }
      if (!(answer instanceof Promise)) return leave(context, visit, answer);
      const fail = (cause: unknown): ApiResponse => leave(context, visit, broken(context, visit, cause));
      return answer.then((so) => leave(context, visit, so), fail);
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
  return { request, requestId: newRequestId(), trace, startedAt, now: undefined, epoch: undefined, headers: undefined };
}

/** Who is it, then faults that act first, then the rate limit, then the operation itself. */
function pass(parts: Parts, visit: Visit): Soon<Answer> {
  const { context, authenticator } = parts;
  const route = routeOf(visit.request.method, visit.request.target, context.settings.basePath);
  if (route instanceof Refusal) return route;
  visit.trace.operation = route.operation;
  return onceThere(authenticator.authenticate(visit.request.header('authorization'), visit.trace), (account) => {
    if (account instanceof Refusal) return account;
    const call = toCall(context, visit, { account, route });
    if (call instanceof Refusal) return call;
    // What nearly every request passes without waiting is not waited for: each wait costs a part of a poll.
    const isOpen = isQuiet(context, call) && limitsOf(account.settings.limits) === undefined;
    return onceThere(isOpen ? OPEN : enter(context, call), (entry) =>
      onceThere(entry.answer ?? operate(parts, call), (answer) => conclude(context, visit, { call, entry, answer })),
    );
  });
}

/** What stands before the operation: an answer in its place, and what the answer tells of the account's rate. */
interface Entry {
  readonly answer: Answer | undefined;
  readonly headers: Headers | undefined;
}

const OPEN: Entry = { answer: undefined, headers: undefined };

/** Faults that act first, then the rate limit. */
async function enter(context: ApiContext, call: Call): Promise<Entry> {
  const injected = isQuiet(context, call) ? undefined : await actBefore(context, call, ON_ARRIVAL);
  if (injected !== undefined) return { answer: injected, headers: undefined };
  const limits = limitsOf(call.account.settings.limits);
  if (limits === undefined) return OPEN;
  const { refusal, headers } = await passGate(context, call, limits);
  return { answer: refusal, headers };
}

/** What was refused on the way, or answered again, has not waited yet. */
function conclude(
  context: ApiContext,
  visit: Visit,
  { call, entry, answer }: { call: Call; entry: Entry; answer: Answer },
): Soon<Answer> {
  const wait = call.owedMs === undefined ? undefined : payDelay(context, call);
  return onceThere(wait, () => {
    visit.headers = isTouched(call) ? { ...entry.headers, ...toFaultHeader(call) } : entry.headers;
    return answer;
  });
}

function toCall(
  context: ApiContext,
  visit: Visit,
  { account, route }: { account: Account; route: Route },
): Call | Refusal {
  const { request, requestId, trace } = visit;
  const now = readClock(account.clock, context.realNow());
  visit.now = now;
  trace.account = account.name;
  trace.now = now;
  const scenarios = scenariosOf(context, request, account);
  if (scenarios instanceof Refusal) return scenarios;
  const epoch = context.epochs.signalOf(account.name);
  visit.epoch = epoch;
  const { operation, id, underPath } = route;
  // One literal: adding to a spread costs as much as a third of a poll.
  return { request, operation, id, underPath, account, now, epoch, requestId, scenarios, fired: [], causes: [], trace };
}

const ON_ARRIVAL: Moment = { phases: ['before-authentication'], known: {} };

/** The schema of a create's body is the heaviest part of the engine. */
const creating = late(() => import('./create.ts'));
const serving = late(() => import('./content.ts'));

function operate({ context, idempotency }: Parts, call: Call): Soon<Answer> {
  if (call.operation === 'get') return getVideo(context, call);
  if (call.operation === 'create') {
    if (creating.now !== undefined) return creating.now.createVideo(context, call, idempotency);
    return creating.load().then(({ createVideo }) => createVideo(context, call, idempotency));
  }
  if (serving.now !== undefined) return serving.now.getContent(context, call);
  return serving.load().then(({ getContent }) => getContent(context, call));
}

function isTouched({ fired, causes }: Call): boolean {
  return fired.length + causes.length > 0;
}

/** Everything that a fault had a hand in says so. */
function toFaultHeader({ fired, causes }: Call): Headers {
  const rules = [...fired.map(({ rule }) => rule), ...causes];
  return { 'x-standin-fault': Array.from(new Set(rules)).join(', ') };
}

/** A request that a reset broke off is answered too, but its answer goes nowhere. */
function broken(context: ApiContext, { epoch, trace }: Visit, cause: unknown): Refusal {
  if (epoch?.aborted === true) return new Refusal('service_unavailable');
  trace.ending = cause instanceof ClientGone ? 'client-gone' : 'crashed';
  if (trace.ending === 'crashed') context.reportCrash(cause);
  return new Refusal('internal_error');
}

/** Completes the answer and has it taken down. */
function leave(context: ApiContext, visit: Visit, answer: Answer): ApiResponse {
  const { request, requestId, trace, startedAt, now = context.realNow(), headers, epoch } = visit;
  const response = answer instanceof Refusal ? toErrorAnswer(context, answer, { request, requestId }) : answer;
  const ready = finish(response, { requestId, now, headers, epoch });
  if (context.recorder === undefined) return ready;
  const code = answer instanceof Refusal ? answer.code : undefined;
  const receipt = context.recorder.record({ requestId, request, response: ready, code, trace, startedAt });
  const { status, headers: all, body, wire, signal } = ready;
  return { status, headers: all, body, wire, signal, receipt };
}

function toErrorAnswer(
  { settings }: ApiContext,
  refusal: Refusal,
  { request, requestId }: { request?: ApiRequest; requestId: string },
): ApiResponse {
  const message = request === undefined ? refusal.message : withoutKey(refusal.message, request);
  const envelope = refusal.envelope(requestId, message);
  const answer = answerText(refusal.statusIn(settings.profile), envelope, refusal.headers);
  return refusal.wire === undefined ? answer : { ...answer, wire: refusal.wire };
}

/** A message may name what a client sent, and a client may send its key in the wrong place. */
function withoutKey(message: string, request: ApiRequest): string {
  const key = sentKey(request);
  return key.length >= SHORTEST_SECRET && message.includes(key) ? message.replaceAll(key, '[redacted]') : message;
}

const SHORTEST_SECRET = 8;

/** Every answer has headers of its own, so they are completed in place: a copy would take longer than the rest of this module. */
function finish(response: ApiResponse, { requestId, now, headers: gate, epoch }: Common): ApiResponse {
  const { headers, body } = response;
  if (gate !== undefined) Object.assign(headers, gate);
  const length = lengthOf(body);
  if (length !== undefined) headers['content-length'] = String(length);
  headers['x-request-id'] = requestId;
  headers['date'] = httpDate(now);
  return epoch !== undefined && (takesLong(body) || epoch.aborted) ? { ...response, signal: epoch } : response;
}

/** What leaves in one piece is gone before anybody could break it off. */
function takesLong(body: ApiResponse['body']): boolean {
  if (typeof body === 'string' || body === null) return false;
  return 'stream' in body || body.end - body.start >= ONE_PIECE;
}

const ONE_PIECE = 65_536;

function lengthOf(body: ApiResponse['body']): number | undefined {
  if (typeof body === 'string') return Buffer.byteLength(body);
  return body === null || 'stream' in body ? undefined : body.end - body.start + 1;
}

let lastSecond = -1;
let lastDate = '';

/** Formatting a date costs more than most of a poll, and many answers fall into one second. */
function httpDate(now: number): string {
  const second = Math.floor(now / 1000);
  if (second !== lastSecond) {
    lastSecond = second;
    lastDate = new Date(second * 1000).toUTCString();
  }
  return lastDate;
}
