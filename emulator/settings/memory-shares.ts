/** Divides the memory of the process among what takes it, so that all bounds together stay below one total. */

import { getHeapStatistics } from 'node:v8';
import { SettingsError } from './settings-error.ts';
import type { Settings } from './settings.ts';

export interface MemoryShares {
  /** Of all accounts, as estimated by `emulator/domain/account-size.ts`. */
  readonly accounts: number;
  readonly account: number;
  /** Bodies that arrive, long answers that leave. */
  readonly underWay: number;
}

const MEBIBYTE = 2 ** 20;
/** Node with all code loaded, connections, and what the collector has not freed yet. */
const NODE = 256;
/** What has to be left for accounts and what is under way. */
const LEAST = 128;
/** The heap grows to so many times of what lives in it, until it is collected. */
const HEAP_FACTOR = 1.5;

/** What one account may have of the share of all. */
const ACCOUNT = 0.75;

type Parts = Pick<Settings, 'totalMebibytes' | 'memoryMebibytes' | 'journalMebibytes'>;

/** The shares; throws a SettingsError where clips and journal leave nothing of the total. */
export function memoryShares({ totalMebibytes, memoryMebibytes, journalMebibytes }: Parts): MemoryShares {
  const left = totalMebibytes - NODE - memoryMebibytes - journalMebibytes;
  if (left < LEAST) {
    const needed = NODE + memoryMebibytes + journalMebibytes + LEAST;
    // A proxy keeps no clips, and has no setting for them.
    const clips = memoryMebibytes === 0 ? '' : `memoryMebibytes ${memoryMebibytes}, `;
    const message = `must be at least ${needed}: Node takes ${NODE}, ${clips}journalMebibytes ${journalMebibytes}, and accounts need ${LEAST}`;
    throw new SettingsError(message, { path: 'totalMebibytes' });
  }
  const underWay = left / 4;
  // Node gives a heap less than this where the machine has little memory; --max-old-space-size sets it.
  const heap = getHeapStatistics().heap_size_limit / MEBIBYTE / 2;
  const accounts = Math.min((left - underWay) / HEAP_FACTOR, heap);
  return { accounts: accounts * MEBIBYTE, account: accounts * ACCOUNT * MEBIBYTE, underWay: underWay * MEBIBYTE };
}
