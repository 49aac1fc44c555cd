/** Divides the memory of the process, so that the sum of all limits stays below one total. */

import { getHeapStatistics } from 'node:v8';
import { SettingsError, type Settings } from './settings.ts';

export type MemoryShares = ReturnType<typeof memoryShares>;

const MEBIBYTE = 2 ** 20;
/** The memory of Node with all code loaded, its connections, and garbage that is not collected yet. */
export const NODE_MEBIBYTES = 256;
/** The same for a proxy, which has no clips, but whose forwarded data is garbage-collected late. */
export const FORWARDING_NODE_MEBIBYTES = 512;
/** The minimum memory for accounts and requests in flight. */
const LEAST = 128;
/** The size of the heap before a garbage collection, as a multiple of the live data. */
const HEAP_FACTOR = 1.5;

/** The limit of one account, as a share of all accounts. */
const ACCOUNT = 0.75;

type Parts = Pick<Settings, 'totalMebibytes' | 'memoryMebibytes' | 'journalMebibytes'>;

/** Returns the shares. Throws a SettingsError if clips and journal use up the total. A proxy has no clips. */
export function memoryShares(settings: Parts, kind: 'emulator' | 'proxy') {
  const { totalMebibytes, memoryMebibytes, journalMebibytes } = settings;
  const isProxy = kind === 'proxy';
  const fixed = (isProxy ? FORWARDING_NODE_MEBIBYTES : NODE_MEBIBYTES + memoryMebibytes) + journalMebibytes;
  const left = totalMebibytes - fixed;
  if (left < LEAST) {
    const taken = isProxy
      ? `Node and forwarded data take ${FORWARDING_NODE_MEBIBYTES}`
      : `Node takes ${NODE_MEBIBYTES}, memoryMebibytes takes ${memoryMebibytes}`;
    const message = `must be at least ${fixed + LEAST}: ${taken}, journalMebibytes takes ${journalMebibytes}, and accounts need ${LEAST}`;
    throw new SettingsError(message, { path: 'totalMebibytes' });
  }
  const underWay = left / 4;
  // Node limits the heap further on a small machine. `--max-old-space-size` sets the limit.
  const heap = getHeapStatistics().heap_size_limit / MEBIBYTE / 2;
  const accounts = Math.min((left - underWay) / HEAP_FACTOR, heap);
  return {
    /** The memory of all accounts, as estimated by `emulator/domain/account-size.ts`. */
    accounts: accounts * MEBIBYTE,
    account: accounts * ACCOUNT * MEBIBYTE,
    /** The memory of incoming bodies and long responses. */
    underWay: underWay * MEBIBYTE,
  };
}
