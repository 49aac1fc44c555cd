/** The knowledge of an exploration about a server: the clips that the run has made, and how the server treats them. */

import { parseRequest } from '../../contract/parse-request.ts';
import { codingOf } from '../checks/lib/downloads.ts';
import { header, type Exchange } from '../client/exchange.ts';
import type { KeyName } from '../client/keys.ts';
import { jsonIn } from '../engine/evidence.ts';
import { acceptedId } from '../engine/probe-tools.ts';
import { statusOf } from '../engine/make-generation.ts';
import type { Profile } from '../profile/profile.ts';
import type { Player } from './sequence.ts';

/** A completed generation, and the bytes of its clip. */
export interface KnownClip {
  readonly id: string;
  readonly key: KeyName;
  /** The length of the clip in seconds, if its create tells. */
  readonly seconds: number | undefined;
  readonly bytes: Buffer;
  /** The content coding of these bytes. */
  readonly coding: string | undefined;
  readonly create: Exchange;
  readonly etag: string | undefined;
  readonly modified: string | undefined;
}

export interface World {
  readonly profile: Profile;
  /** The start of the run. */
  readonly startedAt: string;
  readonly clips: KnownClip[];
  /** The generations that failed. */
  readonly failed: { readonly id: string; readonly key: KeyName }[];
}

/** The maximum number of clips. More clips would take more downloads, and show nothing else. */
const MOST_CLIPS = 8;
const STRONG_TAG = /^"[^"]+"$/;

/** Notes the generations that exchanges show at their end, and downloads their clips. */
export async function noteClips(world: World, exchanges: readonly Exchange[], player: Player): Promise<void> {
  const isKnown = (id: string): boolean => [...world.clips, ...world.failed].some((one) => one.id === id);
  for (const exchange of exchanges) {
    const { method, url } = exchange.request;
    const status = method === 'GET' ? statusOf(exchange) : '';
    const [, id = ''] = /\/v1\/videos\/([^/?]+)$/.exec(url.toLowerCase()) ?? [];
    if ((status !== 'failed' && status !== 'completed') || isKnown(id)) continue;
    const create = exchanges.find((one) => one.request.method === 'POST' && acceptedId(one)?.toLowerCase() === id);
    if (create?.key !== 'primary' && create?.key !== 'watched') continue;
    const made = { id, key: create.key, seconds: secondsOf(world, create), create };
    if (status === 'failed') world.failed.push(made);
    const clip = status === 'failed' || world.clips.length >= MOST_CLIPS ? undefined : await download(made, player);
    if (clip !== undefined) world.clips.push(clip);
  }
}

async function download(
  made: Pick<KnownClip, 'id' | 'key' | 'seconds' | 'create'>,
  { send }: Player,
): Promise<KnownClip | undefined> {
  const content = { method: 'GET', path: `/v1/videos/${made.id}/content`, key: made.key, follow: true };
  const { bytes, exchange: { response } = {} } = (await send('whole', content)) ?? {};
  if (bytes === undefined || response?.status !== 200 || !response.complete) return undefined;
  const [etag = '', modified] = ['etag', 'last-modified'].map((name) => header(response, name));
  return { ...made, bytes, coding: codingOf(response), etag: STRONG_TAG.test(etag) ? etag : undefined, modified };
}

/** Returns the length of a clip. An edit is as long as its first source video. */
function secondsOf({ clips }: World, { request: { body = '' } }: Exchange): number | undefined {
  const parsed = parseRequest(jsonIn(body));
  if (!parsed.ok) return undefined;
  const { reference_video_operation: operation, source_video_ids: sources, duration_seconds: seconds } = parsed.request;
  return operation === 'edit' ? clips.find(({ id }) => id === sources[0])?.seconds : seconds;
}

/** Returns whether a create names one of the clips. Its JSON may have escapes. */
export function usesClip({ clips }: World, text = ''): boolean {
  const plain = text.includes('\\') ? JSON.stringify(jsonIn(text) ?? text) : text;
  return clips.some(({ id }) => plain.includes(id));
}
