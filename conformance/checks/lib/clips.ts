/** The generations that a run pays for, each only if a selected check needs it. Their fields are in `clip-creates`. */

import { LIMITS } from '../../../contract/limits.ts';
import { defineProbe, type Cost } from '../../engine/define.ts';
import { acceptedId, type MakeOptions, type ProbeTools } from '../../engine/probe-tools.ts';
import { isKnown, statusOf } from '../../engine/make-generation.ts';
import { header, type Exchange, type HeaderLine } from '../../client/exchange.ts';
import type { KeyName } from '../../client/keys.ts';
import {
  bodyAt,
  fitted,
  IMAGE_MODE,
  lacksImages,
  lacksMedia,
  many,
  type Place,
  SAMPLE,
  sourceBody,
  TEXT,
} from './bodies.ts';
import { fieldsFor, keyBut, keyLike, keyOfBase, referenceWithAll, SPREAD } from './clip-creates.ts';
import { keyOfLooks } from './lookups.ts';
import { STILL_RUNNING } from './rules.ts';
import { hasFailingPrompt } from './money.ts';

export const SECONDS = SPREAD.base.seconds;
export const LARGE_SECONDS = SPREAD.large.seconds;
/** More seconds than some models make at once. */
export const LONG = 9;
export const IMAGE_SECONDS = SPREAD.image.seconds;
export const FRAMES_SECONDS = SPREAD.frames.seconds;
export const REFERENCE_SECONDS = SPREAD.reference.seconds;
export const EXTENDED = SPREAD.extend.seconds;
/** The maximum length of a clip. Its source videos also have their maximum total length. */
export const LONGEST_SECONDS = SPREAD.extendMany.seconds;
export const WATCHED_SECONDS = SPREAD.watched.seconds;
/** The requested length of an edit. The clip of an edit is only as long as its first source. */
export const EDIT_ASKED = 7;
export const PART: readonly HeaderLine[] = [['Range', 'bytes=0-99']];
export const MIDDLE = LIMITS.idempotencyKey.max / 2 - 1;
export const cheap = (output: number, source = 0): readonly Cost[] => [{ resolution: '480p', output, source }];

export const BASE_BODY = { ...TEXT, ...fieldsFor(SPREAD.base), audio: true };

/** The clip that most checks use. */
export const BASE = defineProbe({
  id: 'clip.base',
  sends:
    'A text create request for 4 s at 480p, 4:3, with sound, and polls until the generation ends. If the profile has the key of another account, the kit sends a get request with that key before the first poll.',
  paidCreates: () => cheap(SECONDS),
  run: (kit) => {
    const meanwhile = async (id: string): Promise<unknown> =>
      kit.hasKey('other') ? kit.get('foreign get early', id, { key: 'other' }) : undefined;
    return made(kit, BASE_BODY, { meanwhile });
  },
});

export const DEFAULTS = defineProbe({
  id: 'clip.defaults',
  sends: 'A create request with only the three required fields, without Idempotency-Key.',
  paidCreates: () => [{ resolution: '720p', output: SECONDS, source: 0 }],
  run: (kit) =>
    made(kit, { model: TEXT.model, prompt: TEXT.prompt, duration_seconds: SPREAD.defaults.seconds }, { unkeyed: true }),
});

const LARGE_BODY = {
  ...TEXT,
  ...fieldsFor(SPREAD.large),
  prompt: 'Slow waves. '.repeat(1250),
  mode: 'text-to-video',
  image_urls: [],
  audio_urls: [],
  source_video_ids: [],
};

/** A create request at several limits: the longest prompt, the longest key, and empty lists. */
export const LARGE = defineProbe({
  id: 'clip.large',
  sends:
    'A text create request for 4 s at 1080p, 9:16, with sound. The prompt and the Idempotency-Key have the maximum length, and the lists are empty.',
  paidCreates: () => [{ resolution: '1080p', output: LARGE_SECONDS, source: 0 }],
  run: (kit) => made(kit, LARGE_BODY, keyLike(kit, 'x')),
});

export const IMAGE = defineProbe({
  id: 'clip.image',
  sends:
    'An image-to-video create request for 10 s with one image. The Idempotency-Key has 128 characters. It differs from another Idempotency-Key of the run only in the last character.',
  lacks: lacksImages,
  paidCreates: () => cheap(IMAGE_SECONDS),
  run: (kit) => made(kit, { ...IMAGE_MODE, ...fieldsFor(SPREAD.image) }, keyLike(kit, 'y')),
});

/** The body of the clip from two images, which another probe sends again. */
export const FRAMES_BODY = { ...IMAGE_MODE, image_urls: many(SAMPLE.image, 2), ...fieldsFor(SPREAD.frames) };

