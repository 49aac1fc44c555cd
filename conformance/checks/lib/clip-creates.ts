/** The fields of the paid creates of a default run, and their Idempotency-Keys. */

import type { AspectRatio, Resolution } from '../../../contract/dimensions.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { ProbeTools } from '../../engine/probe-tools.ts';
import { idempotencyKeyOf } from '../../engine/make-generation.ts';
import { images, sounds, TEXT } from './bodies.ts';

export interface PaidCreate {
  readonly workflow: 'text' | 'image' | 'frames' | 'reference' | 'edit' | 'extend';
  readonly resolution: Resolution;
  readonly ratio: AspectRatio;
  /** The length of the clip. An edit requests more seconds than it gets. */
  readonly seconds: number;
  readonly audio: boolean;
}

const { min, max } = LIMITS.durationSeconds;

export const SPREAD = {
  base: { workflow: 'text', resolution: '480p', ratio: '4:3', seconds: min, audio: true },
  defaults: { workflow: 'text', resolution: '720p', ratio: '16:9', seconds: min, audio: true },
  large: { workflow: 'text', resolution: '1080p', ratio: '9:16', seconds: min, audio: true },
  // This clip completes the sources of exactly 30 s. It is longer than what many models make at once.
  image: { workflow: 'image', resolution: '480p', ratio: 'adaptive', seconds: 10, audio: true },
  frames: { workflow: 'frames', resolution: '480p', ratio: 'adaptive', seconds: 6, audio: false },
  reference: { workflow: 'reference', resolution: '480p', ratio: '21:9', seconds: 7, audio: true },
  // The source has sound. A server that ignores `audio` in an edit would keep this sound.
  edit: { workflow: 'edit', resolution: '480p', ratio: 'adaptive', seconds: min, audio: false },
  // The length differs from its source. Both together are shorter than the minimum that some services bill.
  extend: { workflow: 'extend', resolution: '480p', ratio: 'adaptive', seconds: 5, audio: false },
  // `--thorough` pays for this clip. In any other run, its generation fails on purpose.
  extendMany: { workflow: 'extend', resolution: '480p', ratio: 'adaptive', seconds: max, audio: true },
  watched: { workflow: 'text', resolution: '480p', ratio: '3:4', seconds: min + 1, audio: false },
  failing: { workflow: 'reference', resolution: '480p', ratio: '16:9', seconds: min, audio: false },
  spending: { workflow: 'text', resolution: '480p', ratio: '1:1', seconds: min, audio: true },
} as const satisfies Readonly<Record<string, PaidCreate>>;

/** Returns the fields of a create request. Sound is the default, so its field is omitted. */
export function fieldsFor({ resolution, ratio, seconds, audio }: PaidCreate): Readonly<Record<string, unknown>> {
  const silent = audio ? {} : { audio };
  return { resolution, aspect_ratio: ratio, duration_seconds: seconds, ...silent };
}

/** Returns the options of a create with this Idempotency-Key. */
export function keyedBy(key: string): { readonly headers: [string, string][] } {
  return { headers: [['Idempotency-Key', key]] };
}

type Keyed = ReturnType<typeof keyedBy>;

/**
 * Returns an Idempotency-Key of the maximum length that ends with x or y, or the beginning of these keys. The create
 * requests differ, so a server that confuses two keys returns a wrong response.
 */
export function keyLike(kit: ProbeTools, end: 'x' | 'y' | ''): Keyed {
  return keyedBy(longKey(kit, end));
}

function longKey({ runId }: ProbeTools, end: string): string {
  return `standin-${runId}-`.padEnd(LIMITS.idempotencyKey.max - 1, 'x') + end;
}

/** Returns the key that ends with x, with another character at one index. */
export function keyBut(kit: ProbeTools, at: number): Keyed {
  const key = longKey(kit, 'x');
  return keyedBy(`${key.slice(0, at)}w${key.slice(at + 1)}`);
}

/**
 * Returns another spelling of the key of the cheapest clip. A server that drops punctuation, or reads a list of keys,
 * confuses the two keys.
 */
export function keyOfBase(kit: ProbeTools, write: (key: string) => string): Keyed {
  return keyedBy(write(idempotencyKeyOf(kit.runId, 'clip.base')));
}

/** A handle of the maximum length. The prompt names the handles of the maps, because a server may reject others. */
const LONGEST_HANDLE = 'tune'.padEnd(64, '_');

/**
 * Builds a body with the maximum number of images, and with a handle for each kind of reference. The references include
 * the files at the limits of the profile. Few such audio files fit, because they are long. A key without credits then
 * shows that the maximum number is accepted.
 */
export function referenceWithAll(kit: ProbeTools, source: string): Record<string, unknown> {
  const { max } = LIMITS.imageUrls;
  const { edges } = kit.profile.media;
  const isShort = edges.audio.length === 0 || !kit.hasKey('poor');
  const audio = isShort ? sounds(kit.profile, LIMITS.audioUrls.max) : edges.audio;
  return {
    ...TEXT,
    mode: 'reference-to-video',
    prompt: `The @hero walks along the shore while @${LONGEST_HANDLE} plays, as in @take.`,
    image_urls: [...edges.images, ...images(kit.profile, max - edges.images.length)],
    audio_urls: audio,
    source_video_ids: [source],
    // A server may reject two handles with the same index.
    subject_to_image_ids: { hero: Array.from({ length: max }, (_, at) => at) },
    subject_to_audio_ids: { [LONGEST_HANDLE]: audio.length === 1 ? [0] : [0, audio.length - 1] },
    subject_to_video_ids: { take: [0] },
  };
}
