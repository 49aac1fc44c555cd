/** Writes entries down as bytes. */

import type { Ledger } from '../domain/ledger.ts';
import type { Step } from '../domain/trace.ts';
import type { Count } from './attempts.ts';
import { BOOK_BYTES, FIELD, HEAD_BYTES, NO_TEXT, TEXTS, type Page } from './page.ts';
import type { RawFacts } from './raw-entry.ts';

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

/** A pen holds one entry at a time: it is dipped into its facts and then writes them, and nothing new is made for either. */
export class Pen {
  #facts: RawFacts | undefined = undefined;
  #text = '';
  readonly #lengths = new Int32Array(TEXTS);
  #texts = 0;
  #books: readonly Ledger[] = [];

  get facts(): RawFacts {
    if (this.#facts === undefined) throw new Error('The pen is dry.');
    return this.#facts;
  }

  /** All texts of the entry, one after the other. */
  get text(): string {
    return this.#text;
  }

  /** Takes up what is to be written. The texts come in the order in which `unpack.ts` takes them apart. */
  dip(facts: RawFacts): void {
    const { steps, weighed } = facts;
    this.#facts = facts;
    this.#text = '';
    this.#texts = 0;
    this.#books = steps.length === 0 ? NO_BOOKS : steps.flatMap(booksOf);
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
    this.#add(facts.requestBody);
    this.#add(facts.bodyHash);
    this.#add(facts.code);
    this.#add(facts.responseBody);
    this.#add(facts.ending);
    this.#add(headerLines(facts.headers));
    this.#add(steps.length === 0 ? undefined : steps.map(stepLine).join('\n'));
    this.#add(weighed.length === 0 ? undefined : JSON.stringify(weighed));
  }

  /** How many bytes it will take at most. */
  mostBytes(): number {
    return HEAD_BYTES + BOOK_BYTES * this.#books.length + WIDEST * this.#text.length;
  }

  /** How many bytes it will take; this looks at every character. */
  exactBytes(): number {
    return HEAD_BYTES + BOOK_BYTES * this.#books.length + Buffer.byteLength(this.#text);
  }

  /** Writes where there is room for it, and answers where the entry ends. */
  write({ bytes, view }: Page, at: number, { seq, count }: Place): number {
    view.setFloat64(at + FIELD.seq, seq);
    writeFacts(view, at, this.facts);
    writeCount(view, at, count);
    for (let nth = 0; nth < TEXTS; nth += 1) view.setInt32(at + FIELD.lengths + 4 * nth, this.#lengths[nth] ?? NO_TEXT);
    view.setInt32(at + FIELD.books, this.#books.length);
    let end = at + HEAD_BYTES;
    for (const book of this.#books) end = writeBook(view, end, book);
    const textBytes = bytes.write(this.#text, end);
    end += textBytes;
    view.setInt32(at + FIELD.textBytes, textBytes);
    view.setInt32(at + FIELD.size, end - at);
    view.setInt32(at + FIELD.weight, end - at + count.burden);
    return end;
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
export function writeDelivery({ view }: Page, at: number, { bytesSent, isAborted, totalMs }: Delivery): void {
  view.setFloat64(at + FIELD.bytesSent, bytesSent);
  view.setFloat64(at + FIELD.totalMs, totalMs);
  view.setInt32(at + FIELD.isAborted, isAborted ? 1 : 0);
}

function writeFacts(view: DataView, at: number, facts: RawFacts): void {
  view.setFloat64(at + FIELD.at, facts.at);
  view.setFloat64(at + FIELD.realAt, facts.realAt);
  view.setFloat64(at + FIELD.startedAt, facts.startedAt);
  view.setFloat64(at + FIELD.engineMs, facts.engineMs);
  view.setFloat64(at + FIELD.requestBytes, facts.requestBytes ?? Number.NaN);
  view.setFloat64(at + FIELD.bytesSent, Number.NaN);
  view.setFloat64(at + FIELD.totalMs, Number.NaN);
  view.setInt32(at + FIELD.status, facts.status);
}

function writeCount(view: DataView, at: number, { thing, attempt, gapMs, realGapMs }: Count): void {
  view.setFloat64(at + FIELD.gapMs, gapMs ?? Number.NaN);
  view.setFloat64(at + FIELD.realGapMs, realGapMs ?? Number.NaN);
  view.setInt32(at + FIELD.attempt, attempt);
  view.setInt32(at + FIELD.thing, thing);
}

function writeBook(view: DataView, at: number, { granted, balance, reserved, captured }: Ledger): number {
  view.setFloat64(at, granted);
  view.setFloat64(at + 8, balance);
  view.setFloat64(at + 16, reserved);
  view.setFloat64(at + 24, captured);
  return at + BOOK_BYTES;
}

/** Neither names nor values of headers have line breaks. */
function headerLines(headers: RawFacts['headers']): string {
  let lines = '';
  for (const name in headers) lines += `${name}\n${headers[name] ?? ''}\n`;
  return lines;
}

function stepLine(step: Step): string {
  const { generation = '', statusBefore = '', statusAfter = '' } = step;
  return `${generation}\t${statusBefore}\t${statusAfter}\t${booksOf(step).length}`;
}

/** Before and after, where they changed. */
function booksOf({ booksBefore, booksAfter }: Step): Ledger[] {
  return booksBefore === undefined || booksAfter === undefined ? [] : [booksBefore, booksAfter];
}