export const FRAMES = defineProbe({
  id: 'clip.frames',
  sends:
    'An image-to-video create request for 6 s with a first and a last frame, without sound. The Idempotency-Key is the Idempotency-Key of the cheapest clip plus a comma and a digit. If the run revokes an API key later, the create request is first sent with that API key.',
  lacks: lacksImages,
  paidCreates: () => cheap(FRAMES_SECONDS),
  run: async (kit) => {
    const keyed = keyOfFrames(kit);
    // In a run that continues another run, the key may already be revoked.
    const isValid = kit.hasKey('revoked') && kit.profile.triggers.revoke !== undefined && !kit.isContinued;
    if (isValid) await made(kit, FRAMES_BODY, { ...keyed, key: 'revoked' });
    if (!isTakenFrom(kit, 'revoked')) await made(kit, FRAMES_BODY, keyed);
  },
});

export function keyOfFrames(kit: ProbeTools): ReturnType<typeof keyOfBase> {
  return keyOfBase(kit, (key) => `${key},1`);
}

/** The name of the fact that the references of a generation include files at the limits. */
export const EDGES = 'edges';

export const REFERENCE = defineProbe({
  id: 'clip.reference',
  sends:
    'A reference-to-video create request for 7 s, 21:9. The create request has the maximum number of images and audio files, a source video of 4 s, and subject maps. The Idempotency-Key differs from another Idempotency-Key only in the middle.',
  lacks: lacksMedia,
  after: [BASE],
  paidCreates: () => cheap(REFERENCE_SECONDS, SECONDS),
  run: async (kit) => {
    const { images, audio } = kit.profile.media.edges;
    await kit.make(referenceOf(kit), keyBut(kit, MIDDLE));
    return { [EDGES]: images.length + audio.length > 0 };
  },
});

/** Returns the body of the clip with references of every kind. */
export function referenceOf(kit: ProbeTools): object {
  return { ...referenceWithAll(kit, kit.generation(BASE).id), ...fieldsFor(SPREAD.reference) };
}

/** Create requests with a completed and an unfinished source video, by operation and order. */
const BESIDE: Readonly<Record<string, Place>> = {
  extend: ['extend', 'os'],
  edit: ['edit', 'os'],
  reference: ['reference', 'os'],
  'no operation': [undefined, 'os'],
  'extend, last of three': ['extend', 'oos'],
  'edit, first': ['edit', 'so'],
  'reference at 1080p': ['reference', 'os', { resolution: '1080p' }],
};

/** Names an unfinished source video together with a completed one, until the server accepts a create request. */
export async function besideAnother(
  kit: ProbeTools,
  id: string,
  { own, what = 'early source' }: { readonly own: string; readonly what?: string },
): Promise<void> {
  const { exchange } = await kit.content('content too early', id, { headers: PART });
  // If the generation is already completed, the server would accept it as a source and charge for the create.
  if ((exchange.response?.status ?? 500) < 400) return;
  for (const [name, place] of Object.entries(BESIDE)) {
    const early = await kit.create(`${what}${BESIDE_ANOTHER}${name}`, bodyAt(place, id, own));
    if ((early.exchange.response?.status ?? 500) < 400) return followed(kit, acceptedId(early.exchange));
  }
}

/** The separator between the two parts of the label of such a create request. */
export const BESIDE_ANOTHER = ' beside another: ';

export const EXTEND = defineProbe({
  id: 'clip.extend',
  sends:
    'An extension of the 4 s clip by 5 s, without sound. The Idempotency-Key is a prefix of other Idempotency-Keys. Before the extension is completed, the kit polls the 4 s clip. It also sends create requests with the extension and the 4 s clip as source videos. The run skips these create requests if the profile has a failing prompt and a balance. In this case, a failing extension tests the same rule.',
  after: ['any-clip'],
  paidCreates: () => cheap(EXTENDED, SECONDS),
  riskedCreates: () => cheap(SECONDS, EXTENDED + SECONDS),
  run: (kit) => {
    const own = kit.generation('any-clip').id;
    const { balance } = kit.profile;
    // A failing generation never becomes a source video that a server may accept and charge for.
    const isLeftToOther = balance !== undefined && hasFailingPrompt(kit.profile);
    const meanwhile = async (id: string): Promise<void> => {
      await kit.get('source in use', own, { key: kit.generation('any-clip').key });
      if (!isLeftToOther) await besideAnother(kit, id, { own });
    };
    const body = { ...sourceBody('extend'), ...fieldsFor(SPREAD.extend) };
    return made(kit, body, { ...keyLike(kit, ''), meanwhile });
  },
});

export const EDIT = defineProbe({
  id: 'clip.edit',
  sends:
    'An edit of the 4 s clip and of its 5 s extension, without sound, with `duration_seconds` 7. The Idempotency-Key differs from another Idempotency-Key only in the first character. If the profile has a second API key of the account, the create request is first sent with that API key.',
  after: [BASE, EXTEND],
  paidCreates: () => cheap(SECONDS, SECONDS + EXTENDED),
  run: async (kit) => {
    const isSecond = kit.hasKey('second');
    if (isSecond) await kit.make(editBody(kit), { ...keyBut(kit, 0), key: 'second' });
    // The server may store a rejection under its Idempotency-Key for the whole account.
    if (!isTakenFrom(kit, 'second')) await made(kit, editBody(kit), keyBut(kit, isSecond ? 1 : 0));
  },
});

