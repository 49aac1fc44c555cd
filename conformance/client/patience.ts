/** How long the kit waits for an answer: a server that makes progress is not a dead one. */

/** Fewer bytes within one time limit are a drip, and no progress. */
const PROGRESS_BYTES = 4096;

export interface Patience {
  /** The headers of the answer came. */
  began(): void;
  /** So many bytes of the body came. */
  received(bytes: number): void;
  end(): void;
}

/**
 * Waits for so many milliseconds, and as long again after the headers and after each few kilobytes of the body. When
 * nothing more came, calls `onEnd` with whether the answer still dripped, or had stopped altogether.
 */
export function createPatience(
  { ms, stalledMs = ms }: { readonly ms: number; readonly stalledMs?: number | undefined },
  onEnd: (dripped: boolean) => void,
): Patience {
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
    began: () => {
      limit = stalledMs;
      renew();
    },
    received: (bytes) => {
      fresh += bytes;
      last = performance.now();
      if (fresh >= PROGRESS_BYTES) renew();
    },
    end: () => clearTimeout(timer),
  };
}
