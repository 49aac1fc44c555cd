/** Bounds work by the CPU time that it takes, so that a busy machine does not make it look endless. */

/** However little is left, it is not looked at more often than this. */
const SHORTEST_PAUSE_MS = 50;

export interface WorkBounds {
  /** CPU time of this process, all its threads together. */
  readonly spentMs: number;
  /** Time that passes, however busy the machine is. */
  readonly passedMs: number;
}

/** Calls back once so much time was spent, or has passed, from now on; the answer ends that. */
export function onceSpent(callBack: () => void, { spentMs, passedMs }: WorkBounds): () => void {
  const before = process.cpuUsage();
  const latest = performance.now() + passedMs;
  const check = (): void => {
    const { user, system } = process.cpuUsage(before);
    const leftMs = Math.min(spentMs - (user + system) / 1000, latest - performance.now());
    if (leftMs <= 0) callBack();
    else timer = setTimeout(check, Math.max(SHORTEST_PAUSE_MS, leftMs));
  };
  let timer = setTimeout(check, Math.min(spentMs, passedMs));
  return () => clearTimeout(timer);
}
