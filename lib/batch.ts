/** Collects the items of one turn of the event loop. */

export interface Batch<Item> {
  /** Adds an item, and returns the number of items in the batch. */
  add(item: Item): number;
  /** Runs the batch now. */
  flush(): void;
}

/** Creates a batch that runs at the end of each turn, with the items in order of arrival. `run` must not throw. */
export function batchPerTurn<Item>(run: (items: readonly Item[]) => void): Batch<Item> {
  let batch: Item[] = [];
  const flush = (): void => {
    const due = batch;
    if (due.length > 0) batch = [];
    run(due);
  };
  return {
    add: (item) => {
      const count = batch.push(item);
      if (count === 1) setImmediate(flush);
      return count;
    },
    flush,
  };
}
