/** What comes in during one turn of the event loop, done together at its end. */

/** Takes items, and has each done at the end of its turn, in the order in which they came. What is done must not throw. */
export function batchPerTurn<Item>(act: (item: Item) => void): (item: Item) => void {
  let waiting: Item[] = [];
  const flush = (): void => {
    const due = waiting;
    waiting = [];
    for (const item of due) act(item);
  };
  return (item) => {
    if (waiting.push(item) === 1) setImmediate(flush);
  };
}
