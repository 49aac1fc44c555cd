/** A byte budget. `take` fails if the budget is exhausted. */

export interface MemoryBudget {
  /** Reserves bytes until `giveBack`. Returns false without reserving any if fewer bytes are left. */
  readonly take: (bytes: number) => boolean;
  readonly giveBack: (bytes: number) => void;
}

/** Creates a budget of `most` bytes. */
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
  };
}
