/**
 * The other origin, to which a fault redirects downloads. It serves a clip to any client that has its URL. Its journal
 * entries show whether the client sent its key, which a careful client does not.
 */

import { findGeneration } from '../domain/account-generations.ts';
import { readClock } from '../domain/clock.ts';
import { decide } from '../domain/decide.ts';
import { lazy } from '../../lib/lazy.ts';
import type { ApiContext } from './context.ts';
import { withCrossOrigin } from './cross-origin.ts';
import { arrive, complete, refusalOf } from './handler.ts';
import type { Api, ApiRequest, Arrival } from './messages.ts';
import { readOtherOriginPath } from './other-origin-url.ts';
import { Refusal } from './refusal.ts';
import type { Answer } from './call.ts';
import type { RecordedRequest } from '../journal/entry-field.ts';
import { KEY_PREFIX } from './keys/api-keys.ts';
import { sentKey } from './keys/fingerprint.ts';

/** Creates the other origin. The entry point rejects invalid requests as for the engine. */
export function createOtherOrigin(context: ApiContext, engine: Api, hasCors: boolean): Api {
  const handle: Api['handle'] = async (request) => {
    const arrival = arrive(context, request);
    arrival.recorded = withWholeUrl(request);
    const answer = await answerClip(arrival).catch((cause: unknown) => refusalOf(arrival, cause));
    return complete(arrival, answer);
  };
  // A browser that follows a redirect to this origin sends `Origin: null`, so only `*` lets pages read a clip.
  return withCrossOrigin({ ...engine, handle }, hasCors ? ['*'] : []);
}

const serving = lazy(() => import('./content.ts'));

async function answerClip(arrival: Arrival): Promise<Answer> {
  const { context, request, trace } = arrival;
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
  const lifetime = context.lifetimes.signalOf(account.name);
  arrival.lifetime = lifetime;
  const clip = { context, accounts, account, request, lifetime };
  const generation = await decide({ accounts, account }, (entered) => findGeneration(entered, signed.id));
  // Ids repeat after a reset, so the generation may be another one than at the redirect.
  if (generation?.status !== 'completed') return new Refusal('video_not_found');
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return new Refusal('method_not_allowed', { headers: { allow: 'GET, HEAD' } });
  const { serveClip } = await serving.load();
  return serveClip(clip, generation);
}

/** Returns the request with the whole URL as its target, because its path is not a path of the API. */
function withWholeUrl(request: ApiRequest): RecordedRequest {
  const { method, target, scheme, connection } = request;
  // A key in another header, such as X-Api-Key, also counts as a sent key.
  const eachHeader: ApiRequest['eachHeader'] = (visit) =>
    request.eachHeader((name, value) => visit(value.includes(KEY_PREFIX) ? 'authorization' : name, value));
  const url = target.startsWith('/') ? `${scheme}://${request.header('host') ?? ''}${target}` : target;
  return { method, target: url, connection, eachHeader };
}
