/** Detects stalls of this process on a busy machine. During a stall, clients wait for responses. */

export interface StallWatch {
  /** Returns whether the process stalled after this time, by `performance.now()`. */
  hasStalledSince(sinceMs: number): boolean;
  close(): void;
}

const BEAT_MS = 100;
/** Half of 5 s, the shortest common timeout of clients. On top of the delay of a story, such a stall matters. */
const STALL_MS = 2500;

/** Starts to watch. */
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
