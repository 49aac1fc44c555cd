/**
 * Slows down requests after 429 or 503. Requests of the same kind wait as long as the server asked, and then go one at
 * a time, paid creates first. Otherwise parallel requests would use up their patience on each other.
 */

import { createSemaphore, type Semaphore } from '../../lib/semaphore.ts';
import { sleep } from './sleep.ts';

export interface Brake {
  /** Whether requests go one at a time. */
  readonly isOn: () => boolean;
  /** Waits this number of milliseconds, because the server asked for it. */
  hold(ms: number): void;
  /** Counts a response that does not ask to wait. After a few of them in a row, the brake is off again. */
  release(): void;
  /** Waits for its turn and for the end of the pause, then runs the task. */
  turn<Result>(task: () => Promise<Result>, urgent: boolean): Promise<Result>;
  /** Waits for the end of the pause. */
  pause(): Promise<void>;
}

/** A rate limiter accepts fewer requests in a row than a server that was busy for a moment. */
const ANSWERS_IN_A_ROW = 8;

/** Creates a brake for one kind of request, since a server may limit each kind separately. */
export function createBrake(signal: AbortSignal): Brake {
  const single: Semaphore = createSemaphore(1);
  let until = 0;
  let answers = ANSWERS_IN_A_ROW;
  const pause = async (): Promise<void> => {
    for (let left = until - performance.now(); left > 0 && !signal.aborted; left = until - performance.now())
      await sleep(left, signal);
  };
  return {
    isOn: () => answers < ANSWERS_IN_A_ROW,
    hold: (ms) => {
      answers = 0;
      until = Math.max(until, performance.now() + ms);
    },
    release: () => (answers += 1),
    turn: (task, urgent) =>
      single.run(
        async () => {
          await pause();
          return task();
        },
        { rank: urgent ? -1 : 0 },
      ),
    pause,
  };
}
