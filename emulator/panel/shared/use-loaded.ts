/** Loads data from the control API when a view appears, and again after each relevant event. */

import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { PanelProblem, problemText } from '../api.ts';

export interface Loaded<Data> {
  /** The data. Undefined until the first response. */
  readonly data: Data | undefined;
  readonly problem: string | undefined;
  /** Whether the server responded with 404. */
  readonly isGone: boolean;
  readonly reload: () => void;
}

/**
 * Loads data with a function, and again if a value in `on` changes. A reload during a load starts after the load, so
 * the view shows each response.
 */
export function useLoaded<Data>(load: () => Promise<Data>, on: readonly unknown[]): Loaded<Data> {
  const [data, setData] = useState<Data>();
  const [cause, setCause] = useState<unknown>();
  const latest = useRef(load);
  latest.current = load;
  const read = useRef(() => {});
  useEffect(() => {
    const state = { isOver: false, isLoading: false, isAskedAgain: false };
    read.current = () => {
      state.isAskedAgain = state.isLoading;
      if (state.isLoading) return;
      state.isLoading = true;
      const show = (change: () => void): void => {
        state.isLoading = false;
        if (state.isOver) return;
        change();
        if (state.isAskedAgain) read.current();
      };
      latest.current().then(
        (loaded) =>
          show(() => {
            setData(() => loaded);
            setCause(undefined);
          }),
        (thrown: unknown) => show(() => setCause(thrown)),
      );
    };
    read.current();
    return () => {
      state.isOver = true;
    };
  }, on);
  const problem = cause === undefined ? undefined : problemText(cause);
  const isGone = cause instanceof PanelProblem && cause.status === 404;
  return { data, problem, isGone, reload: useCallback(() => read.current(), []) };
}
