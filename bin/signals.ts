/** Signals: the first asks for an orderly end, the second ends at once. */

const ENDING = ['SIGINT', 'SIGTERM'] as const;
/** What shells report for a process that a signal ended. */
const STATUS = { SIGINT: 130, SIGTERM: 143 } as const;

/** Resolves at the first signal; a second one ends the process, and its exit handlers end its children. */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    let isEnding = false;
    for (const signal of ENDING) {
      process.on(signal, () => {
        if (isEnding) process.exit(STATUS[signal]);
        isEnding = true;
        resolve();
      });
    }
  });
}

/** All is done. A timer of the user's, in a file with handlers, would keep the process for ever. */
export function leave(): void {
  setTimeout(() => process.exit(), MOST_MS).unref();
}

const MOST_MS = 250;
