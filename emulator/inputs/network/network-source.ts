/** Serves files from the network. Fetched files stay in memory, so that a clip uses the bytes that were validated. */

import { weightLimit } from '../../domain/media-rules.ts';
import type { MediaKind } from '../../domain/ports.ts';
import { createLru } from '../../../lib/lru.ts';
import { createMemoryBudget } from '../../../lib/memory-budget.ts';
import { createSemaphore, type Semaphore } from '../../../lib/semaphore.ts';
import { createSingleFlight } from '../../../lib/single-flight.ts';
import { createTurns } from '../../../lib/turns.ts';
import type { FoundFile, MediaFile, NotFound } from '../media-file.ts';
import { FETCH_TIMEOUT_MS, fetchFile, type FetchOptions } from './fetch-file.ts';

export interface NetworkOptions extends Omit<FetchOptions, 'budget' | 'turns'> {
  readonly keepBytes?: number | undefined;
  /** The memory for files that are being fetched. */
  readonly arrivingBytes?: number | undefined;
  readonly mostAtOnce?: number | undefined;
  /** The maximum wait for a fetch slot. The maximum wait for a slot of the host is three times as long. */
  readonly maxWaitMs?: number | undefined;
}

export const FETCHED_BYTES_KEPT = 256 * 1024 * 1024;
export const ARRIVING_BYTES = 256 * 1024 * 1024;
/** The parallel fetches from one host: as many files as one create may name. A slow host does not block others. */
export const MOST_AT_ONE_HOST = 32;
const HOSTS_KNOWN = 1000;
/** A host wait factor of 3 suffices even if each of the 32 fetches takes as long as the timeout allows. */
export const HOST_WAIT_FACTOR = 3;
/** The maximum number of parallel fetches. Each takes a file descriptor, 75 KiB, and CPU time for its handshake. */
export const MOST_FETCHED_AT_ONCE = 256;

/** Creates a source that fetches files. Fetched files are cached, and failures are not. */
export function createNetworkSource(options: NetworkOptions) {
  const kept = createLru<MediaFile>(options.keepBytes ?? FETCHED_BYTES_KEPT, ({ size }) => size);
  const fetches = createSingleFlight<FoundFile | NotFound>();
  const hosts = createLru<Semaphore>(HOSTS_KNOWN);
  const budget = createMemoryBudget(options.arrivingBytes ?? ARRIVING_BYTES);
  const slots = createSemaphore(options.mostAtOnce ?? MOST_FETCHED_AT_ONCE);
  const maxWaitMs = options.maxWaitMs ?? FETCH_TIMEOUT_MS;
  const turns = createTurns();
  const slotsAt = (host: string): Semaphore => {
    const slots = hosts.get(host) ?? createSemaphore(MOST_AT_ONE_HOST);
    hosts.set(host, slots);
    return slots;
  };
  const fetchAndKeep = async (url: URL, kind: MediaKind): Promise<FoundFile | NotFound> => {
    const fetching = (): Promise<FoundFile | NotFound> =>
      fetchFile(url, weightLimit(kind), { ...options, budget, turns });
    const amongAll = (): Promise<FoundFile | NotFound> =>
      slots.run(fetching, { signal: AbortSignal.timeout(maxWaitMs) });
    // A fetch does not reject, so the signal of a wait has aborted.
    const found = await slotsAt(url.host)
      .run(amongAll, { signal: AbortSignal.timeout(HOST_WAIT_FACTOR * maxWaitMs) })
      .catch(() => TOO_MANY);
    if (found.ok) kept.set(url.href, found.file);
    return found;
  };
  return async (url: URL, kind: MediaKind): Promise<FoundFile | NotFound> => {
    const file = kept.get(url.href);
    if (file !== undefined) return { ok: true, file };
    return fetches.join(`${kind} ${url.href}`, () => fetchAndKeep(url, kind));
  };
}

const TOO_MANY: NotFound = {
  ok: false,
  reason: 'fetch_failed',
  detail: 'was not fetched in time, because too many other files are being fetched',
};
