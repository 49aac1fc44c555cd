/** Files from the network, kept within a bound, so that a clip is rendered from the very bytes that were judged. */

import { weightLimit } from '../../domain/media-rules.ts';
import type { MediaKind } from '../../domain/ports.ts';
import { createLru } from '../../lib/lru.ts';
import { createShared } from '../../lib/shared.ts';
import type { FileSource, FoundFile, MediaFile, NotFound } from '../media-file.ts';
import { fetchFile, type FetchOptions } from './fetch-file.ts';
import { FetchRefusal } from './fetch-refusal.ts';

export interface NetworkOptions extends FetchOptions {
  /** Bytes of fetched files to keep in memory. */
  readonly keepBytes?: number | undefined;
}

const KEEP_BYTES = 256 * 1024 * 1024;

/** Makes a source that fetches. A fetched file is not fetched again while it is kept; failures are not kept. */
export function createNetworkSource(options: NetworkOptions): FileSource {
  const kept = createLru<MediaFile>(options.keepBytes ?? KEEP_BYTES, ({ size }) => size);
  const shared = createShared<FoundFile | NotFound>();
  const fetchAndKeep = async (url: URL, kind: MediaKind): Promise<FoundFile | NotFound> => {
    const found = await fetchFound(url, kind, options);
    if (found.ok) kept.set(url.href, found.file);
    return found;
  };
  return async (url, kind) => {
    const file = kept.get(url.href);
    if (file !== undefined) return { ok: true, file };
    return shared(`${kind} ${url.href}`, () => fetchAndKeep(url, kind));
  };
}

async function fetchFound(url: URL, kind: MediaKind, options: FetchOptions): Promise<FoundFile | NotFound> {
  try {
    const { bytes, digest } = await fetchFile(url, weightLimit(kind), options);
    const read = async (from: number, length: number): Promise<Uint8Array> => bytes.subarray(from, from + length);
    return { ok: true, file: { size: bytes.length, stamp: digest, read, digest: async () => digest } };
  } catch (error) {
    if (error instanceof FetchRefusal) return { ok: false, reason: error.reason, detail: error.message };
    throw error;
  }
}
