/** A byte budget: `take` fails when the budget is exhausted. */

export interface MemoryBudget {
  /** Takes bytes until `giveBack`. Returns false, and takes nothing, if fewer bytes are left. */
  readonly take: (bytes: number) => boolean;
  readonly giveBack: (bytes: number) => void;
  /** The bytes that are taken now. */
  readonly taken: () => number;
}

/** Makes a budget of `most` bytes. */
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