export function editBody(kit: ProbeTools): object {
  const sources = [BASE, EXTEND].map((probe) => kit.generation(probe).id);
  return { ...sourceBody('edit', sources), ...fieldsFor(SPREAD.edit), duration_seconds: EDIT_ASKED };
}

/** The operations, except the extension, for which the kit names an unfinished source video. */
export const EARLY_OPERATIONS = ['reference', 'edit'] as const;

/** A generation of an account whose generations take a few polls, so that the kit sees the states before the end. */
export const WATCHED = defineProbe({
  id: 'clip.watched',
  mayBeCharged: true,
  sends:
    'A text create request for 5 s, 3:4, without sound, with a Range header. Before the generation is completed, the kit requests its content. The kit also sends create requests that name the generation as a source video. The kit repeats these requests while the generation is running. Two get requests follow. The first get request has an Idempotency-Key. If the profile has the key of another account, the kit also requests the record with that key. After the end, the kit requests the record with the ETag or the date of the running record.',
  paidCreates: () => cheap(WATCHED_SECONDS),
  riskedCreates: () => cheap(SECONDS, WATCHED_SECONDS),
  run: async (kit) => {
    const key = kit.hasKey('watched') ? 'watched' : 'primary';
    let conditions: HeaderLine[] = [];
    const meanwhile = async (id: string): Promise<void> => {
      const { exchange } = await kit.content('content too early', id, { key });
      await kit.content('part too early', id, { key, headers: [['Range', 'bytes=0-99']] });
      await kit.send('head too early', { method: 'HEAD', path: `/v1/videos/${id}/content`, key, follow: true });
      // If the generation is already completed, the server would accept it as a source and charge for the create.
      if ((exchange.response?.status ?? 500) < 400) return;
      const early = await kit.create('source too early', sourceBody('extend', [id]), { key });
      for (const operation of EARLY_OPERATIONS) {
        // A server that accepts one of these creates would also accept the next one.
        if ((early.exchange.response?.status ?? 500) < 400) return;
        await kit.create(`source too early for ${operation}`, sourceBody(operation, [id]), { key });
      }
    };
    const whileRunning = async (id: string): Promise<void> => {
      const { exchange } = await kit.content('content of running', id, { key });
      if (kit.hasKey('other')) await kit.get('foreign get of running', id, { key: 'other' });
      const isEarly = (exchange.response?.status ?? 500) >= 400;
      if (isEarly) await kit.create('source of running', sourceBody('extend', [id]), { key });
      // Some servers alternate between two statuses. Two get requests in a row show this at any pace of the polls.
      const first = await kit.get(`${STILL_RUNNING} 1`, id, { key, headers: keyOfLooks(kit) });
      const second = await kit.get(`${STILL_RUNNING} 2`, id, { key });
      conditions =
        [second, first].map(({ exchange: look }) => conditionsOn(look)).find(({ length }) => length > 0) ?? [];
    };
    const body = { ...TEXT, ...fieldsFor(SPREAD.watched) };
    const clip = await kit.make(body, { key, meanwhile, whileRunning, headers: PART });
    if (clip !== undefined && conditions.length > 0)
      await kit.get('condition after the end', clip.id, { key, headers: conditions });
  },
});

/** Returns whether the server accepted a create with this key. The run then pays for no second one. */
function isTakenFrom(kit: ProbeTools, key: KeyName): boolean {
  return [...kit.accepted().values()].includes(key);
}

/** Makes a generation. The kit replaces the samples in its body. */
export async function made(kit: ProbeTools, body: object, options?: MakeOptions): Promise<void> {
  await kit.make(fitted(kit, body), options);
}

const LOOKS_AT_TAKEN = 8;

/** Polls a generation until it ends. Only then does the kit know whether the account paid for it. */
export async function followed(kit: ProbeTools, id: string | undefined, label = 'taken early'): Promise<void> {
  if (id === undefined) return;
  for (let look = 1; look <= LOOKS_AT_TAKEN; look += 1) {
    await kit.pause(look - 1);
    const status = statusOf((await kit.get(`${label} ${look}`, id)).exchange);
    if (!isKnown(status) || status === 'completed' || status === 'failed') return;
  }
}

/**
 * Returns the condition that an unfinished record is current. A date counts only if a later change has another date.
 */
function conditionsOn(exchange: Exchange): HeaderLine[] {
  const { response } = exchange;
  if (response === undefined || !['pending', 'running'].includes(statusOf(exchange) ?? '')) return [];
  const etag = header(response, 'etag');
  if (etag !== undefined) return [['If-None-Match', etag]];
  const [date = '', now = ''] = ['last-modified', 'date'].map((name) => header(response, name));
  return Date.parse(now) > Date.parse(date) ? [['If-Modified-Since', date]] : [];
}
