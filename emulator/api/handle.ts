/** The way of one request: route, authenticate, rate limit, operation, answer. No step reaches back. */

import { readClock } from '../domain/clock.ts';
import { limitsOf } from '../domain/limits.ts';
import { newTrace, type Trace } from '../domain/trace.ts';
import { ClientGone, type Api, type ApiRequest, type ApiResponse } from './api-request.ts';
import { createAuthenticator, type Authenticator } from './authenticate.ts';
import type { getContent } from './content.ts';
import type { ApiContext, Call } from './context.ts';
import type { createVideo } from './create.ts';
import { getVideo } from './get.ts';
import { createIdempotency, type Idempotency } from './idempotency.ts';
import { actBefore, isQuiet, type Moment } from './injection.ts';
import { OPEN, passGate } from './rate-limit.ts';
import { answerJson } from './record.ts';
import { Refusal } from './refusal.ts';
import { routeOf } from './route.ts';
import { scenariosOf } from './scenarios.ts';

type Headers = Record<string, string>;

/** What happened to a request so far, and the clock by which its answer is dated. */
interface Passage {
  readonly answer: ApiResponse | Refusal;
  readonly now: number;
  /** What the gate tells about the account's rate, and which faults had a hand in the answer. */
  readonly headers?: Headers | undefined;
  readonly epoch?: AbortSignal | undefined;
}

/** What every answer carries. */
interface Common extends Omit<Passage, 'answer'> {
  readonly requestId: string;
}

interface Parts {
  readonly context: ApiContext;
  readonly authenticator: Authenticator;
  readonly idempotency: Idempotency;
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
    handle: async (request) => {
      const requestId = context.newRequestId();
      const trace = newTrace();
      const startedAt = context.recorder?.start() ?? 0;
      const { answer, now, headers, epoch } = await pass(parts, request, { requestId, trace }).catch((cause: unknown) =>
        crashed(context, cause, trace),
      );
      const response = answer instanceof Refusal ? toErrorAnswer(context, answer, { request, requestId }) : answer;
      const ready = finish(response, { requestId, now, headers, epoch });
      if (context.recorder === undefined) return ready;
      const code = answer instanceof Refusal ? answer.code : undefined;
      const receipt = context.recorder.record({ requestId, request, response: ready, code, trace, startedAt });
      const { status, headers: all, body, wire, signal } = ready;
      return { status, headers: all, body, wire, signal, receipt };
    },
    complete,
    refuse,
    refuseMethod: (method, target) => {
      const route = routeOf(method, target, context.settings.basePath);
      return refuse(route instanceof Refusal ? route : new Refusal('method_not_allowed'));
    },
  };
}

async function pass(parts: Parts, request: ApiRequest, own: Pick<Call, 'requestId' | 'trace'>): Promise<Passage> {
  const { context, authenticator } = parts;
  const { trace } = own;
  const route = routeOf(request.method, request.target, context.settings.basePath);
  if (route instanceof Refusal) return { answer: route, now: context.realNow() };
  trace.operation = route.operation;
  const account = await authenticator.authenticate(request.header('authorization'), trace);
  if (account instanceof Refusal) return { answer: account, now: context.realNow() };
  const epoch = context.epochs.signalOf(account.name);
  const now = readClock(account.clock, context.realNow());
  trace.account = account.name;
  trace.now = now;
  const scenarios = scenariosOf(context, request, account);
  if (scenarios instanceof Refusal) return { answer: scenarios, now };
  const { operation, id, underPath } = route;
  // One literal: adding to a spread costs as much as a third of a poll.
  const call = {
    request,
    operation,
    id,
    underPath,
    account,
    now,
    epoch,
    requestId: own.requestId,
    scenarios,
    fired: [],
    causes: [],
    trace,
  };
  try {
    return await enter(parts, call);
  } catch (cause) {
    // A reset broke it off; its answer goes nowhere.
    if (epoch.aborted) return { answer: new Refusal('service_unavailable'), now, epoch };
    throw cause;
  }
}

/** Faults that act first, then the rate limit, then the operation itself. */
async function enter(parts: Parts, call: Call): Promise<Passage> {
  const { context } = parts;
  const { now, epoch } = call;
  // What nearly every request passes without waiting is not waited for: each wait costs a part of a poll.
  const injected = isQuiet(context, call) ? undefined : await actBefore(context, call, ON_ARRIVAL);
  if (injected !== undefined) return { answer: injected, now, headers: toFaultHeader(call), epoch };
  const limits = limitsOf(call.account.settings.limits);
  const gate = limits === undefined ? OPEN : await passGate(context, call, limits);
  const answer = gate.refusal ?? (await operate(parts, call));
  return { answer, now, headers: isTouched(call) ? { ...gate.headers, ...toFaultHeader(call) } : gate.headers, epoch };
}

const ON_ARRIVAL: Moment = { phases: ['before-authentication'], known: {} };

function operate({ context, idempotency }: Parts, call: Call): Promise<ApiResponse | Refusal> {
  if (call.operation === 'create') {
    if (creating !== undefined) return creating.createVideo(context, call, idempotency);
    return loadCreating().then(({ createVideo }) => createVideo(context, call, idempotency));
  }
  if (call.operation === 'get') return getVideo(context, call);
  return serving === undefined
    ? loadServing().then(({ getContent }) => getContent(context, call))
    : serving.getContent(context, call);
}

/** Loads with the first download. */
let serving: Serving | undefined;

interface Serving {
  readonly getContent: typeof getContent;
}

async function loadServing(): Promise<Serving> {
  serving = await import('./content.ts');
  return serving;
}

/** Loads with the first create: the schema of its body is the heaviest part of the engine. */
let creating: Creating | undefined;

interface Creating {
  readonly createVideo: typeof createVideo;
}

async function loadCreating(): Promise<Creating> {
  creating = await import('./create.ts');
  return creating;
}

function isTouched({ fired, causes }: Call): boolean {
  return fired.length + causes.length > 0;
}

/** Everything that a fault had a hand in says so. */
function toFaultHeader({ fired, causes }: Call): Headers {
  const rules = [...fired.map(({ rule }) => rule), ...causes];
  return { 'x-standin-fault': Array.from(new Set(rules)).join(', ') };
}

function crashed({ realNow, reportCrash }: ApiContext, cause: unknown, trace: Trace): Passage {
  trace.ending = cause instanceof ClientGone ? 'client-gone' : 'crashed';
  if (trace.ending === 'crashed') reportCrash(cause);
  return { answer: new Refusal('internal_error'), now: realNow() };
}

function toErrorAnswer(
  { settings }: ApiContext,
  refusal: Refusal,
  { request, requestId }: { request?: ApiRequest; requestId: string },
): ApiResponse {
  const { error } = refusal.envelope(requestId);
  const message = request === undefined ? error.message : withoutKey(error.message, request);
  const answer = answerJson(refusal.statusIn(settings.profile), { error: { ...error, message } }, refusal.headers);
  return refusal.wire === undefined ? answer : { ...answer, wire: refusal.wire };
}

/** A message may name what a client sent, and a client may send its key in the wrong place. */
function withoutKey(message: string, request: ApiRequest): string {
  const header = request.header('authorization') ?? '';
  const key = header.slice(header.lastIndexOf(' ') + 1);
  return key.length >= SHORTEST_SECRET ? message.replaceAll(key, '[redacted]') : message;
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
  const isLong = typeof body === 'object' && body !== null;
  return epoch !== undefined && (isLong || epoch.aborted) ? { ...response, signal: epoch } : response;
}

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
