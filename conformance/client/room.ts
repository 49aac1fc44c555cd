/** Bounds the bytes of large bodies that memory holds at once. */

/** The room of one exchange. */
export interface Room {
  /** Waits until so many bytes fit, or until no other exchange has room. Gives back what the exchange had before. */
  take(bytes: number): Promise<void>;
  /** Gives all of it back. The exchange gets no more room. */
  leave(): void;
}

/** Returns a function that opens a room for an exchange. The first that waits is the first to get room. */
export function createRooms(most: number): () => Room {
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
      take: async (bytes) => {
        giveBack();
        await new Promise<void>((enter) => {
          waiting.push({ bytes, enter });
          admit();
        });
        own = bytes;
        if (isOver) giveBack();
      },
      leave: () => {
        isOver = true;
        giveBack();
      },
    };
  };
}
