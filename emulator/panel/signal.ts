/**
 * A value of the whole page, such as the route. If it changes, the page is drawn again, so each component shows the
 * current value. A library for this would make the panel a tenth larger (decision 0021).
 */

const listeners = new Set<() => void>();

/** Creates a value whose changes draw the page again. */
export function pageSignal<Value>(initial: Value) {
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

/** Calls back after each change of a signal. Returns a function that stops the calls. */
export function onSignals(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
