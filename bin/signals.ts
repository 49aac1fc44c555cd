/** Handles signals: the first signal stops gracefully, and the second exits immediately. */

import type { Terminal } from './terminal.ts';

const ENDING = ['SIGINT', 'SIGTERM'] as const;
/** The conventional exit statuses for these signals. */
const STATUS = { SIGINT: 130, SIGTERM: 143 } as const;

/** Resolves at the first signal. The second signal exits, and exit handlers end child processes. */
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
 * Runs work that the first signal aborts, so that it can report its results. A second signal ends the process
 * immediately.
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

/** Exits shortly after the work, even if a timer of the user's handlers is still running. */
export function exitSoon(terminal: Terminal): void {
  setTimeout(() => terminal.exit(), GRACE_MS).unref();
}

const GRACE_MS = 250;
