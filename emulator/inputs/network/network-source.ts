/** Files from the network, kept within a bound, so that a clip is rendered from the very bytes that were judged. */

import { createHash } from 'node:crypto';
import { weightLimit } from '../../domain/media-rules.ts';
import type { MediaKind } from '../../domain/ports.ts';
import { createLru } from '../../lib/lru.ts';
import type { Found, MediaFile, MediaSource } from '../media-file.ts';
import { fetchFile, type FetchOptions } from './fetch-file.ts';
import { Refusal } from './refusal.ts';

export interface NetworkOptions extends FetchOptions {
  /** Bytes of fetched files to keep in memory. */
  readonly keepBytes?: number | undefined;
}

const KEEP_BYTES = 256 * 1024 * 1024;

/** Makes a source that fetches. A file that was fetched is not fetched again while it is kept; failures are not kept. */
export function createNetworkSource(options: NetworkOptions): MediaSource {
  const kept = createLru<MediaFile>(options.keepBytes ?? KEEP_BYTES, ({ size }) => size);
  const underWay = new Map<string, Promise<Found>>();
  const fetchAndKeep = async (url: URL, kind: MediaKind): Promise<Found> => {
    const found = await fetchFound(url, kind, options);
    if (found.ok) kept.set(url.href, found.file);
    return found;
  };
  return async (url, kind) => {
    const file = kept.get(url.href);
    if (file !== undefined) return { ok: true, file };
    const key = `${kind} ${url.href}`;
    const fetching = underWay.get(key) ?? fetchAndKeep(url, kind).finally(() => underWay.delete(key));
    underWay.set(key, fetching);
    return fetching;
  };
}

async function fetchFound(url: URL, kind: MediaKind, options: FetchOptions): Promise<Found> {
  try {
    const bytes = await fetchFile(url, weightLimit(kind), options);
    const stamp = createHash('sha256').update(bytes).digest('hex');
    const whole = async (): Promise<Uint8Array> => bytes;
    return { ok: true, file: { size: bytes.length, stamp, head: whole, whole } };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, reason: error.reason, detail: error.message };
    throw error;
  }
}
