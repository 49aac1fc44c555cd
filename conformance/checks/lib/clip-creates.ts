/** Idempotency-Keys that are nearly the same, and the create with as many references as allowed. */

import { LIMITS } from '../../../contract/limits.ts';
import type { ProbeTools } from '../../engine/probe-tools.ts';
import { idempotencyKeyOf } from '../../engine/make-generation.ts';
import { images, sounds, TEXT } from './bodies.ts';

type Keyed = { readonly headers: [string, string][] };

/**
 * Idempotency-Keys that are alike: as long as allowed and different in the last character, and the beginning of some
 * alone. The creates differ, so a server that takes two keys for one shows it.
 */
export function keyLike(kit: ProbeTools, end: 'x' | 'y' | ''): Keyed {
  const start = `standin-${kit.runId}-`.padEnd(LIMITS.idempotencyKey.max - 1, 'x');
  return { headers: [['Idempotency-Key', `${start}${end}`]] };
}

/** The key that ends with x, but for one character. */
export function keyBut(kit: ProbeTools, at: number): Keyed {
  const [[name, key] = ['', '']] = keyLike(kit, 'x').headers;
  return { headers: [[name, `${key.slice(0, at)}w${key.slice(at + 1)}`]] };
}

/** The key of the cheapest clip, written otherwise: who drops its marks, or reads a list of keys, takes two for one. */
export function keyOfBase(kit: ProbeTools, write: (key: string) => string): { readonly headers: [string, string][] } {
  return { headers: [['Idempotency-Key', write(idempotencyKeyOf(kit.runId, 'clip.base'))]] };
}

/** As long as a handle may be. The prompt names handles of the maps only: another one may be refused. */
const LONGEST_HANDLE = 'place'.padEnd(64, '_');

/**
 * As many references as allowed, each with a handle, the last of them too. Files that are only just fit are among them;
 * so few sounds may be so long, and a key without credits shows that as many as allowed are taken.
 */
export function referenceWithAll(kit: ProbeTools, source: string): Record<string, unknown> {
  const { max } = LIMITS.imageUrls;
  const { edges } = kit.profile.media;
  const isShort = edges.audio.length === 0 || !kit.hasKey('poor');
  const audio = isShort ? sounds(kit.profile, LIMITS.audioUrls.max) : edges.audio;
  return {
    ...TEXT,
    mode: 'reference-to-video',
    prompt: `The @hero walks along the shore of @${LONGEST_HANDLE} while @tune plays, as in @take.`,
    image_urls: [...edges.images, ...images(kit.profile, max - edges.images.length)],
    audio_urls: audio,
    source_video_ids: [source],
    subject_to_image_ids: { hero: Array.from({ length: max }, (_, at) => at), [LONGEST_HANDLE]: [max - 1] },
    subject_to_audio_ids: { tune: audio.length === 1 ? [0] : [0, audio.length - 1] },
    subject_to_video_ids: { take: [0] },
  };
}
