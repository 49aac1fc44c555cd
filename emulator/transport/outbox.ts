/** Answers that become ready in one turn of the event loop leave together at its end: a peer that sleeps is woken once, not once for each. */

export interface Outbox<Letter> {
  /** Has it sent at the end of this turn, after what was put in before. */
  put(letter: Letter): void;
  /** Sends at once what waits. */
  readonly flush: () => void;
}

/** An outbox with nothing in it. Sending must not throw. */
export function createOutbox<Letter>(send: (letter: Letter) => void): Outbox<Letter> {
  let waiting: Letter[] = [];
  const flush = (): void => {
    const due = waiting;
    waiting = [];
    for (const letter of due) send(letter);
  };
  return {
    flush,
    put: (letter) => {
      if (waiting.push(letter) === 1) setImmediate(flush);
    },
  };
}
