/** Records requests: entries are written in a batch, at the end of each turn of the event loop. */

import type { Account } from '../domain/account.ts';
import type { MaybePromise } from '../domain/maybe-promise.ts';
import { captureRequest, type AnsweredRequest } from './capture.ts';
import { EntryEncoder, writeResponseEnd } from './entry-encoder.ts';
import { isKept } from './entry-layout.ts';
import { Log, type AccountName, type Appended, type LogBounds } from './log.ts';
import { createNotifier, type Notifier } from './notifier.ts';
import type { RedactorFor } from './redact.ts';
import { retryIdentity } from './retries.ts';
import type { CapturedRequest, ResponseEnd } from './stored-entry.ts';

/** Hears how an answer left: when its last byte was given to the system, or the peer had gone. Called once. */
export interface Receipt {
  sent(bytes: number, isAborted: boolean): void;
}

/** What the API hands requests to. */
export interface Recorder {
  /** Marks the moment at which a request came, for its durations. */
  start(): number;
  /** Records a request; its answer has still to be sent. */
  record(answered: AnsweredRequest): Receipt;
}

/** What a wait reads besides the entries. */
export interface WaitSources {
  readonly findAccount: (name: string) => MaybePromise<Account | undefined>;
  readonly realNow: () => number;
  /** Milliseconds that only go forward. */
  readonly monotonic: () => number;
}

export interface RecordingOptions extends WaitSources {
  readonly isOn: boolean;
  readonly bounds: LogBounds;
  /** Characters kept of each body. */
  readonly bodyLimit: number;
  /** Knows the keys of any form, so that none is ever kept. */
  readonly redactors: { readonly redactorFor: RedactorFor };
  /** Hears of each entry as it is written. */
  readonly onEntry?: (captured: CapturedRequest) => void;
  /** Hears of a request that could not be recorded. */
  readonly reportCrash: (cause: unknown) => void;
}

/** What was recorded, and where more comes in. */
export interface Recording extends WaitSources {
  readonly isOn: boolean;
  /** Whoever reads it sees all that was answered before. */
  readonly log: Log;
  /** Tells those who wait of entries that were added or completed. */
  readonly notifier: Notifier;
  /** For the API; undefined while the journal is off. */
  readonly recorder: Recorder | undefined;
}

/** A bound, because a batch never ends where timers are faked, as in some tests. */
const LARGEST_BATCH = 64;

/** Opens a journal without entries. */
export function createRecording(options: RecordingOptions): Recording {
  const { isOn, bounds, findAccount, realNow, monotonic, reportCrash } = options;
  let batch: PendingEntry[] = [];
  const flush = (): void => {
    const due = batch;
    if (due.length > 0) batch = [];
    for (const entry of due) {
      try {
        entry.write();
      } catch (cause) {
        reportCrash(cause);
      }
    }
  };
  const log = new Log(bounds, flush);
  const notifier = createNotifier();
  const writer: Writer = {
    ...options,
    redactorFor: options.redactors.redactorFor,
    encoder: new EntryEncoder(),
    log,
    notifier,
  };
  const record = (answered: AnsweredRequest): Receipt => {
    const entry = new PendingEntry(writer, answered);
    const count = batch.push(entry);
    if (count === 1) setImmediate(flush);
    if (count === LARGEST_BATCH) flush();
    return entry;
  };
  return {
    isOn,
    log,
    notifier,
    findAccount,
    realNow,
    monotonic,
    recorder: isOn ? { start: monotonic, record } : undefined,
  };
}

/** What every entry is written with. */
interface Writer extends RecordingOptions {
  readonly redactorFor: RedactorFor;
  readonly encoder: EntryEncoder;
  readonly log: Log;
  readonly notifier: Notifier;
}

/** A request until it is written, and how its answer left until that is added. */
class PendingEntry implements Receipt {
  readonly #writer: Writer;
  readonly #account: AccountName;
  readonly #startedAt: number;
  readonly #engineMs: number;
  readonly #realAt: number;
  #answered: AnsweredRequest | undefined;
  #end: ResponseEnd | undefined = undefined;
  #appended: Appended | undefined = undefined;

  constructor(writer: Writer, answered: AnsweredRequest) {
    this.#writer = writer;
    this.#account = answered.trace.account ?? null;
    this.#startedAt = answered.startedAt;
    this.#engineMs = writer.monotonic() - answered.startedAt;
    this.#realAt = Math.floor(writer.realNow() - this.#engineMs);
    this.#answered = answered;
  }

  write(): void {
    const answered = this.#answered;
    if (answered === undefined) return;
    this.#answered = undefined;
    const { encoder, log, notifier, onEntry } = this.#writer;
    const captured = captureRequest(this.#writer, answered, {
      engineMs: this.#engineMs,
      realAt: this.#realAt,
      arrivedMs: this.#startedAt,
    });
    this.#appended = log.append(encoder, retryIdentity(captured, answered.trace.body), this.#startedAt);
    if (this.#end !== undefined) complete(this.#appended, this.#end, this.#startedAt);
    notifier.notify(captured.account, this.#appended.reference);
    onEntry?.(captured);
  }

  sent(bytesSent: number, isAborted: boolean): void {
    if (this.#end !== undefined) return;
    const { monotonic, notifier } = this.#writer;
    this.#end = { bytesSent, isAborted, totalMs: monotonic() - this.#startedAt };
    if (this.#appended === undefined) return;
    complete(this.#appended, this.#end, this.#startedAt);
    notifier.notify(this.#account, this.#appended.reference);
  }
}

/** Adds how an answer left, if its entry is still there and no later attempt has come meanwhile. */
function complete({ reference, group }: Appended, end: ResponseEnd, startedAt: number): void {
  if (isKept(reference)) writeResponseEnd(reference, end);
  if (group.seq === reference.seq) group.endedAt = startedAt + end.totalMs;
}
