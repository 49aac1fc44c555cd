/** Limits how long the kit waits for a response. A server that makes progress is not dead. */

/** The number of bytes within one time limit below which a response only drips. */
const PROGRESS_BYTES = 4096;

export type Patience = ReturnType<typeof createPatience>;

/**
 * Waits for this number of milliseconds, and again after the headers and after each few kilobytes of the body. If
 * nothing more comes, calls `onEnd` with whether the response still dripped or had stopped.
 */
export function createPatience(
  { ms, stalledMs = ms }: { readonly ms: number; readonly stalledMs?: number | undefined },
  onEnd: (dripped: boolean) => void,
) {
  let fresh = 0;
  let limit = ms;
  let last = -Infinity;
  const expire = (): void => onEnd(performance.now() - last < limit / 2);
  let timer = setTimeout(expire, limit);
  const renew = (): void => {
    clearTimeout(timer);
    fresh = 0;
    timer = setTimeout(expire, limit);
  };
  return {
    /** Reports the headers of the response. */
    began: () => {
      limit = stalledMs;
      renew();
    },
    /** Reports this number of bytes of the body. */
    received: (bytes: number) => {
      fresh += bytes;
      last = performance.now();
      if (fresh >= PROGRESS_BYTES) renew();
    },
    end: () => clearTimeout(timer),
  };
}
