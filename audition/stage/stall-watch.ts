/** Detects stalls of this process on a busy machine. During a stall, clients wait for responses. */

export interface StallWatch {
  /** Returns whether the process stalled after this time, by `performance.now()`. */
  hasStalledSince(sinceMs: number): boolean;
  close(): void;
}

const BEAT_MS = 100;
/**
 * The shortest stall that matters: half of 5 s, the shortest common timeout of clients. Stories add delays of their
 * own.
 */
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
