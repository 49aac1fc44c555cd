/** Loads data from the control API when a view appears, and again after each relevant event. */

import { useEffect, useRef, useState } from 'preact/hooks';
import { note, showProblem } from '../server.ts';
import { onEvents, type LiveEvent } from '../stream.ts';

/** Calls back with each batch of events, while a view is shown. */
export function useEvents(listener: (events: readonly LiveEvent[]) => void): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => onEvents((events) => latest.current(events)), []);
}

const RELOAD_PAUSE_MS = 300;

/** Returns whether the data changes with an event. */
type Matters = (event: LiveEvent) => boolean;

/** Loads data, and again if `key` changes, after relevant events, and after a gap in the stream. */
export function useLoaded<Data>(load: () => Promise<Data>, matters: Matters = () => false, key = '') {
  const [{ data, cause }, setShown] = useState<{ readonly data?: Data; readonly cause?: Error }>({});
  const latest = useRef(load);
  latest.current = load;
  const { current: turns } = useRef({ started: 0, shown: 0 });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const read = (): void => {
    const turn = ++turns.started;
    const show = (change: Parameters<typeof setShown>[0], problem?: Error): void => {
      // A slow response does not replace the response to a later request.
      if (turn < turns.shown) return;
      turns.shown = turn;
      setShown(change);
      // Without a status, the server does not answer, and the state of the stream shows this.
      if (problem?.cause !== undefined && !note.value.problem) showProblem(problem);
    };
    latest.current().then(
      (loaded) => show({ data: loaded }),
      (cause: Error) => show((before) => ({ ...before, cause }), cause),
    );
  };
  // Several calls load the data once, so an action and its event cause one request.
  const reload = (): void => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      read();
    }, RELOAD_PAUSE_MS);
  };
  useEffect(read, [key]);
  const stop = (): void => {
    clearTimeout(timer.current);
    turns.shown = Infinity;
  };
  useEffect(() => stop, []);
  useEvents((events) => {
    if (events.some((event) => event.type === 'gap' || matters(event))) reload();
  });
  return { data, cause };
}
