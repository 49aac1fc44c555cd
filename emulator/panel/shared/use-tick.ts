/** Draws a view again now and then: "40 s ago" grows older, and a clock goes on, without a request. */

import { useEffect, useState } from 'preact/hooks';

/** Undefined while nothing changes by itself. */
export function useTick(everyMs: number | undefined): void {
  const [, setTick] = useState(0);
  useEffect(() => {
    if (everyMs === undefined) return undefined;
    const timer = setInterval(() => setTick((before) => before + 1), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}
