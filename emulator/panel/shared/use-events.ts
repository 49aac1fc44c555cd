/** Follows the stream for as long as a view is shown. */

import { useCallback, useEffect, useRef } from 'preact/hooks';
import { isGap, type LiveEvent } from '../model/stream-event.ts';
import { onEvents } from '../stream.ts';

/** Calls back with the events of each frame. */
export function useEvents(listener: (events: readonly LiveEvent[]) => void): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => onEvents((events) => latest.current(events)), []);
}

const RELOAD_PAUSE_MS = 300;

/**
 * Calls back soon after events that matter, and after a gap; once for many. Returns how to ask for the same by hand: an
 * action and its event then cause one reload.
 */
export function useReload(reload: () => void, matters: (event: LiveEvent) => boolean): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(reload);
  latest.current = reload;
  useEffect(() => () => clearTimeout(timer.current), []);
  const soon = useCallback((): void => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      latest.current();
    }, RELOAD_PAUSE_MS);
  }, []);
  useEvents((events) => {
    if (events.some((event) => isGap(event) || matters(event))) soon();
  });
  return soon;
}
