/** Reads entries from their bytes. */

import type { OperationName } from '../../contract/error-entry.ts';
import { STATUSES, type Status } from '../../contract/generation.ts';
import type { Ledger } from '../domain/ledger.ts';
import type { Step, Trace, Evaluation, UpstreamTrace } from '../domain/trace.ts';
import { SENT_FIELDS, type SentHeaders } from './capture-headers.ts';
import { DOUBLE, doubleAt, FLAG, INT, intAt, NO_TEXT, textStart, type EntryReference } from './entry-layout.ts';
import { BODY_PROBLEMS, type StoredEntry, type CapturedRequest } from './stored-entry.ts';

/** Reads a whole entry. */
export function decodeEntry(reference: EntryReference): StoredEntry {
  const bytesSent = known(doubleAt(reference, DOUBLE.bytesSent));
  return {
    seq: doubleAt(reference, DOUBLE.seq),
    attempt: intAt(reference, INT.attempt),
    gapMs: known(doubleAt(reference, DOUBLE.gapMs)),
    realGapMs: known(doubleAt(reference, DOUBLE.realGapMs)),
    realPauseMs: known(doubleAt(reference, DOUBLE.realPauseMs)),
    bytesSent,
    isAborted: bytesSent === undefined ? undefined : hasFlag(reference, FLAG.isAborted),
    totalMs: known(doubleAt(reference, DOUBLE.totalMs)),
    late: BODY_PROBLEMS[Math.floor(intAt(reference, INT.flags) / FLAG.late) - 1],
    captured: capturedAt(reference),
  };
}

function known(double: number): number | undefined {
  return Number.isNaN(double) ? undefined : double;
}

function hasFlag(reference: EntryReference, flag: number): boolean {
  return (intAt(reference, INT.flags) & flag) !== 0;
}

function capturedAt(reference: EntryReference): CapturedRequest {
  const texts = new Texts(reference);
  const [requestId = '', account = null, key = null] = [texts.next(), texts.next(), texts.next()];
  const operation = texts.next();
  const [method = '', target = ''] = [texts.next(), texts.next()];
  const sent = SENT_FIELDS.map((field) => [field, texts.next()]);
  const [requestBody, bodyHash, code, responseBody] = [texts.next(), texts.next(), texts.next(), texts.next()];
  const [endingText, headerLines = '', steps, evaluations] = [texts.next(), texts.next(), texts.next(), texts.next()];
  return {
    requestId,
    account,
    key,
    operation: OPERATION_NAMES.find((name) => name === operation) ?? null,
    method,
    target,
    hasAuthorization: hasFlag(reference, FLAG.hasAuthorization),
    sent: Object.fromEntries(sent) as SentHeaders,
    // They are counted from 1.
    connection: intAt(reference, INT.connection) || undefined,
    at: doubleAt(reference, DOUBLE.at),
    realAt: doubleAt(reference, DOUBLE.realAt),
    arrivedMs: doubleAt(reference, DOUBLE.arrivedMs),
    requestBody: requestBody ?? bodyOf(reference),
    requestBytes: known(doubleAt(reference, DOUBLE.requestBytes)),
    bodyHash,
    status: intAt(reference, INT.status),
    code,
    headers: headersOf(headerLines),
    responseBody,
    evaluations: evaluations === undefined ? [] : evaluationsOf(evaluations),
    steps: steps === undefined ? [] : stepsOf(steps, reference),
    ...endingOf(endingText),
    engineMs: doubleAt(reference, DOUBLE.engineMs),
  };
}

const OPERATION_NAMES: readonly OperationName[] = ['create', 'get', 'content'];
const ENDINGS: readonly Exclude<Trace['ending'], undefined>[] = ['client-gone', 'crashed'];

/** The texts, one after the other, in the order in which `entry-encoder.ts` joined them. */
class Texts {
  readonly #reference: EntryReference;
  readonly #text: string;
  #nth = 0;
  #from = 0;

  constructor(reference: EntryReference) {
    const start = textStart(reference);
    this.#reference = reference;
    this.#text = reference.segment.bytes.toString('utf8', start, start + intAt(reference, INT.textBytes));
  }

  next(): string | undefined {
    const length = intAt(this.#reference, INT.lengths + this.#nth);
    this.#nth += 1;
    if (length === NO_TEXT) return undefined;
    const from = this.#from;
    this.#from += length;
    return this.#text.slice(from, this.#from);
  }
}

/** A body that was encoded as it came. */
function bodyOf(reference: EntryReference): string | undefined {
  const length = intAt(reference, INT.bodyBytes);
  const start = textStart(reference) + intAt(reference, INT.textBytes);
  return length === NO_TEXT ? undefined : reference.segment.bytes.toString('utf8', start, start + length);
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

function evaluationsOf(json: string): Evaluation[] {
  // The encoder wrote it.
  return JSON.parse(json) as Evaluation[];
}

/** Before a space how the entry ended, after it what the service behind it did. */
function endingOf(text: string | undefined): Pick<CapturedRequest, 'ending' | 'upstream'> {
  if (text === undefined) return { ending: undefined, upstream: undefined };
  const space = text.indexOf(' ');
  const word = space < 0 ? text : text.slice(0, space);
  return {
    ending: ENDINGS.find((name) => name === word),
    // The encoder wrote it.
    upstream: space < 0 ? undefined : (JSON.parse(text.slice(space + 1)) as UpstreamTrace),
  };
}

function stepsOf(lines: string, reference: EntryReference): Step[] {
  let double: number = DOUBLE.ledgers;
  const nextLedger = (): Ledger => {
    double += 4;
    return ledgerAt(reference, double - 4);
  };
  const texts = lines.split('\n').slice(0, -1);
  return texts.map((line): Step => {
    const [generation = '', before, after, ledgers] = line.split('\t');
    const hasLedgers = ledgers === '+';
    return {
      generation: generation === '' ? undefined : generation,
      statusBefore: statusOf(before),
      statusAfter: statusOf(after),
      ledgerBefore: hasLedgers ? nextLedger() : undefined,
      ledgerAfter: hasLedgers ? nextLedger() : undefined,
    };
  });
}

function statusOf(text: string | undefined): Status | undefined {
  return STATUSES.find((status) => status === text);
}

function ledgerAt(reference: EntryReference, first: number): Ledger {
  return {
    granted: doubleAt(reference, first),
    balance: doubleAt(reference, first + 1),
    reserved: doubleAt(reference, first + 2),
    captured: doubleAt(reference, first + 3),
  };
}
