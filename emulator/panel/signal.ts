/**
 * Values that the whole page stands on: route, stream, token. The page is drawn again when one changes, so whatever
 * reads one while it is drawn shows what it is. (A library for this would be a tenth of the panel: decision 0021.)
 */

export interface PageSignal<Value> {
  value: Value;
}

const listeners = new Set<() => void>();

/** A value whose changes draw the page again. */
export function pageSignal<Value>(initial: Value): PageSignal<Value> {
  let current = initial;
  return {
    get value() {
      return current;
    },
    set value(next) {
      if (Object.is(next, current)) return;
      current = next;
      for (const listener of listeners) listener();
    },
  };
}

/** Calls back after each change of any of them; returns how to stop. */
export function onSignals(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
