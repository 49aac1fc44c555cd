/** The types of files behind a URL: an existing file, the facts of a placeholder, or an error. */

import type { MediaFacts, MediaKind } from '../domain/ports.ts';

/** An existing file, from a folder or the network. */
export interface MediaFile {
  readonly size: number;
  /** An identifier of the file's version. It is the cache key of the file's facts. */
  readonly stamp: string;
  /** Reads bytes from a position. It returns fewer bytes at the end of the file. */
  readonly read: (from: number, length: number) => Promise<Uint8Array>;
  /** Returns the SHA-256 of the content in hexadecimal. */
  readonly digest: () => Promise<string>;
}

export interface FoundFile {
  readonly ok: true;
  readonly file: MediaFile;
}

/** A placeholder. The URL determines its facts. */
export interface FoundFacts {
  readonly ok: true;
  readonly facts: MediaFacts;
}

/** An error. The detail completes "the file ...". */
export interface NotFound {
  readonly ok: false;
  readonly reason: 'fetch_failed' | 'invalid';
  readonly detail: string;
}

export type Found = FoundFile | FoundFacts | NotFound;

/** A source: the fixture host, placeholders, a mapped folder or the network. */
export type MediaSource = (url: URL, kind: MediaKind) => Promise<Found>;

export function missing(detail: string): NotFound {
  return { ok: false, reason: 'fetch_failed', detail };
}

/** Returns the error for a file of an unsupported type. */
export function unreadable(kind: MediaKind): NotFound {
  return {
    ok: false,
    reason: 'invalid',
    detail: kind === 'image' ? 'is not a JPEG, PNG or WebP' : 'is not an MP3 or WAV',
  };
}
