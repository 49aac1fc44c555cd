/** An input file wherever it lies: in a folder, in memory, or not made yet. */

import type { MediaKind } from '../domain/ports.ts';

/** The host whose URLs say what they serve. */
export const FIXTURE_HOST = 'media.standin.test';

/** A look needs a file's head only, so that nobody waits for pixels or samples that are never asked for. */
export interface MediaFile {
  readonly size: number;
  /** Changes when the content changes; facts are remembered under it. */
  readonly stamp: string;
  /** The beginning, as far as type and shape or length need it; or the whole. */
  readonly head: () => Promise<Uint8Array>;
  readonly whole: () => Promise<Uint8Array>;
}

/** What looking for a file gave. A detail completes "the file ...". */
export type Found =
  | { readonly ok: true; readonly file: MediaFile }
  | { readonly ok: false; readonly reason: 'fetch_failed' | 'invalid'; readonly detail: string };

/** A place that has files: the fixture host, a mapped folder, the network. */
export type MediaSource = (url: URL, kind: MediaKind) => Promise<Found>;

/** A file that is made on demand: `whole` begins with `head` and has `size` bytes. */
export interface Recipe {
  readonly size: number;
  readonly head: () => Uint8Array;
  readonly whole: () => Uint8Array;
}

/** A file made from a recipe never changes, so its stamp is empty. */
export function toMediaFile({ size, head, whole }: Recipe): MediaFile {
  return { size, stamp: '', head: async () => head(), whole: async () => whole() };
}

/** A recipe for bytes that are at hand, or cheap enough to make at each look. */
export function ready(bytes: Uint8Array): Recipe {
  return { size: bytes.length, head: () => bytes, whole: () => bytes };
}

/** Answers that there is no such file. */
export function missing(detail: string): Found {
  return { ok: false, reason: 'fetch_failed', detail };
}
