/** So many bytes at once, for all who ask; whoever asks for more than is left gets none. */

export interface MemoryBudget {
  /** Whether there was room; then it is taken until it is given back. */
  readonly take: (bytes: number) => boolean;
  readonly giveBack: (bytes: number) => void;
  /** Bytes that are taken now. */
  readonly taken: () => number;
}

/** A budget of which nothing is taken. */
export function createMemoryBudget(most: number): MemoryBudget {
  let taken = 0;
  return {
    take: (bytes) => {
      if (taken + bytes > most) return false;
      taken += bytes;
      return true;
    },
    giveBack: (bytes) => {
      taken -= bytes;
    },
    taken: () => taken,
  };
}
