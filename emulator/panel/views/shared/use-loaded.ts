/** What a view shows from the control API: loaded when it appears, and again when it is asked to. */

import { useCallback, useEffect, useState } from 'preact/hooks';
import { problemText } from '../../api.ts';

export interface Loaded<Data> {
  /** Undefined until it came for the first time. */
  readonly data: Data | undefined;
  readonly problem: string | undefined;
  readonly reload: () => void;
}

/** Loads by a function; `on` says what it depends on. Of answers that overtake each other the latest asked counts. */
export function useLoaded<Data>(load: () => Promise<Data>, on: readonly unknown[]): Loaded<Data> {
  const [data, setData] = useState<Data>();
  const [problem, setProblem] = useState<string>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isOver = false;
    load().then(
      (loaded) => {
        if (isOver) return;
        setData(() => loaded);
        setProblem(undefined);
      },
      (cause: unknown) => {
        if (!isOver) setProblem(problemText(cause));
      },
    );
    return () => {
      isOver = true;
    };
  }, [...on, round]);
  return { data, problem, reload: useCallback(() => setRound((before) => before + 1), []) };
}
