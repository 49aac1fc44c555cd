/** Sends again after 429 and 503: within the patience of the run, and one at a time while the server asks to wait. */

import { createBrake, type Brake } from './brake.ts';
import { header } from './exchange.ts';
import { pauseBefore } from './retry-after.ts';
import type { Sent, Spec } from './spec.ts';
import { isFailure, type WireResult } from './transport.ts';

/** What came of sending once. */
export type Attempt = Sent & { readonly wire: WireResult };

/** Sends once; `superseded` says of an answer whether the request is sent again. */
type SendOnce = (spec: Spec, url: URL, superseded: (answer: WireResult) => boolean) => Promise<Attempt>;

interface Options {
  /** The limit for all pauses of one request. */
  readonly patienceMs: number;
  readonly signal: AbortSignal;
  /** Called with the reason before each pause. */
  waiting(reason: string): void;
}

/** Returns what sends until there is an answer, or no more patience. */
export function createRetrying(options: Options, once: SendOnce): (spec: Spec, url: URL) => Promise<Attempt> {
  const brakes = new Map<string, Brake>();
  const starved = new Set<Brake>();
  const brakeFor = ({ method, path, key }: Spec): Brake => {
    const kind = `${method} ${path.endsWith('/content') ? 'content' : ''} ${key ?? ''}`;
    const brake = brakes.get(kind) ?? createBrake(options.signal);
    brakes.set(kind, brake);
    return brake;
  };

  return async (spec, url) => {
    const brake = brakeFor(spec);
    const attempt = attempts({ spec, url, once, brake, starved, options });
    /** Keeps its turn until it has an answer: who came later may not use up what the pause has brought. */
    const untilAnswered = async (): Promise<Attempt> => {
      for (;;) {
        const answered = await attempt();
        if (answered !== undefined) return answered;
        await brake.pause();
      }
    };
    const first = spec.impatient === true || !brake.isOn() ? await attempt() : undefined;
    return first ?? brake.turn(untilAnswered, spec.urgent === true);
  };
}

interface Attempting {
  readonly spec: Spec;
  readonly url: URL;
  readonly once: SendOnce;
  readonly brake: Brake;
  /** Where patience has ended once, nothing waits again. */
  readonly starved: Set<Brake>;
  readonly options: Options;
}

/** One attempt after the other; nothing comes back where the server asks to wait and the request does. */
function attempts({ spec, url, once, brake, starved, options }: Attempting): () => Promise<Attempt | undefined> {
  let left = spec.impatient === true ? -1 : options.patienceMs;
  let attempt = 0;
  return async () => {
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
    if (pause > 0) options.waiting(`${spec.method} ${spec.path}: the server asks to wait ${Math.ceil(pause / 1000)} s`);
    return undefined;
  };
}

function busyPause(wire: WireResult, attempt: number): number | undefined {
  if (isFailure(wire) || (wire.status !== 429 && wire.status !== 503)) return undefined;
  return pauseBefore(attempt, header(wire, 'retry-after'), Date.now());
}

/** One answer that was too slow; whoever only looks may ask again, and so may whoever cannot pay. */
function isOnceSlow(wire: WireResult, { method, key }: Spec, attempt: number): boolean {
  const isFree = method === 'GET' || method === 'HEAD' || key === undefined || key === 'poor';
  return attempt === 1 && isFree && isFailure(wire) && wire.kind === 'timeout';
}
