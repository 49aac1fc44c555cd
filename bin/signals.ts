/** Signals: the first one stops in good order, the second one exits at once. */

import type { Terminal } from './terminal.ts';

const ENDING = ['SIGINT', 'SIGTERM'] as const;
/** The exit statuses that shells report for these signals. */
const STATUS = { SIGINT: 130, SIGTERM: 143 } as const;

/** Resolves at the first signal; a second one exits, and exit handlers end child processes. */
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

/**
 * Runs what the first signal stops by an abort, so that it can report what it has. From then on nothing listens: a
 * second signal ends the process at once.
 */
export async function whileStoppable<Result>(
  note: (text: string) => void,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const stopping = new AbortController();
  const stopListening = (): void => ENDING.forEach((signal) => process.removeListener(signal, stop));
  const stop = (): void => {
    stopListening();
    note('Stopping and writing the report. Press Ctrl-C again to quit now.');
    stopping.abort();
  };
  ENDING.forEach((signal) => process.on(signal, stop));
  try {
    return await work(stopping.signal);
  } finally {
    stopListening();
  }
}

/** Exits a moment after all is done, even if a timer in the user's handlers is still running. */
export function exitSoon(terminal: Terminal): void {
  setTimeout(() => terminal.exit(), GRACE_MS).unref();
}

const GRACE_MS = 250;
