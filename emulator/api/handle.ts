/** The way of one request: route, authenticate, rate limit, operation, answer. No step reaches back. */

import { readClock } from '../domain/clock.ts';
import { ClientGone, type Api, type ApiRequest, type ApiResponse } from './api-request.ts';
import { createAuthenticator, type Authenticator } from './authenticate.ts';
import { getContent } from './content.ts';
import type { ApiContext, Call } from './context.ts';
import { createVideo } from './create.ts';
import { getVideo } from './get.ts';
import { createIdempotency, type Idempotency } from './idempotency.ts';
import { passGate } from './rate-limit.ts';
import { answerJson } from './record.ts';
import { Refusal } from './refusal.ts';
import { routeOf, type Route } from './route.ts';

type Headers = Record<string, string>;

/** What happened to a request so far, and the clock by which its answer is dated. */
interface Passage {
  readonly answer: ApiResponse | Refusal;
  readonly now: number;
  readonly headers: Headers;
  readonly epoch?: AbortSignal;
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
    finish(response, { 'x-request-id': requestId, date: httpDate(context.realNow()) });
  const refuse = (refusal: Refusal): ApiResponse => {
    const requestId = context.newRequestId();
    return complete(toErrorAnswer(context, refusal, { requestId }), requestId);
  };
  return {
    handle: async (request) => {
      const requestId = context.newRequestId();
      const { answer, now, headers, epoch } = await pass(parts, request).catch((cause: unknown) =>
        crashed(context, cause),
      );
      const response = answer instanceof Refusal ? toErrorAnswer(context, answer, { request, requestId }) : answer;
      return finish(response, { ...headers, 'x-request-id': requestId, date: httpDate(now) }, epoch);
    },
    complete,
    refuse,
    refuseMethod: (method, target) => {
      const route = routeOf(method, target, context.settings.basePath);
      return refuse(route instanceof Refusal ? route : new Refusal('method_not_allowed'));
    },
  };
}

async function pass(parts: Parts, request: ApiRequest): Promise<Passage> {
  const { context, authenticator } = parts;
  const route = routeOf(request.method, request.target, context.settings.basePath);
  if (route instanceof Refusal) return { answer: route, now: context.realNow(), headers: {} };
  const account = await authenticator.authenticate(request.header('authorization'));
  if (account instanceof Refusal) return { answer: account, now: context.realNow(), headers: {} };
  const now = readClock(account.clock, context.realNow());
  const epoch = context.epochs.signalOf(account.name);
  const gate = await passGate(context, { account, operation: route.operation, now });
  const answer = gate.refusal ?? (await operate(parts, { ...route, request, account, now, epoch }));
  return { answer, now, headers: gate.headers, epoch };
}

async function operate({ context, idempotency }: Parts, call: Call & Route): Promise<ApiResponse | Refusal> {
  try {
    if (call.operation === 'create') return await createVideo(context, call, idempotency);
    return await (call.operation === 'get' ? getVideo(context, call) : getContent(context, call));
  } catch (cause) {
    // A reset broke it off; its answer goes nowhere.
    if (call.epoch.aborted) return new Refusal('service_unavailable');
    throw cause;
  }
}

function crashed({ realNow, reportCrash }: ApiContext, cause: unknown): Passage {
  if (!(cause instanceof ClientGone)) reportCrash(cause);
  return { answer: new Refusal('internal_error'), now: realNow(), headers: {} };
}

function toErrorAnswer(
  { settings }: ApiContext,
  refusal: Refusal,
  { request, requestId }: { request?: ApiRequest; requestId: string },
): ApiResponse {
  const { error } = refusal.envelope(requestId);
  const message = request === undefined ? error.message : withoutKey(error.message, request);
  return answerJson(refusal.statusIn(settings.profile), { error: { ...error, message } }, refusal.headers);
}

/** A message may name what a client sent, and a client may send its key in the wrong place. */
function withoutKey(message: string, request: ApiRequest): string {
  const key = request.header('authorization')?.split(' ').at(-1) ?? '';
  return key.length >= SHORTEST_SECRET ? message.replaceAll(key, '[redacted]') : message;
}

const SHORTEST_SECRET = 8;

function finish({ status, headers, body }: ApiResponse, common: Headers, signal?: AbortSignal): ApiResponse {
  const length = body === null ? undefined : lengthOf(body);
  return {
    status,
    headers: { ...headers, ...(length !== undefined && { 'content-length': String(length) }), ...common },
    body,
    signal,
  };
}

function lengthOf(body: NonNullable<ApiResponse['body']>): number | undefined {
  if (typeof body === 'string') return Buffer.byteLength(body);
  return 'stream' in body ? undefined : body.end - body.start + 1;
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
