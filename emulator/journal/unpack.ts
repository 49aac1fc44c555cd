/** Reads entries from their bytes. */

import type { OperationName } from '../../contract/error-entry.ts';
import { STATUSES, type Status } from '../../contract/generation.ts';
import type { Ledger } from '../domain/ledger.ts';
import type { Step, Trace, Weighed } from '../domain/trace.ts';
import { BOOK_BYTES, FIELD, HEAD_BYTES, NO_TEXT, TEXTS, type Page, type Spot } from './page.ts';
import type { RawEntry, RawFacts } from './raw-entry.ts';

/** Reads an entry whole. */
export function unpack({ page, at }: Spot): RawEntry {
  const { view } = page;
  const bytesSent = known(view.getFloat64(at + FIELD.bytesSent));
  return {
    seq: view.getFloat64(at + FIELD.seq),
    attempt: view.getInt32(at + FIELD.attempt),
    gapMs: known(view.getFloat64(at + FIELD.gapMs)),
    realGapMs: known(view.getFloat64(at + FIELD.realGapMs)),
    bytesSent,
    isAborted: bytesSent === undefined ? undefined : view.getInt32(at + FIELD.isAborted) === 1,
    totalMs: known(view.getFloat64(at + FIELD.totalMs)),
    facts: factsOf(page, at),
  };
}

function known(double: number): number | undefined {
  return Number.isNaN(double) ? undefined : double;
}

function factsOf(page: Page, at: number): RawFacts {
  const { view } = page;
  const [requestId = '', account = null, key = null, operation, method = '', target = '', ...rest] = textsOf(page, at);
  const [idempotencyKey, range, contentType, userAgent, requestBody, bodyHash, code, responseBody, ...last] = rest;
  const [ending, headers = '', steps, weighed] = last;
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
    at: view.getFloat64(at + FIELD.at),
    realAt: view.getFloat64(at + FIELD.realAt),
    requestBody,
    requestBytes: known(view.getFloat64(at + FIELD.requestBytes)),
    bodyHash,
    status: view.getInt32(at + FIELD.status),
    code,
    headers: headersOf(headers),
    responseBody,
    weighed: weighed === undefined ? [] : weighedOf(weighed),
    steps: steps === undefined ? [] : stepsOf(steps, view, at + HEAD_BYTES),
    ending: ENDINGS.find((name) => name === ending),
    startedAt: view.getFloat64(at + FIELD.startedAt),
    engineMs: view.getFloat64(at + FIELD.engineMs),
  };
}

const OPERATION_NAMES: readonly OperationName[] = ['create', 'get', 'content'];
const ENDINGS: readonly Exclude<Trace['ending'], undefined>[] = ['client-gone', 'crashed'];

/** In the order in which `pen.ts` put them together. */
function textsOf({ bytes, view }: Page, at: number): (string | undefined)[] {
  const start = at + HEAD_BYTES + BOOK_BYTES * view.getInt32(at + FIELD.books);
  const text = bytes.toString('utf8', start, start + view.getInt32(at + FIELD.textBytes));
  let from = 0;
  return Array.from({ length: TEXTS }, (_, nth) => {
    const length = view.getInt32(at + FIELD.lengths + 4 * nth);
    if (length === NO_TEXT) return undefined;
    from += length;
    return text.slice(from - length, from);
  });
}

function headersOf(lines: string): Record<string, string> {
  const headers: Record<string, string> = {};
  const parts = lines.split('\n');
  for (let nth = 0; nth + 1 < parts.length; nth += 2) headers[parts[nth] ?? ''] = parts[nth + 1] ?? '';
  return headers;
}

function weighedOf(json: string): Weighed[] {
  // Our own writing, read back.
  return JSON.parse(json) as Weighed[];
}

function stepsOf(lines: string, view: DataView, booksAt: number): Step[] {
  let at = booksAt;
  const nextBook = (): Ledger => {
    at += BOOK_BYTES;
    return bookAt(view, at - BOOK_BYTES);
  };
  return lines.split('\n').map((line): Step => {
    const [generation = '', before, after, books] = line.split('\t');
    const hasBooks = books !== '0';
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

function bookAt(view: DataView, at: number): Ledger {
  return {
    granted: view.getFloat64(at),
    balance: view.getFloat64(at + 8),
    reserved: view.getFloat64(at + 16),
    captured: view.getFloat64(at + 24),
  };
}
