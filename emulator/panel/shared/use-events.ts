/** Follows the stream for as long as a view is shown. */

import { useEffect, useRef } from 'preact/hooks';
import { isGap, type LiveEvent } from '../model/stream-event.ts';
import { onEvents } from '../stream.ts';

/** Calls back with the events of each frame. */
export function useEvents(listener: (events: readonly LiveEvent[]) => void): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => onEvents((events) => latest.current(events)), []);
}

const RELOAD_PAUSE_MS = 300;

/** Calls back soon after events that matter, and after a gap; once for many. */
export function useReload(reload: () => void, matters: (event: LiveEvent) => boolean): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEvents((events) => {
    if (timer.current !== undefined || !events.some((event) => isGap(event) || matters(event))) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      reload();
    }, RELOAD_PAUSE_MS);
  });
}
