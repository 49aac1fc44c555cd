/** The account's clock as it goes on between two readings. */

import { clockNow, type ReadClock } from '../model/account-lines.ts';
import { useTick } from '../shared/use-tick.ts';

const TICK_MS = 1000;

/** What the clock reads now; drawn anew each second while it goes. */
export function useClock(read: ReadClock | undefined): number | undefined {
  useTick(read !== undefined && read.clock.rate > 0 ? TICK_MS : undefined);
  return read && clockNow(read, Date.now());
}
