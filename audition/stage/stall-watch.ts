/** Notices when this process stood still: the machine had no time for it, and whoever waited for an answer waited too. */

export interface StallWatch {
  /** Whether it stood still at some time since then, by `performance.now()`. */
  hasStalledSince(sinceMs: number): boolean;
  close(): void;
}

const BEAT_MS = 100;
/** Half of the shortest timeout that clients commonly have, which is 5 s: on top of what a story delays, it matters. */
const STALL_MS = 2500;

/** Watches from now on. */
export function watchStalls(): StallWatch {
  let beatMs = performance.now();
  let stalledMs = -Infinity;
  const look = (): void => {
    const now = performance.now();
    if (now - beatMs > STALL_MS) stalledMs = now;
    beatMs = now;
  };
  const timer = setInterval(look, BEAT_MS).unref();
  return {
    hasStalledSince: (sinceMs) => {
      look();
      return stalledMs >= sinceMs;
    },
    close: () => clearInterval(timer),
  };
}
