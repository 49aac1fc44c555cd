/**
 * Brakes: when a server answers 429 or 503, requests of that kind wait as long as it asked, and then go one at a time,
 * creates that are paid for first. Otherwise all that run side by side would use up their patience on each other.
 */

import { createSemaphore, type Semaphore } from './semaphore.ts';
import { sleep } from './sleep.ts';

export interface Brake {
  /** Whether requests go one at a time. */
  readonly isOn: () => boolean;
  /** The server asks to wait so many milliseconds. */
  hold(ms: number): void;
  /** An answer that does not ask to wait: after a few of them in a row the brake is off again. */
  release(): void;
  /** Waits for its turn and for the end of the pause, then runs the task. */
  turn<Result>(task: () => Promise<Result>, urgent: boolean): Promise<Result>;
  /** Waits for the end of the pause. */
  pause(): Promise<void>;
}

/** Who limits a rate lets fewer through in a row than who was busy for a moment. */
const ANSWERS_IN_A_ROW = 8;

/** One for each kind of request, since a server may limit each on its own. */
export function createBrake(signal: AbortSignal): Brake {
  const single: Semaphore = createSemaphore(1, undefined, signal);
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
      single.run(async () => {
        await pause();
        return task();
      }, urgent),
    pause,
  };
}
