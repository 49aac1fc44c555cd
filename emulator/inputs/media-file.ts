/** The file behind a URL: a file that exists, the facts of a made-up file, or none. */

import type { MediaFacts, MediaKind } from '../domain/ports.ts';

/** A file that exists, in a folder or fetched. */
export interface MediaFile {
  readonly size: number;
  /** Changes when the content changes. The facts about the file are remembered under it. */
  readonly stamp: string;
  /** Reads bytes from a place on; fewer at the end of the file. */
  readonly read: (from: number, length: number) => Promise<Uint8Array>;
  /** SHA-256 of the content, in hexadecimal. */
  readonly digest: () => Promise<string>;
}

export interface FoundFile {
  readonly ok: true;
  readonly file: MediaFile;
}

/** A URL without a file: its facts follow from the URL itself. */
export interface FoundFacts {
  readonly ok: true;
  readonly facts: MediaFacts;
}

/** The detail completes "the file ...". */
export interface NotFound {
  readonly ok: false;
  readonly reason: 'fetch_failed' | 'invalid';
  readonly detail: string;
}

export type Found = FoundFile | FoundFacts | NotFound;

/** A place that has files, or facts in their place: the fixture host, a mapped folder, the network. */
export type MediaSource = (url: URL, kind: MediaKind) => Promise<Found>;

/** A place that has files only. */
export type FileSource = (url: URL, kind: MediaKind) => Promise<FoundFile | NotFound>;

/** Returns that the file does not exist. */
export function missing(detail: string): NotFound {
  return { ok: false, reason: 'fetch_failed', detail };
}

/** Answers that the file is none of the types that are taken. */
export function unreadable(kind: MediaKind): NotFound {
  return {
    ok: false,
    reason: 'invalid',
    detail: kind === 'image' ? 'is not a JPEG, PNG or WebP' : 'is not an MP3 or WAV',
  };
}
