/** Takes requests down, at the end of each turn of the event loop. */

import type { Identity } from './retries.ts';
import type { Completion } from './log.ts';
import type { AnsweredRequest, Receipt } from './answered-request.ts';
import { identityOf } from './retry-identity.ts';
import { EntryEncoder, type Delivery } from './entry-encoder.ts';
import type { RedactorFor } from './redact.ts';
import { capture, type Told } from './capture.ts';

export interface RecorderOptions {
  readonly redactorFor: RedactorFor;
  readonly realNow: () => number;
  readonly monotonic: () => number;
  readonly reportCrash: (cause: unknown) => void;
  /** Characters kept of a body. */
  readonly bodyLimit: number;
  /** Gives what a pen holds its place. */
  readonly append: (pen: EntryEncoder, identity: Identity) => Completion;
  /** Hears of the account of an entry that became complete after it was encoded. */
  readonly completed: (account: string | null) => void;
}

/** Takes requests down. */
export interface RequestWriter {
  readonly record: (told: AnsweredRequest) => Receipt;
  /** Writes what waits to be encoded; whoever reads entries asks for this first. */
  readonly settle: () => void;
}

/** A scribe who writes at the end of each turn of the event loop: what is encoded in a row takes half the time. */
export function createRecorder(options: RecorderOptions): RequestWriter {
  const desk: Desk = { ...options, pen: new EntryEncoder() };
  let waiting: Slip[] = [];
  const settle = (): void => {
    const due = waiting;
    if (due.length > 0) waiting = [];
    for (const slip of due) {
      try {
        slip.settle();
      } catch (cause) {
        options.reportCrash(cause);
      }
    }
  };
  return {
    settle,
    record: (told) => {
      const slip = new Slip(desk, told);
      const count = waiting.push(slip);
      if (count === 1) setImmediate(settle);
      if (count === MOST_WAITING) settle();
      return slip;
    },
  };
}

/** With timers that stand still, as in some tests, no turn ends. */
const MOST_WAITING = 64;

/** What every slip is encoded with. */
interface Desk extends RecorderOptions {
  readonly pen: EntryEncoder;
}

/** What was told of one request, until it is encoded; and how to add to what was encoded. */
class Slip implements Receipt {
  readonly #desk: Desk;
  readonly #startedAt: number;
  readonly #account: string | null;
  #told: Told | undefined;
  #delivery: Delivery | undefined = undefined;
  #complete: Completion | undefined = undefined;

  constructor(desk: Desk, facts: AnsweredRequest) {
    const engineMs = desk.monotonic() - facts.startedAt;
    this.#desk = desk;
    this.#startedAt = facts.startedAt;
    this.#account = facts.trace.account ?? null;
    this.#told = { facts, engineMs, realAt: Math.floor(desk.realNow() - engineMs) };
  }

  settle(): void {
    const told = this.#told;
    if (told === undefined) return;
    this.#told = undefined;
    const facts = capture(this.#desk, told);
    this.#complete = this.#desk.append(this.#desk.pen, identityOf(facts, told.facts.trace.body));
    if (this.#delivery !== undefined) this.#complete(this.#delivery);
  }

  sent(bytesSent: number, isAborted: boolean): void {
    if (this.#delivery !== undefined) return;
    this.#delivery = { bytesSent, isAborted, totalMs: this.#desk.monotonic() - this.#startedAt };
    if (this.#complete === undefined) return;
    this.#complete(this.#delivery);
    this.#desk.completed(this.#account);
  }
}
