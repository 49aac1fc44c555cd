/** The knowledge of an exploration about a server: the clips that the run has made, and how the server treats them. */

import { parseRequest } from '../../contract/parse-request.ts';
import { header, type Exchange } from '../client/exchange.ts';
import type { KeyName } from '../client/keys.ts';
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
  readonly create: Exchange;
  readonly etag: string | undefined;
  readonly modified: string | undefined;
  /** The kinds of requests that the server knows. It need not know conditions. */
  readonly knows: { readonly range: boolean; readonly ifNoneMatch: boolean; readonly ifMatch: boolean };
}

export interface World {
  readonly profile: Profile;
  readonly clips: KnownClip[];
  /** Generations that failed. */
  readonly failed: { readonly id: string; readonly key: KeyName }[];
}

/** More clips would take more downloads, and show nothing else. */
const MOST_CLIPS = 8;
const STRONG_TAG = /^"[^"]+"$/;

/** Returns a world without clips. */
export function createWorld(profile: Profile): World {
  return { profile, clips: [], failed: [] };
}

/** Notes the generations that exchanges show at their end, and downloads their clips. */
export async function noteClips(world: World, exchanges: readonly Exchange[], player: Player): Promise<void> {
  const creates = new Map(
    exchanges.flatMap((one): [string, Exchange][] => {
      const id = one.request.method === 'POST' && one.key !== undefined ? acceptedId(one) : undefined;
      return id === undefined ? [] : [[id.toLowerCase(), one]];
    }),
  );
  for (const exchange of exchanges) {
    const [, path = ''] = /\/v1\/videos\/([^/?]+)$/.exec(exchange.request.url) ?? [];
    const id = path.toLowerCase();
    const create = creates.get(id);
    const status = exchange.request.method === 'GET' ? statusOf(exchange) : '';
    if (create?.key === undefined || (create.key !== 'primary' && create.key !== 'watched')) continue;
    if (status === 'failed' && !world.failed.some((one) => one.id === id)) world.failed.push({ id, key: create.key });
    const isNew = status === 'completed' && !world.clips.some((one) => one.id === id);
    if (!isNew || world.clips.length >= MOST_CLIPS) continue;
    const clip = await download({ id, key: create.key, seconds: secondsOf(world, create), create }, player);
    if (clip !== undefined) world.clips.push(clip);
  }
}

async function download(
  made: Pick<KnownClip, 'id' | 'key' | 'seconds' | 'create'>,
  { send }: Player,
): Promise<KnownClip | undefined> {
  const { id, key } = made;
  const get = async (...headers: [string, string][]): ReturnType<Player['send']> =>
    send(headers.length === 0 ? 'whole' : 'look', {
      method: 'GET',
      path: `/v1/videos/${id}/content`,
      key,
      headers,
      follow: true,
    });
  const sent = await get();
  const response = sent?.exchange.response;
  if (sent?.bytes === undefined || response?.status !== 200 || !response.complete) return undefined;
  const etag = header(response, 'etag');
  const strong = etag !== undefined && STRONG_TAG.test(etag) ? etag : undefined;
  const statusTo = async (...headers: [string, string][]): Promise<number | undefined> =>
    (await get(...headers))?.exchange.response?.status;
  return {
    ...made,
    bytes: sent.bytes,
    etag: strong,
    modified: header(response, 'last-modified'),
    knows: {
      range: (await statusTo(['Range', 'bytes=0-9'])) === 206,
      ifNoneMatch: strong !== undefined && (await statusTo(['If-None-Match', strong])) === 304,
      ifMatch: (await statusTo(['If-Match', '"no-such-tag"'])) === 412,
    },
  };
}

/** An edit is as long as its first source video, and everything else as long as its create says. */
function secondsOf({ clips }: World, { request: { body = '' } }: Exchange): number | undefined {
  const parsed = parseRequest(jsonIn(body));
  if (!parsed.ok) return undefined;
  const { reference_video_operation: operation, source_video_ids: sources, duration_seconds: seconds } = parsed.request;
  return operation === 'edit' ? clips.find(({ id }) => id === sources[0])?.seconds : seconds;
}

/** The JSON in a text; undefined if it is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a create names one of the clips. Its JSON may have escapes. */
export function usesClip({ clips }: World, text = ''): boolean {
  const plain = text.includes('\\') ? JSON.stringify(jsonIn(text) ?? text) : text;
  return clips.some(({ id }) => plain.includes(id));
}
