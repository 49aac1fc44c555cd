/** The account's clock as it goes on between two readings. */

import { useEffect, useState } from 'preact/hooks';
import { clockNow, type ReadClock } from '../../model/account-lines.ts';

const TICK_MS = 1000;

/** What the clock reads now; drawn anew each second while it goes. */
export function useClock(read: ReadClock | undefined): number | undefined {
  const [, setTick] = useState(0);
  const isGoing = read !== undefined && read.clock.rate > 0;
  useEffect(() => {
    if (!isGoing) return undefined;
    const timer = setInterval(() => setTick((tick) => tick + 1), TICK_MS);
    return () => clearInterval(timer);
  }, [isGoing]);
  return read && clockNow(read, Date.now());
}
