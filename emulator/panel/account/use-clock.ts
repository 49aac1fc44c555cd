/** The clock of an account as it goes on between two readings. */

import { clockNow, type ReadClock } from '../model/account-lines.ts';
import { useTick } from '../shared/parts.tsx';

const TICK_MS = 1000;

/** The reading of the clock; drawn anew each second while it runs. */
export function useClock(read: ReadClock | undefined): number | undefined {
  useTick(read !== undefined && read.clock.rate > 0 ? TICK_MS : undefined);
  return read && clockNow(read, Date.now());
}
