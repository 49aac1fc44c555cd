/** Repeats requests after 429 and 503 within the patience of the run, one at a time during a requested pause. */

import { createSemaphore } from '../../lib/semaphore.ts';
import { header } from './exchange.ts';
import { pauseBefore } from './retry-after.ts';
import { sleep } from './sleep.ts';
import type { Sent, Spec } from './spec.ts';
import { isFailure, type WireResult } from './transport.ts';

/** The result of one attempt. */
export type Attempt = Sent & { readonly wire: WireResult };

/** Sends once. `superseded` decides from a response whether the request is sent again. */
type SendOnce = (spec: Spec, url: URL, superseded: (answer: WireResult) => boolean) => Promise<Attempt>;

interface Options {
  /** The limit for all pauses of one request. */
  readonly patienceMs: number;
  readonly signal: AbortSignal;
  /** Receives the reason before each pause. */
  waiting(reason: string): void;
}

/** Creates a function that sends a request until it has a response or its patience ends. */
export function createRetrying(options: Options, once: SendOnce): (spec: Spec, url: URL) => Promise<Attempt> {
  const brakes = new Map<string, Brake>();
  /** The brakes on which a request has run out of patience. Requests on them do not wait again. */
  const starved = new Set<Brake>();
  const brakeFor = ({ method, path, key }: Spec): Brake => {
    const kind = `${method} ${path.endsWith('/content') ? 'content' : ''} ${key ?? ''}`;
    const brake = brakes.get(kind) ?? createBrake(options.signal);
    brakes.set(kind, brake);
    return brake;
  };

  return async (spec, url) => {
    const brake = brakeFor(spec);
    let left = spec.impatient === true ? -1 : options.patienceMs;
    let attempt = 0;
    /** Resolves to undefined if the request waits as the server asked. */
    const attemptOnce = async (): Promise<Attempt | undefined> => {
      attempt += 1;
      let pause = 0;
      if (starved.has(brake)) left = -1;
      const sent = await once(spec, url, (wire) => {
        pause = busyPause(wire, attempt) ?? (isOnceSlow(wire, spec, attempt) ? 0 : Infinity);
        return pause <= left;
      });
      const isAsked = busyPause(sent.wire, attempt) !== undefined;
      if (!isAsked) brake.release();
      if (pause > left) {
        if (isAsked && left >= 0) starved.add(brake);
        return sent;
      }
      left -= pause;
      if (isAsked) brake.hold(pause);
      if (pause > 0)
        options.waiting(`${spec.method} ${spec.path}: the server asks to wait ${Math.ceil(pause / 1000)} s`);
      return undefined;
    };
    /** Keeps its turn until it has a response, so that later requests do not use up the result of the pause. */
    const untilAnswered = async (): Promise<Attempt> => {
      for (;;) {
        const answered = await attemptOnce();
        if (answered !== undefined) return answered;
        await brake.pause();
      }
    };
    const first = spec.impatient === true || !brake.isOn() ? await attemptOnce() : undefined;
    return first ?? brake.turn(untilAnswered, spec.urgent === true);
  };
}

type Brake = ReturnType<typeof createBrake>;

/** A rate limiter accepts fewer requests in a row than a server that was busy for a moment. */
const ANSWERS_IN_A_ROW = 8;

/**
 * Creates a brake for one kind of request, since a server may limit each kind separately. After 429 or 503, requests of
 * that kind wait as long as the server asked. Then they go one at a time, paid creates first. Otherwise parallel
 * requests would use up their patience on each other.
 */
export function createBrake(signal: AbortSignal) {
  const single = createSemaphore(1);
  let until = 0;
  let answers = ANSWERS_IN_A_ROW;
  const pause = async (): Promise<void> => {
    for (let left = until - performance.now(); left > 0 && !signal.aborted; left = until - performance.now())
      await sleep(left, signal);
  };
  return {
    /** Returns whether requests go one at a time. */
    isOn: () => answers < ANSWERS_IN_A_ROW,
    /** Waits this number of milliseconds, because the server asked for it. */
    hold: (ms: number) => {
      answers = 0;
      until = Math.max(until, performance.now() + ms);
    },
    /** Counts a response that does not ask to wait. After a few of them in a row, the brake is off again. */
    release: () => void (answers += 1),
    /** Waits for its turn and for the end of the pause, then runs the task. */
    turn: <Result>(task: () => Promise<Result>, urgent: boolean): Promise<Result> =>
      single.run(
        async () => {
          await pause();
          return task();
        },
        { rank: urgent ? -1 : 0 },
      ),
    /** Waits for the end of the pause. */
    pause,
  };
}

function busyPause(wire: WireResult, attempt: number): number | undefined {
  if (isFailure(wire) || (wire.status !== 429 && wire.status !== 503)) return undefined;
  return pauseBefore(attempt, header(wire, 'retry-after'), Date.now());
}

/** Returns whether a first attempt timed out that may be repeated at no cost: a read, or a create without credits. */
function isOnceSlow(wire: WireResult, { method, key }: Spec, attempt: number): boolean {
  const isFree = method === 'GET' || method === 'HEAD' || key === undefined || key === 'poor';
  return attempt === 1 && isFree && isFailure(wire) && wire.kind === 'timeout';
}
