/** Lets only so many tasks run at a time, and no more than so many begin in a second. */

export interface Gate {
  run<Result>(task: () => Promise<Result>): Promise<Result>;
}

/** `perSecond` undefined means no limit on the rate. */
export function createGate(atOnce: number, perSecond: number | undefined): Gate {
  const waiting: (() => void)[] = [];
  let running = 0;
  let nextStart = 0;

  const enter = async (): Promise<void> => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
    if (perSecond === undefined) return;
    const now = Date.now();
    const start = Math.max(now, nextStart);
    nextStart = start + 1000 / perSecond;
    if (start > now) await new Promise((resolve) => setTimeout(resolve, start - now));
  };
  const leave = (): void => {
    running -= 1;
    waiting.shift()?.();
  };
  return {
    run: async (task) => {
      await enter();
      try {
        return await task();
      } finally {
        leave();
      }
    },
  };
}
