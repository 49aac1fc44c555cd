/** Bounds how many plays run at once. All rounds and all steps of shrinking share the slots. */

export interface Slots {
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

export function createSlots(most: number): Slots {
  let free = most;
  const waiting: (() => void)[] = [];
  return {
    run: async (work) => {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next === undefined) free += 1;
        else next();
      }
    },
  };
}
