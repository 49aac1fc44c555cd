/** Writes entries down as bytes. */

import type { Ledger } from '../domain/ledger.ts';
import type { Step } from '../domain/trace.ts';
import type { Count } from './retries.ts';
import { aligned, BOOK_BYTES, DOUBLE, HEAD_BYTES, INT, NO_TEXT, TEXTS, type EntryReference } from './entry-layout.ts';
import type { CapturedRequest } from './stored-entry.ts';

/** What an entry is told with its place. */
export interface Place {
  readonly seq: number;
  readonly count: Count;
}

/** How an answer left. */
export interface Delivery {
  readonly bytesSent: number;
  readonly isAborted: boolean;
  readonly totalMs: number;
}

/** UTF-8 takes at most so many bytes for what counts as one in the length of a text. */
const WIDEST = 3;

/** A pen holds one entry at a time: it is loaded into its facts and then writes them, and nothing new is made for either. */
export class EntryEncoder {
  #facts: CapturedRequest | undefined = undefined;
  #text = '';
  readonly #lengths = new Int32Array(TEXTS);
  #texts = 0;
  #books: readonly Ledger[] = [];
  #body: Uint8Array | undefined = undefined;

  get facts(): CapturedRequest {
    if (this.#facts === undefined) throw new Error('The pen is dry.');
    return this.#facts;
  }

  /** All texts of the entry, one after the other, without a body that is at hand as bytes. */
  get text(): string {
    return this.#text;
  }

  /**
   * Takes up what is to be encoded. The texts come in the order in which `decodeEntry.ts` takes them apart. Where the bytes of the request's body are
   * at hand, they are encoded instead of its text.
   */
  load(facts: CapturedRequest, body?: Uint8Array): void {
    const { steps, weighed } = facts;
    this.#facts = facts;
    this.#body = body;
    this.#text = '';
    this.#texts = 0;
    this.#books = booksOf(steps);
    this.#add(facts.requestId);
    this.#add(facts.account);
    this.#add(facts.key);
    this.#add(facts.operation);
    this.#add(facts.method);
    this.#add(facts.target);
    this.#add(facts.idempotencyKey);
    this.#add(facts.range);
    this.#add(facts.contentType);
    this.#add(facts.userAgent);
    this.#add(body === undefined ? facts.requestBody : undefined);
    this.#add(facts.bodyHash);
    this.#add(facts.code);
    this.#add(facts.responseBody);
    this.#add(facts.ending);
    this.#add(headerLines(facts.headers));
    this.#add(steps.length === 0 ? undefined : stepLines(steps));
    this.#add(weighed.length === 0 ? undefined : JSON.stringify(weighed));
  }

  /** How many bytes it will take at most. */
  mostBytes(): number {
    return this.#bytesBeside() + WIDEST * this.#text.length;
  }

  /** How many bytes it will take; this looks at every character. */
  exactBytes(): number {
    return aligned(this.#bytesBeside() + Buffer.byteLength(this.#text));
  }

  /** Writes where there is room for it, and answers where the entry ends. */
  write(spot: EntryReference, { seq, count }: Place): number {
    const { bytes, ints, doubles } = spot.page;
    const int = spot.at / 4;
    doubles[spot.at / 8 + DOUBLE.seq] = seq;
    writeFacts(spot, this.facts);
    writeCount(spot, count);
    for (let nth = 0; nth < TEXTS; nth += 1) ints[int + INT.lengths + nth] = this.#lengths[nth] ?? NO_TEXT;
    ints[int + INT.books] = this.#books.length;
    let double = spot.at / 8 + DOUBLE.books;
    for (const book of this.#books) double = writeBook(doubles, double, book);
    const textBytes = bytes.write(this.#text, 8 * double);
    if (this.#body !== undefined) bytes.set(this.#body, 8 * double + textBytes);
    const size = aligned(8 * double + textBytes + (this.#body?.length ?? 0)) - spot.at;
    ints[int + INT.textBytes] = textBytes;
    ints[int + INT.bodyBytes] = this.#body?.length ?? NO_TEXT;
    ints[int + INT.size] = size;
    ints[int + INT.weight] = size + count.burden;
    return spot.at + size;
  }

  #bytesBeside(): number {
    return HEAD_BYTES + BOOK_BYTES * this.#books.length + (this.#body?.length ?? 0);
  }

  #add(text: string | null | undefined): void {
    const isThere = text !== null && text !== undefined;
    this.#lengths[this.#texts] = isThere ? text.length : NO_TEXT;
    this.#texts += 1;
    if (isThere) this.#text += text;
  }
}

const NO_BOOKS: readonly Ledger[] = [];

/** Adds to an entry how its answer left. */
export function writeDelivery({ page, at }: EntryReference, { bytesSent, isAborted, totalMs }: Delivery): void {
  page.doubles[at / 8 + DOUBLE.bytesSent] = bytesSent;
  page.doubles[at / 8 + DOUBLE.totalMs] = totalMs;
  page.ints[at / 4 + INT.isAborted] = isAborted ? 1 : 0;
}

function writeFacts({ page, at }: EntryReference, facts: CapturedRequest): void {
  const { doubles, ints } = page;
  const first = at / 8;
  doubles[first + DOUBLE.at] = facts.at;
  doubles[first + DOUBLE.realAt] = facts.realAt;
  doubles[first + DOUBLE.startedAt] = facts.startedAt;
  doubles[first + DOUBLE.engineMs] = facts.engineMs;
  doubles[first + DOUBLE.requestBytes] = facts.requestBytes ?? Number.NaN;
  doubles[first + DOUBLE.bytesSent] = Number.NaN;
  doubles[first + DOUBLE.totalMs] = Number.NaN;
  ints[at / 4 + INT.status] = facts.status;
}

function writeCount({ page, at }: EntryReference, { thing, attempt, gapMs, realGapMs }: Count): void {
  page.doubles[at / 8 + DOUBLE.gapMs] = gapMs ?? Number.NaN;
  page.doubles[at / 8 + DOUBLE.realGapMs] = realGapMs ?? Number.NaN;
  page.ints[at / 4 + INT.attempt] = attempt;
  page.ints[at / 4 + INT.thing] = thing;
}

function writeBook(doubles: Float64Array, first: number, { granted, balance, reserved, captured }: Ledger): number {
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
  for (const { generation = '', statusBefore = '', statusAfter = '', booksBefore, booksAfter } of steps) {
    const hasBooks = booksBefore !== undefined && booksAfter !== undefined;
    lines += `${generation}\t${statusBefore}\t${statusAfter}\t${hasBooks ? '+' : ''}\n`;
  }
  return lines;
}

/** Of each step before and after, where they changed. */
function booksOf(steps: readonly Step[]): readonly Ledger[] {
  if (steps.length === 0) return NO_BOOKS;
  const books: Ledger[] = [];
  for (const { booksBefore, booksAfter } of steps) {
    if (booksBefore !== undefined && booksAfter !== undefined) books.push(booksBefore, booksAfter);
  }
  return books;
}
