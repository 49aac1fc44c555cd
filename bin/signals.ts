/** Handles signals: the first signal stops gracefully, and the second exits immediately. */

import type { ProgressOptions } from '../conformance/text/live-line.ts';
import { progressStyle, widthOf, type Terminal } from './terminal.ts';

const ENDING = ['SIGINT', 'SIGTERM'] as const;
/** The conventional exit statuses for these signals. */
const STATUS = { SIGINT: 130, SIGTERM: 143 } as const;
const TICK_MS = 500;
const GRACE_MS = 250;

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

interface Progress<Event> {
  onEvent(event: Event): void;
  note(text: string): void;
  /** Updates the shown time. */
  tick?(): void;
  end(): void;
}

/**
 * Runs work and shows its progress. The first signal aborts the work, so that it can report its results. A second
 * signal ends the process immediately.
 */
export async function withProgress<Event, Result>(
  create: (options: ProgressOptions) => Progress<Event>,
  work: (onEvent: (event: Event) => void, signal: AbortSignal) => Promise<Result>,
  terminal: Terminal,
): Promise<Result> {
  const { stderr } = terminal;
  const write = (text: string): void => void stderr.write(text);
  const progress = create({ style: progressStyle(terminal), width: widthOf(stderr.columns, 80), write });
  const ticking = setInterval(() => progress.tick?.(), TICK_MS);
  const stopping = new AbortController();
  const stopListening = (): void => ENDING.forEach((signal) => process.removeListener(signal, stop));
  const stop = (): void => {
    stopListening();
    progress.note('Stopping and writing the report. Press Ctrl-C again to quit now.');
    stopping.abort();
  };
  ENDING.forEach((signal) => process.on(signal, stop));
  try {
    return await work((event) => progress.onEvent(event), stopping.signal);
  } finally {
    stopListening();
    clearInterval(ticking);
    progress.end();
  }
}

/** Exits shortly after the work, even if a timer of the user's handlers is still running. */
export function exitSoon(terminal: Terminal): void {
  setTimeout(() => terminal.exit(), GRACE_MS).unref();
}
