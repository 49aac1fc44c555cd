/** Writes entries as bytes; `entry-layout.ts` shows where each part goes. */

import type { Ledger } from '../domain/ledger.ts';
import type { Step } from '../domain/trace.ts';
import { SENT_FIELDS, type SentHeaders } from './capture-headers.ts';
import {
  aligned,
  DOUBLE,
  FLAG,
  HEAD_BYTES,
  INT,
  LEDGER_BYTES,
  NO_TEXT,
  TEXTS,
  type EntryReference,
  type LogSegment,
} from './entry-layout.ts';
import { BODY_PROBLEMS, type AttemptCount, type CapturedRequest, type ResponseEnd } from './stored-entry.ts';

/** A UTF-16 unit takes at most so many bytes in UTF-8. */
const WIDEST = 3;

/** An entry that is to be appended to a log. */
export interface EntrySource {
  readonly captured: Pick<CapturedRequest, 'account' | 'at' | 'realAt'> & {
    readonly sent: Pick<SentHeaders, 'idempotencyKey'>;
  };
  /** Its sequence number, greater than all before; without one it gets the next. */
  readonly seq?: number;
  /** Whether so many bytes are enough. */
  fitsIn(bytes: number): boolean;
  /** How many bytes it takes. */
  exactBytes(): number;
  /** Appends it to a segment that has the room for it. */
  encode(segment: LogSegment, seq: number, count: AttemptCount): EntryReference;
}

/** Encodes one entry at a time; reused, so that encoding allocates nothing but the joined text (decision 0007). */
export class EntryEncoder implements EntrySource {
  #captured: CapturedRequest | undefined = undefined;
  #text = '';
  readonly #lengths = new Int32Array(TEXTS);
  #texts = 0;
  #ledgers: readonly Ledger[] = [];
  #body: Uint8Array | undefined = undefined;

