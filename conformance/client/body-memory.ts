/** Bounds the memory that the bodies of all exchanges take at once. */

/** The memory of one exchange. */
export interface MemoryShare {
  /** Releases the earlier reservation, and waits until the bytes fit or no other exchange holds memory. */
  reserve(bytes: number): Promise<void>;
  /** Releases the reservation for good. */
  release(): void;
}

/** Returns a function that opens the share of an exchange. Exchanges get memory in the order in which they ask. */
export function createBodyMemory(most: number): () => MemoryShare {
  const waiting: { readonly bytes: number; readonly enter: () => void }[] = [];
  let held = 0;
  const admit = (): void => {
    for (let [next] = waiting; next !== undefined && (held === 0 || held + next.bytes <= most); [next] = waiting) {
      waiting.shift();
      held += next.bytes;
      next.enter();
    }
  };
  return () => {
    let [own, isOver] = [0, false];
    const giveBack = (): void => {
      held -= own;
      own = 0;
      admit();
    };
    return {
      reserve: async (bytes) => {
        giveBack();
        await new Promise<void>((enter) => {
          waiting.push({ bytes, enter });
          admit();
        });
        own = bytes;
        if (isOver) giveBack();
      },
      release: () => {
        isOver = true;
        giveBack();
      },
    };
  };
}
