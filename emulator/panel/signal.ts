/**
 * Values of the whole page: route, stream and token. If a value changes, the page is drawn again, so that each
 * component shows the current values. A library for this would add a tenth to the panel (decision 0021).
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

/** Calls back after each change of a signal. Returns a function that stops this. */
export function onSignals(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
