/** Reads entries from their bytes. */

import type { OperationName } from '../../contract/error-entry.ts';
import { STATUSES, type Status } from '../../contract/generation.ts';
import type { Ledger } from '../domain/ledger.ts';
import type { Step, Trace, Weighed } from '../domain/trace.ts';
import { DOUBLE, doubleAt, INT, intAt, NO_TEXT, textStart, type EntryReference } from './entry-layout.ts';
import type { StoredEntry, CapturedRequest } from './stored-entry.ts';

/** Reads an entry whole. */
export function decodeEntry(spot: EntryReference): StoredEntry {
  const bytesSent = known(doubleAt(spot, DOUBLE.bytesSent));
  return {
    seq: doubleAt(spot, DOUBLE.seq),
    attempt: intAt(spot, INT.attempt),
    gapMs: known(doubleAt(spot, DOUBLE.gapMs)),
    realGapMs: known(doubleAt(spot, DOUBLE.realGapMs)),
    bytesSent,
    isAborted: bytesSent === undefined ? undefined : intAt(spot, INT.isAborted) === 1,
    totalMs: known(doubleAt(spot, DOUBLE.totalMs)),
    facts: factsOf(spot),
  };
}

function known(double: number): number | undefined {
  return Number.isNaN(double) ? undefined : double;
}

function factsOf(spot: EntryReference): CapturedRequest {
  const texts = new Texts(spot);
  const [requestId = '', account = null, key = null] = [texts.next(), texts.next(), texts.next()];
  const operation = texts.next();
  const [method = '', target = ''] = [texts.next(), texts.next()];
  const [idempotencyKey, range, contentType, userAgent] = [texts.next(), texts.next(), texts.next(), texts.next()];
  const [requestBody, bodyHash, code, responseBody] = [texts.next(), texts.next(), texts.next(), texts.next()];
  const [ending, headerLines = '', steps, weighed] = [texts.next(), texts.next(), texts.next(), texts.next()];
  return {
    requestId,
    account,
    key,
    operation: OPERATION_NAMES.find((name) => name === operation) ?? null,
    method,
    target,
    idempotencyKey,
    range,
    contentType,
    userAgent,
    at: doubleAt(spot, DOUBLE.at),
    realAt: doubleAt(spot, DOUBLE.realAt),
    requestBody: requestBody ?? bodyOf(spot),
    requestBytes: known(doubleAt(spot, DOUBLE.requestBytes)),
    bodyHash,
    status: intAt(spot, INT.status),
    code,
    headers: headersOf(headerLines),
    responseBody,
    weighed: weighed === undefined ? [] : weighedOf(weighed),
    steps: steps === undefined ? [] : stepsOf(steps, spot),
    ending: ENDINGS.find((name) => name === ending),
    startedAt: doubleAt(spot, DOUBLE.startedAt),
    engineMs: doubleAt(spot, DOUBLE.engineMs),
  };
}

const OPERATION_NAMES: readonly OperationName[] = ['create', 'get', 'content'];
const ENDINGS: readonly Exclude<Trace['ending'], undefined>[] = ['client-gone', 'crashed'];

/** The texts, one after the other, in the order in which `pen.ts` put them together. */
class Texts {
  readonly #spot: EntryReference;
  readonly #text: string;
  #nth = 0;
  #from = 0;

  constructor(spot: EntryReference) {
    const start = textStart(spot);
    this.#spot = spot;
    this.#text = spot.page.bytes.toString('utf8', start, start + intAt(spot, INT.textBytes));
  }

  next(): string | undefined {
    const length = intAt(this.#spot, INT.lengths + this.#nth);
    this.#nth += 1;
    if (length === NO_TEXT) return undefined;
    const from = this.#from;
    this.#from += length;
    return this.#text.slice(from, this.#from);
  }
}

/** A body that was encoded as it came. */
function bodyOf(spot: EntryReference): string | undefined {
  const length = intAt(spot, INT.bodyBytes);
  const start = textStart(spot) + intAt(spot, INT.textBytes);
  return length === NO_TEXT ? undefined : spot.page.bytes.toString('utf8', start, start + length);
}

function headersOf(lines: string): Record<string, string> {
  const headers: Record<string, string> = {};
  let from = 0;
  for (;;) {
    const nameEnd = lines.indexOf('\n', from);
    const valueEnd = nameEnd < 0 ? nameEnd : lines.indexOf('\n', nameEnd + 1);
    if (valueEnd < 0) return headers;
    headers[lines.slice(from, nameEnd)] = lines.slice(nameEnd + 1, valueEnd);
    from = valueEnd + 1;
  }
}

function weighedOf(json: string): Weighed[] {
  // Our own writing, read back.
  return JSON.parse(json) as Weighed[];
}

function stepsOf(lines: string, spot: EntryReference): Step[] {
  let double: number = DOUBLE.books;
  const nextBook = (): Ledger => {
    double += 4;
    return bookAt(spot, double - 4);
  };
  const texts = lines.split('\n').slice(0, -1);
  return texts.map((line): Step => {
    const [generation = '', before, after, books] = line.split('\t');
    const hasBooks = books === '+';
    return {
      generation: generation === '' ? undefined : generation,
      statusBefore: statusOf(before),
      statusAfter: statusOf(after),
      booksBefore: hasBooks ? nextBook() : undefined,
      booksAfter: hasBooks ? nextBook() : undefined,
    };
  });
}

function statusOf(text: string | undefined): Status | undefined {
  return STATUSES.find((status) => status === text);
}

function bookAt(spot: EntryReference, first: number): Ledger {
  return {
    granted: doubleAt(spot, first),
    balance: doubleAt(spot, first + 1),
    reserved: doubleAt(spot, first + 2),
    captured: doubleAt(spot, first + 3),
  };
}
