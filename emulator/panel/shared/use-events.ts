/** Listens to the stream while a view is shown. */

import { useCallback, useEffect, useRef } from 'preact/hooks';
import { isGap, type LiveEvent } from '../model/stream-event.ts';
import { onEvents } from '../stream.ts';

/** Calls back with the events since the last frame. */
export function useEvents(listener: (events: readonly LiveEvent[]) => void): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => onEvents((events) => latest.current(events)), []);
}

const RELOAD_PAUSE_MS = 300;

/**
 * Calls back soon after relevant events and after a gap, once for several. Returns a function that requests the same
 * call, so that an action and its event cause one reload.
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
