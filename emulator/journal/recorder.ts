/** Records requests: entries are written in a batch, at the end of each turn of the event loop. */

import type { Clock } from '../domain/clock.ts';
import type { Generation } from '../domain/generation.ts';
import { batchPerTurn } from '../../lib/batch.ts';
import type { AnsweredRequest, BodyProblem, ResponseEnd } from './answered-request.ts';
import { createCapture, type Captured } from './capture.ts';
import { toEntry } from './entry-bytes.ts';
import type { Entry } from './entry.ts';
import { Log, type AccountName, type Appended, type LogBounds } from './log.ts';
import { createMoneyLog, type MoneyLog } from './money-moves.ts';
import { createNotifier, type Notifier } from './notifier.ts';
import type { RedactorFor } from './redact.ts';
import {
  completeEntry,
  EntryPacker,
  EntryReceiver,
  type EntryRelay,
  type Packed,
  type ReceivedEntryMessage,
} from './relay.ts';
import type { EntryReference } from './segment.ts';

/** Hears how an answer left. */
export interface Receipt {
  /**
   * The last byte is being given to the system. A busy process notices the end of its answers late, and a pause of the
   * client must not look shorter for it.
   */
  leaving(): void;
  /**
   * It is over: all was given to the system, or the peer had gone. Called once. `late` is what a service did wrong with
   * its body.
   */
  sent(bytes: number, isAborted: boolean, late?: BodyProblem): void;
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
  /** A generation as it is kept, and the clock of its account. */
  readonly findKept: (account: string, id: string) => Promise<KeptGeneration | undefined>;
  readonly realNow: () => number;
  /** Milliseconds that only go forward. */
  readonly monotonic: () => number;
}

/** A generation, and the clock by which it goes. */
export interface KeptGeneration {
  readonly generation: Generation;
  readonly clock: Clock;
}

export interface RecordingOptions extends WaitSources {
  readonly isOn: boolean;
  readonly bounds: LogBounds;
  /** Characters kept of each body. */
  readonly bodyLimit: number;
  /** Knows the keys of any form, so that none is ever kept. */
  readonly redactors: { readonly redactorFor: RedactorFor };
  /** Receives each request that this process has answered. */
  readonly onAnswered?: ((entry: Entry) => void) | undefined;
  /** Receives each entry as it is appended, with a relay from any replica. */
  readonly onEntry?: (account: AccountName, reference: EntryReference) => void;
  /** With it entries are not appended here, but sent to all replicas. */
  readonly relay?: EntryRelay | undefined;
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
  readonly money: MoneyLog;
  /** For the API; undefined while the journal is off. */
  readonly recorder: Recorder | undefined;
  /** Forgets the entries of an account. */
  readonly clear: (account: AccountName) => void;
  /** Resolves once all that was answered before, by any replica, has been appended. */
  readonly sync: () => Promise<void>;
  /** Hands over to the relay what was answered before. */
  readonly handOver: () => void;
  /** Takes what a relay carries. */
  readonly receive: (received: ReceivedEntryMessage) => void;
}

/** A bound, because a batch never ends where timers are faked, as in some tests. */
const LARGEST_BATCH = 64;

/** Opens a journal without entries. */
export function createRecording(options: RecordingOptions): Recording {
  const { isOn, bounds, findKept, realNow, monotonic, reportCrash, onEntry, relay } = options;
  const batch = batchPerTurn<PendingEntry>((due) => writeAll(due, reportCrash));
  const log = new Log(bounds, () => batch.flush());
  const [notifier, money] = [createNotifier(relay?.follow), createMoneyLog(log, isOn)];
  const packer = relay && new EntryPacker(relay);
  const handOver = (): void => {
    batch.flush();
    packer?.flush();
  };
  const writer: Writer = {
    ...options,
    capture: createCapture({ redactorFor: options.redactors.redactorFor, bodyLimit: options.bodyLimit }),
    log,
    notifier,
    packer,
  };
  const receiver = new EntryReceiver(log);
  const record = (answered: AnsweredRequest): Receipt => {
    const entry = new PendingEntry(writer, answered);
    if (batch.add(entry) === LARGEST_BATCH) batch.flush();
    return entry;
  };
  return {
    isOn,
    log,
    notifier,
    money,
    findKept,
    realNow,
    monotonic,
    recorder: isOn ? { start: monotonic, record } : undefined,
    clear: (account) => {
      handOver();
      money.clear(account);
      if (relay === undefined) log.clear(account);
      else relay.publish(['clear', account]);
    },
    sync: async () => {
      handOver();
      await relay?.sync();
    },
    handOver,
    receive: (received) => {
      if (!isOn) return;
      receiver.receive(received, (account, reference, isNew) => {
        notifier.notify(account, reference);
        if (isNew) onEntry?.(account, reference);
      });
    },
  };
}

function writeAll(entries: readonly PendingEntry[], reportCrash: (cause: unknown) => void): void {
  for (const entry of entries) {
    try {
      entry.write();
    } catch (cause) {
      reportCrash(cause);
    }
  }
}

/** What every entry is written with. */
interface Writer extends RecordingOptions {
  readonly capture: ReturnType<typeof createCapture>;
  readonly log: Log;
  readonly notifier: Notifier;
  readonly packer: EntryPacker | undefined;
}

/** A request until it is written, and how its answer left until that is added. */
class PendingEntry implements Receipt {
  readonly #writer: Writer;
  readonly #account: AccountName;
  readonly #startedAt: number;
  readonly #engineMs: number;
  readonly #realAt: number;
  #answered: AnsweredRequest | undefined;
  #leftAt: number | undefined = undefined;
  #end: ResponseEnd | undefined = undefined;
  #appended: Appended | undefined = undefined;
  #packed: Packed | undefined = undefined;

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
    const { capture, packer, onAnswered } = this.#writer;
    const captured = capture(answered, { engineMs: this.#engineMs, realAt: this.#realAt });
    const { reference } = packer === undefined ? this.#append(captured) : this.#pack(captured, packer);
    onAnswered?.(toEntry(reference));
  }

  leaving(): void {
    this.#leftAt = this.#writer.monotonic();
  }

  sent(bytesSent: number, isAborted: boolean, late?: BodyProblem): void {
    if (this.#end !== undefined) return;
    const { monotonic, notifier, packer } = this.#writer;
    const endedAt = isAborted ? monotonic() : (this.#leftAt ?? monotonic());
    this.#end = { bytesSent, isAborted, totalMs: endedAt - this.#startedAt, late };
    if (this.#packed !== undefined) packer?.end(this.#packed, this.#account, this.#end);
    if (this.#appended === undefined) return;
    completeEntry(this.#appended, this.#end, this.#startedAt);
    notifier.notify(this.#account, this.#appended.reference);
  }

  #append(captured: Captured): Appended {
    const { log, notifier, onEntry } = this.#writer;
    const appended = log.append(captured);
    this.#appended = appended;
    if (this.#end !== undefined) completeEntry(appended, this.#end, this.#startedAt);
    notifier.notify(this.#account, appended.reference);
    onEntry?.(this.#account, appended.reference);
    return appended;
  }

  /** Sends the entry to all replicas. */
  #pack(captured: Captured, packer: EntryPacker): Packed {
    const packed = packer.add(captured);
    this.#packed = packed;
    if (this.#end !== undefined) packer.end(packed, this.#account, this.#end);
    return packed;
  }
}
