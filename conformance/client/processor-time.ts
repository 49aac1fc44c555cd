/** Bounds work by the CPU time that it takes, so that a busy machine does not make it look endless. */

/** The shortest pause between two looks at the CPU time. */
const SHORTEST_PAUSE_MS = 50;

export interface WorkBounds {
  /** The CPU time of all threads of this process. */
  readonly spentMs: number;
  /** The elapsed time, however busy the machine is. */
  readonly passedMs: number;
}

/** Calls back when this much time was spent, or has passed. The returned function cancels the call. */
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