  get captured(): CapturedRequest {
    if (this.#captured === undefined) throw new Error('The encoder has no entry.');
    return this.#captured;
  }

  /** All texts of the entry, one after the other, without a body that is at hand as bytes. */
  get text(): string {
    return this.#text;
  }

  /**
   * Takes the entry to encode. The texts come in the order in which `entry-decoder.ts` takes them apart. Where the
   * bytes of the request's body are at hand, they are written instead of its text.
   */
  load(captured: CapturedRequest, body?: Uint8Array): void {
    const { steps, evaluations } = captured;
    this.#captured = captured;
    this.#body = body;
    this.#text = '';
    this.#texts = 0;
    this.#ledgers = steps.length === 0 ? NO_LEDGERS : ledgersOf(steps);
    this.#add(captured.requestId);
    this.#add(captured.account);
    this.#add(captured.key);
    this.#add(captured.operation);
    this.#add(captured.method);
    this.#add(captured.target);
    for (const field of SENT_FIELDS) this.#add(captured.sent[field]);
    this.#add(body === undefined ? captured.requestBody : undefined);
    this.#add(captured.bodyHash);
    this.#add(captured.code);
    this.#add(captured.responseBody);
    this.#add(endingText(captured));
    this.#add(headerLines(captured.headers));
    this.#add(steps.length === 0 ? undefined : stepLines(steps));
    this.#add(evaluations.length === 0 ? undefined : JSON.stringify(evaluations));
  }

  /** Whether so many bytes are enough. Counts the characters only where the worst case would not fit. */
  fitsIn(bytes: number): boolean {
    return this.#bytesWithoutText() + WIDEST * this.#text.length <= bytes - 7 || this.exactBytes() <= bytes;
  }

  /** How many bytes it takes. */
  exactBytes(): number {
    return aligned(this.#bytesWithoutText() + Buffer.byteLength(this.#text));
  }

  /** Appends the entry to a segment that has the room for it. */
  encode(segment: LogSegment, seq: number, count: AttemptCount): EntryReference {
    const { ints, doubles, bytes, end: at } = segment;
    const int = at / 4;
    writeNumbers(segment, this.captured);
    writePlace(segment, seq, count);
    for (let nth = 0; nth < TEXTS; nth += 1) ints[int + INT.lengths + nth] = this.#lengths[nth] ?? NO_TEXT;
    ints[int + INT.ledgers] = this.#ledgers.length;
    let double = at / 8 + DOUBLE.ledgers;
    for (const ledger of this.#ledgers) double = writeLedger(doubles, double, ledger);
    const textBytes = bytes.write(this.#text, 8 * double);
    if (this.#body !== undefined) bytes.set(this.#body, 8 * double + textBytes);
    ints[int + INT.textBytes] = textBytes;
    ints[int + INT.bodyBytes] = this.#body?.length ?? NO_TEXT;
    return endEntry(segment, seq, aligned(8 * double + textBytes + (this.#body?.length ?? 0)) - at);
  }

  #bytesWithoutText(): number {
    return HEAD_BYTES + LEDGER_BYTES * this.#ledgers.length + (this.#body?.length ?? 0);
  }

  #add(text: string | null | undefined): void {
    const isThere = text !== null && text !== undefined;
    this.#lengths[this.#texts] = isThere ? text.length : NO_TEXT;
    this.#texts += 1;
    if (isThere) this.#text += text;
  }
}

/** How it ended and what the service behind it did, as one text: folders and stores hold entries of this many texts. */
function endingText({ ending, upstream }: CapturedRequest): string | undefined {
  return upstream === undefined ? ending : `${ending ?? ''} ${JSON.stringify(upstream)}`;
}

const NO_LEDGERS: readonly Ledger[] = [];

/** Adds to an entry how its answer left. */
export function writeResponseEnd(
  { segment, at }: EntryReference,
  { bytesSent, isAborted, totalMs, late }: ResponseEnd,
): void {
  segment.doubles[at / 8 + DOUBLE.bytesSent] = bytesSent;
  segment.doubles[at / 8 + DOUBLE.totalMs] = totalMs;
  const flags = at / 4 + INT.flags;
  const lateBits = late === undefined ? 0 : FLAG.late * (BODY_PROBLEMS.indexOf(late) + 1);
  if (isAborted || lateBits > 0)
    segment.ints[flags] = (segment.ints[flags] ?? 0) | (isAborted ? FLAG.isAborted : 0) | lateBits;
}

/** Writes what an entry gets with its place, where the segment ends so far. */
export function writePlace({ doubles, ints, end }: LogSegment, seq: number, count: AttemptCount): void {
  const first = end / 8;
  doubles[first + DOUBLE.seq] = seq;
  doubles[first + DOUBLE.gapMs] = count.gapMs ?? Number.NaN;
  doubles[first + DOUBLE.realGapMs] = count.realGapMs ?? Number.NaN;
  doubles[first + DOUBLE.realPauseMs] = count.realPauseMs ?? Number.NaN;
  ints[end / 4 + INT.attempt] = count.attempt;
}

/** The entry that begins where a segment ends is complete, and so many bytes long. */
export function endEntry(segment: LogSegment, seq: number, size: number): EntryReference {
  const at = segment.end;
  segment.ints[at / 4 + INT.size] = size;
  segment.end += size;
  if (segment.entries === 0) segment.firstSeq = seq;
  segment.lastSeq = seq;
  segment.entries += 1;
  return { segment, at, seq };
}

function writeNumbers({ doubles, ints, end }: LogSegment, captured: CapturedRequest): void {
  const first = end / 8;
  doubles[first + DOUBLE.at] = captured.at;
  doubles[first + DOUBLE.realAt] = captured.realAt;
  doubles[first + DOUBLE.arrivedMs] = captured.arrivedMs;
  doubles[first + DOUBLE.engineMs] = captured.engineMs;
  doubles[first + DOUBLE.requestBytes] = captured.requestBytes ?? Number.NaN;
  doubles[first + DOUBLE.bytesSent] = Number.NaN;
  doubles[first + DOUBLE.totalMs] = Number.NaN;
  ints[end / 4 + INT.status] = captured.status;
  ints[end / 4 + INT.connection] = captured.connection ?? 0;
  ints[end / 4 + INT.flags] = captured.hasAuthorization ? FLAG.hasAuthorization : 0;
}

function writeLedger(doubles: Float64Array, first: number, { granted, balance, reserved, captured }: Ledger): number {
  doubles[first] = granted;
  doubles[first + 1] = balance;
  doubles[first + 2] = reserved;
  doubles[first + 3] = captured;
  return first + 4;
}

/** Neither names nor values of headers have line breaks. */
function headerLines(headers: CapturedRequest['headers']): string {
  let lines = '';
  for (const name in headers) lines += `${name}\n${headers[name] ?? ''}\n`;
  return lines;
}

function stepLines(steps: readonly Step[]): string {
  let lines = '';
  for (const { generation = '', statusBefore = '', statusAfter = '', ledgerBefore, ledgerAfter } of steps) {
    const hasLedgers = ledgerBefore !== undefined && ledgerAfter !== undefined;
    lines += `${generation}\t${statusBefore}\t${statusAfter}\t${hasLedgers ? '+' : ''}\n`;
  }
  return lines;
}

/** Of each step the ledger before and after, where it changed. */
function ledgersOf(steps: readonly Step[]): readonly Ledger[] {
  const ledgers: Ledger[] = [];
  for (const { ledgerBefore, ledgerAfter } of steps) {
    if (ledgerBefore !== undefined && ledgerAfter !== undefined) ledgers.push(ledgerBefore, ledgerAfter);
  }
  return ledgers;
}
