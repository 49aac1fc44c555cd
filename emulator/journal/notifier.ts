/** Wakes those who wait for something to happen in an account, without anybody polling. */

export interface Notifier<Name> {
  /** Wakes the waiting once the event loop gets there, so that a burst wakes them once. */
  readonly ring: (name: Name) => void;
  /** Begins to listen. */
  readonly listen: (name: Name) => Listener;
}

export interface Listener {
  /** Resolves at the next ring (one since the last time counts), after so many milliseconds, or when the signal aborts. */
  next(ms: number, signal?: AbortSignal): Promise<void>;
  close(): void;
}

/** The longest time that a timer takes. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Notifier that nobody listens to yet. */
export function createNotifier<Name>(): Notifier<Name> {
  const listening = new Map<Name, Set<() => void>>();
  return {
    ring: (name) => {
      const wakes = listening.size === 0 ? undefined : listening.get(name);
      if (wakes !== undefined) setImmediate(() => wakes.forEach((wake) => wake()));
    },
    listen: (name) => {
      let hasRung = false;
      let resolve = (): void => undefined;
      const wake = (): void => {
        hasRung = true;
        resolve();
      };
      const wakes = listening.get(name) ?? new Set();
      listening.set(name, wakes.add(wake));
      return {
        next: async (ms, signal) => {
          if (!hasRung) await rung({ ms, signal, onStart: (then) => (resolve = then) });
          hasRung = false;
        },
        close: () => {
          wakes.delete(wake);
          if (wakes.size === 0 && listening.get(name) === wakes) listening.delete(name);
        },
      };
    },
  };
}

interface Waiting {
  readonly ms: number;
  readonly signal: AbortSignal | undefined;
  readonly onStart: (resolve: () => void) => void;
}

function rung({ ms, signal, onStart }: Waiting): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, Math.min(Math.max(ms, 0), LONGEST_TIMER));
    signal?.addEventListener('abort', end, { once: true });
    if (signal?.aborted === true) end();
    else onStart(end);
  });
}
