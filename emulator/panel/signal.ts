/**
 * A value of the whole page, such as the route. If it changes, the page is drawn again, so each component shows the
 * current value. A library for this would make the panel a tenth larger (decision 0021).
 */

export interface PageSignal<Value> {
  value: Value;
}

const listeners = new Set<() => void>();

/** Creates a value whose changes draw the page again. `keep` stores each new value. */
export function pageSignal<Value>(initial: Value, keep?: (value: Value) => void): PageSignal<Value> {
  let current = initial;
  return {
    get value() {
      return current;
    },
    set value(next) {
      if (Object.is(next, current)) return;
      current = next;
      keep?.(next);
      for (const listener of listeners) listener();
    },
  };
}

/** Creates a value that the browser keeps as a text. If the browser blocks storage, the text lasts until a reload. */
export function keptSignal(storage: 'localStorage' | 'sessionStorage', name: string): PageSignal<string> {
  const kept = tried(() => globalThis[storage].getItem(name));
  return pageSignal(kept ?? '', (text) => tried(() => globalThis[storage].setItem(name, text)));
}

/** Returns undefined if the browser blocks storage. */
function tried<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}

/** Calls back after each change of a signal. Returns a function that stops the calls. */
export function onSignals(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
