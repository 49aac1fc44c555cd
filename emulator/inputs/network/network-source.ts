/** Files from the network, kept within a bound, so that a clip is rendered from the very bytes that were judged. */

import { weightLimit } from '../../domain/media-rules.ts';
import type { MediaKind } from '../../domain/ports.ts';
import { createLru } from '../../../lib/lru.ts';
import { createMemoryBudget } from '../../../lib/memory-budget.ts';
import { createSemaphore, type Semaphore } from '../../../lib/semaphore.ts';
import { createSingleFlight } from '../../../lib/single-flight.ts';
import { createTurns } from '../../../lib/turns.ts';
import type { FileSource, FoundFile, MediaFile, NotFound } from '../media-file.ts';
import { FETCH_TIMEOUT_MS, fetchFile, type FetchOptions } from './fetch-file.ts';
import { FetchRefusal } from './fetch-refusal.ts';

export interface NetworkOptions extends Omit<FetchOptions, 'budget' | 'turns'> {
  /** Bytes of fetched files to keep in memory. */
  readonly keepBytes?: number | undefined;
  /** The memory for all files while they arrive. */
  readonly arrivingBytes?: number | undefined;
  /** How many files are fetched at once, all together. */
  readonly mostAtOnce?: number | undefined;
  /** The longest wait for a place among all files. The wait for a place at its host is three times as long. */
  readonly patienceMs?: number | undefined;
}

export const FETCHED_BYTES_KEPT = 256 * 1024 * 1024;
export const ARRIVING_BYTES = 256 * 1024 * 1024;
/** The files of one host at a time: as many as one create may name. A slow host does not delay other hosts. */
export const MOST_AT_ONE_HOST = 32;
const HOSTS_KNOWN = 1000;
/** By then its 32 places were free three times over, were each of its files as slow as a file may be. */
export const HOST_PATIENCE = 3;
/** Each takes a file descriptor and some 75 KiB, and a few milliseconds of CPU time for its handshake. */
export const MOST_FETCHED_AT_ONCE = 256;

/** Makes a source that fetches. A fetched file is not fetched again while it is kept; failures are not kept. */
export function createNetworkSource(options: NetworkOptions): FileSource {
  const kept = createLru<MediaFile>(options.keepBytes ?? FETCHED_BYTES_KEPT, ({ size }) => size);
  const fetches = createSingleFlight<FoundFile | NotFound>();
  const hosts = createLru<Semaphore>(HOSTS_KNOWN);
  const budget = createMemoryBudget(options.arrivingBytes ?? ARRIVING_BYTES);
  const places = createSemaphore(options.mostAtOnce ?? MOST_FETCHED_AT_ONCE);
  const patienceMs = options.patienceMs ?? FETCH_TIMEOUT_MS;
  const turns = createTurns();
  const placesAt = (host: string): Semaphore => {
    const places = hosts.get(host) ?? createSemaphore(MOST_AT_ONE_HOST);
    hosts.set(host, places);
    return places;
  };
  const fetchAndKeep = async (url: URL, kind: MediaKind): Promise<FoundFile | NotFound> => {
    const fetching = (): Promise<FoundFile | NotFound> => fetchFound(url, kind, { ...options, budget, turns });
    const amongAll = (): Promise<FoundFile | NotFound> => inPlace(places, fetching, patienceMs);
    const found = await inPlace(placesAt(url.host), amongAll, HOST_PATIENCE * patienceMs);
    if (found.ok) kept.set(url.href, found.file);
    return found;
  };
  return async (url, kind) => {
    const file = kept.get(url.href);
    if (file !== undefined) return { ok: true, file };
    return fetches.join(`${kind} ${url.href}`, () => fetchAndKeep(url, kind));
  };
}

/** A fetch that finds no place for so long is given up. */
async function inPlace(
  places: Semaphore,
  fetching: () => Promise<FoundFile | NotFound>,
  patienceMs: number,
): Promise<FoundFile | NotFound> {
  const signal = AbortSignal.timeout(patienceMs);
  let hasPlace = false;
  try {
    return await places.run(
      () => {
        hasPlace = true;
        return fetching();
      },
      { signal },
    );
  } catch (error) {
    if (hasPlace) throw error;
    const detail = `was not fetched within ${patienceMs} ms, because too many other files are being fetched`;
    return { ok: false, reason: 'fetch_failed', detail };
  }
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
