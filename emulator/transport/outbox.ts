/** Answers that become ready in one turn of the event loop leave together at its end: a peer that sleeps is woken once, not once for each. */

export interface Outbox {
  /** Does it at the end of this turn, after what was put in before. */
  put(send: () => void): void;
  /** Does at once what waits. */
  readonly flush: () => void;
}

/** An outbox with nothing in it. */
export function createOutbox(): Outbox {
  let waiting: (() => void)[] = [];
  const flush = (): void => {
    const due = waiting;
    waiting = [];
    for (const send of due) send();
  };
  return {
    flush,
    put: (send) => {
      if (waiting.push(send) === 1) setImmediate(flush);
    },
  };
}
