/**
 * A value of the whole page, such as the route. If it changes, the page is drawn again, so each component shows the
 * current value. A library for this would make the panel a tenth larger (decision 0021).
 */

let draw = (): void => undefined;

/** Creates a value whose changes draw the page again. */
export function pageSignal<Value>(initial: Value) {
  let current = initial;
  return {
    get value() {
      return current;
    },
    set value(next) {
      current = next;
      draw();
    },
  };
}

/** Draws the page now, and after each change of a signal. */
export function drawOnSignals(drawPage: () => void): void {
  draw = drawPage;
  draw();
}
