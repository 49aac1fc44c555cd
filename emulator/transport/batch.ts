/** Runs what arrives within one turn of the event loop as one batch. */

/** Takes items, and runs each at the end of its turn, in the order of their arrival. Running one must not throw. */
export function batchPerTurn<Item>(run: (item: Item) => void): (item: Item) => void {
  let batch: Item[] = [];
  const flush = (): void => {
    const due = batch;
    batch = [];
    for (const item of due) run(item);
  };
  return (item) => {
    if (batch.push(item) === 1) setImmediate(flush);
  };
}
