/**
 * The other origin, to which a fault redirects downloads. It serves a clip to any client that has its URL. Its journal
 * entries show whether the client sent its key, which a careful client does not.
 */

import { findGeneration } from '../domain/account-generations.ts';
import { readClock } from '../domain/clock.ts';
import { decide } from '../domain/decide.ts';
import { newTrace, type Trace } from '../domain/trace.ts';
import { lazy } from '../../lib/lazy.ts';
import { isOutOfFiles, NO_FILES_LEFT } from '../../lib/open-files.ts';
import type { ApiContext } from './context.ts';
import { ClientGone, type Api, type ApiRequest, type ApiResponse } from './messages.ts';
import { answerText } from './record.ts';
import { readOtherOriginPath } from './other-origin-url.ts';
import { Refusal, unavailable } from './refusal.ts';
import { sentKey } from './keys/sent-key.ts';

/** Creates the other origin. The entry point rejects invalid requests as for the engine. */
export function createOtherOrigin(context: ApiContext, engine: Api): Api {
  return {
    ...engine,
    handle: async (request) => {
      const startedAt = context.recorder?.start() ?? 0;
      const requestId = context.newRequestId();
      const trace = newTrace();
      const answer = await answerClip(context, request, trace).catch((cause: unknown) => failed(context, trace, cause));
      const ready = engine.complete(toResponse(context, answer, requestId), requestId);
      const recorded = {
        request: withOrigin(request),
        response: ready,
        code: answer.code,
        trace,
        requestId,
        startedAt,
      };
      return { ...ready, receipt: context.recorder?.record(recorded) };
    },
  };
}

const serving = lazy(() => import('./content.ts'));

async function answerClip(context: ApiContext, request: ApiRequest, trace: Trace): Promise<ApiResponse | Refusal> {
  const key = sentKey(request);
  if (key !== '') trace.key = context.fingerprint(key);
  const signed = readOtherOriginPath(context, request.target);
  if (signed === undefined) return new Refusal('not_found');
  const { accounts, realNow } = context;
  const account = await accounts.store.enter(signed.account, realNow(), { generation: signed.id });
  if (account === undefined) return new Refusal('not_found');
  trace.account = account.name;
  trace.operation = 'content';
  trace.now = readClock(account.clock, realNow());
  const subject = { account };
  const generation = await decide(accounts, subject, (entered) => findGeneration(entered, signed.id));
  if (generation === undefined) return new Refusal('video_not_found');
  if (request.method !== 'GET' && request.method !== 'HEAD') return new Refusal('method_not_allowed');
  const { serveClip } = await serving.load();
  const lifetime = context.lifetimes.signalOf(account.name);
  const answer = await serveClip(context, { request, lifetime }, { ...subject, generation });
  return answer instanceof Refusal ? answer : { ...answer, signal: lifetime };
}

function toResponse({ settings }: ApiContext, answer: ApiResponse | Refusal, requestId: string): ApiResponse {
  if (!(answer instanceof Refusal)) return answer;
  return answerText(answer.statusIn(settings), answer.envelope(settings, requestId), answer.headers);
}

function failed({ reportCrash }: ApiContext, trace: Trace, cause: unknown): Refusal {
  if (isOutOfFiles(cause)) return unavailable(NO_FILES_LEFT);
  trace.ending = cause instanceof ClientGone ? 'client-gone' : 'crashed';
  if (trace.ending === 'crashed') reportCrash(cause);
  return new Refusal('internal_error');
}

/** Returns the request for the journal, with the whole URL because the path is not a path of the API. */
function withOrigin(request: ApiRequest) {
  const { method, target, scheme, connection } = request;
  const isPath = target.startsWith('/');
  return {
    method,
    target: isPath ? `${scheme}://${request.header('host') ?? ''}${target}` : target,
    connection,
    eachHeader: request.eachHeader.bind(request),
  };
}
