/** Records requests: entries are written in a batch, at the end of each turn of the event loop. */

import type { Clock } from '../domain/clock.ts';
import type { Generation } from '../domain/generation.ts';
import { batchPerTurn } from '../../lib/batch.ts';
import type { AnsweredRequest, BodyProblem, RecordedResponse, RequestFacts, ResponseEnd } from './entry-field.ts';
import { createCapture, type CaptureOptions } from './capture.ts';
import { toEntry, type Entry } from './entry.ts';
import { Log, type LogBounds } from './log.ts';
import { createReceiver, createSender, type EntryRelay } from './relay.ts';
import type { AccountName, EntryReference } from './log-segment.ts';

/** Receives the outcome of sending a response. */
export type Receipt = Pick<PendingEntry, 'leaving' | 'replaced' | 'sent'>;

/** Records requests for the API. */
export type Recorder = NonNullable<Recording['recorder']>;

export interface RecordingOptions extends CaptureOptions {
  readonly isOn: boolean;
  readonly bounds: LogBounds;
  /** Finds the committed state of a generation, and the clock of its account. */
  readonly findCommitted: (
    account: string,
    id: string,
  ) => Promise<{ generation: Generation; clock: Clock } | undefined>;
  readonly realNow: () => number;
  /** Returns milliseconds on a monotonic clock. */
  readonly monotonic: () => number;
  /** Receives each request that this process has answered. */
  readonly onAnswered?: ((entry: Entry) => void) | undefined;
  /** Receives each entry as it is appended, with a relay from any replica. */
  readonly onEntry?: (account: AccountName, reference: EntryReference) => void;
  /** If present, entries are not appended here, but sent to all replicas. */
  readonly relay?: EntryRelay | undefined;
  /** Reports a request that could not be recorded. */
  readonly reportCrash: (cause: unknown) => void;
}

/** The maximum size of a batch, because a batch never ends if a test fakes timers. */
const LARGEST_BATCH = 64;

/** The recorded requests, and the recorder of new requests. */
export type Recording = ReturnType<typeof createRecording>;

/** Creates a recording without entries. */
export function createRecording(options: RecordingOptions) {
  const { isOn, bounds, monotonic, onEntry, relay } = options;
  const batch = batchPerTurn<PendingEntry>((due) => due.forEach((entry) => entry.write()));
  const log = new Log(bounds, () => batch.flush());
  const sender = relay && createSender(relay);
  const sink = sender ?? log;
  log.listen({ changed: (account, reference, isNew) => reference && isNew && onEntry?.(account, reference) });
  const writer: Writer = { ...options, capture: createCapture(options), sink };
  const recorder = {
    /** Returns the arrival time of a request, for its durations. */
    start: monotonic,
    /** Records a request whose response will be sent next. */
    record: (answered: AnsweredRequest): Receipt => {
      const entry = new PendingEntry(writer, answered.trace.ending === 'client-gone' ? unsent(answered) : answered);
      if (batch.add(entry) === LARGEST_BATCH) batch.flush();
      return entry;
    },
  };
  /** Passes the entries of all earlier responses to the relay. */
  const handOver = (): void => {
    batch.flush();
    sender?.flush();
  };
  return {
    isOn,
    options,
    /** The log. A read includes all earlier responses. */
    log,
    /** Undefined if the journal is off. */
    recorder: isOn ? recorder : undefined,
    handOver,
    /** Deletes the entries of an account. */
    clear: (account: AccountName): void => {
      handOver();
      sink.clear(account);
    },
    /** Resolves once the entries of all earlier responses of all replicas are appended. */
    sync: async (): Promise<void> => {
      handOver();
      await relay?.sync();
    },
    /** Receives a message of the relay. */
    receive: isOn ? createReceiver(log) : () => undefined,
    /** Receives the entries of other replicas until the returned function is called. */
    follow: relay?.follow ?? (() => () => undefined),
  };
}

/** Returns the request without its response, because the client left before it. nginx logs 499 for this, too. */
function unsent(answered: AnsweredRequest): AnsweredRequest {
  const named = Object.entries(answered.response.headers).filter(([name]) => name.startsWith('x-'));
  const response = { status: 499, headers: Object.fromEntries(named), body: null };
  return { ...answered, code: 'client_gone', response };
}

/** The means to write entries. */
interface Writer extends RecordingOptions {
  readonly capture: ReturnType<typeof createCapture>;
  readonly sink: Pick<Log, 'append' | 'complete'>;
}

/** A request whose entry is not written or not completed yet. */
class PendingEntry {
  readonly #writer: Writer;
  readonly #startedAt: number;
  readonly #times: RequestFacts['times'];
  #answered: AnsweredRequest | undefined;
  #leftAt: number | undefined = undefined;
  #end: ResponseEnd | undefined = undefined;
  #reference: EntryReference | undefined = undefined;

  constructor(writer: Writer, answered: AnsweredRequest) {
    const engineMs = writer.monotonic() - answered.startedAt;
    this.#writer = writer;
    this.#startedAt = answered.startedAt;
    this.#times = { engineMs, realAt: Math.floor(writer.realNow() - engineMs) };
    this.#answered = answered;
  }

  write(): void {
    const answered = this.#answered;
    if (answered === undefined) return;
    this.#answered = undefined;
    const { sink, capture, onAnswered, reportCrash } = this.#writer;
    try {
      this.#reference = sink.append(capture(answered, this.#times, this.#end));
      onAnswered?.(toEntry(this.#reference));
    } catch (cause) {
      reportCrash(cause);
    }
  }

  /** Notes that another response is sent instead. Called in the turn of the event loop in which `record` was called. */
  replaced(response: RecordedResponse, code: string): void {
    if (this.#answered !== undefined) this.#answered = { ...this.#answered, response, code };
  }

  /**
   * Notes that the last byte is being sent. A busy process notices the end of a response late. Without this note, the
   * client's next pause would look too short.
   */
  leaving(): void {
    this.#leftAt = this.#writer.monotonic();
  }

  /**
   * Notes that all bytes were sent, or that the client disconnected. Called once. `bodyProblem` is the problem with the
   * body from the service behind the proxy.
   */
  sent(bytesSent: number, isAborted: boolean, bodyProblem?: BodyProblem): void {
    if (this.#end !== undefined) return;
    const { monotonic, sink } = this.#writer;
    const endedAt = isAborted ? monotonic() : (this.#leftAt ?? monotonic());
    this.#end = { bytesSent, isAborted, totalMs: endedAt - this.#startedAt, bodyProblem };
    if (this.#reference !== undefined) sink.complete(this.#reference, this.#end);
  }
}
