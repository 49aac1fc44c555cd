/** The kinds of entry fields: how a field is captured, encoded, decoded and shown. */

import type { Trace } from '../domain/trace.ts';
import { aligned, endOf, FIRST_NUMBER, LogSegment, numberAt, type EntryReference, type Place } from './log-segment.ts';
import type { Redactor } from './redact.ts';

/** The parts of a request that the journal reads. */
export interface RecordedRequest {
  readonly method: string;
  readonly target: string;
  /** The number of the connection. Undefined at entry points without connections. */
  readonly connection?: number | undefined;
  /** Visits each header by its lower-case name. The values of repeated headers are joined by a comma. */
  eachHeader(visit: (name: string, value: string) => void): void;
}

/** The parts of a response that the journal reads. A body that is not text is a clip. */
export interface RecordedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | object | null;
}

export interface AnsweredRequest {
  readonly requestId: string;
  readonly request: RecordedRequest;
  readonly response: RecordedResponse;
  /** The error code, if the engine rejected the request. */
  readonly code: string | undefined;
  readonly trace: Trace;
  /** The result of `Recorder.start` at the arrival of the request. */
  readonly startedAt: number;
}

/** The outcome of sending a response. */
export interface ResponseEnd {
  readonly bytesSent: number;
  readonly isAborted: boolean;
  readonly totalMs: number;
  /** The problem with the body from the service behind the proxy. */
  readonly bodyProblem?: BodyProblem | undefined;
}

/** The problems of a body after its headers were forwarded. `length`: the length differs from the announced length. */
export const BODY_PROBLEMS = ['cut', 'reset', 'timeout', 'length'] as const;
export type BodyProblem = (typeof BODY_PROBLEMS)[number];

/** The texts of an entry, by position. */
export type Texts = (string | undefined)[];

/** The facts from which fields are captured. */
export interface RequestFacts {
  readonly answered: AnsweredRequest;
  /** The arrival time on the machine's clock, and the time until the engine had the response. */
  readonly times: { readonly realAt: number; readonly engineMs: number };
  readonly hasAuthorization: boolean;
  readonly redactor: Redactor;
  /** The texts of headers, and each text that was captured earlier. */
  readonly texts: Texts;
}

/** The position of a request among the attempts at the same operation. */
export interface AttemptCount {
  readonly attempt: number;
  /** The time since the previous start, on the account's and the machine's clock. Undefined for the first attempt. */
  readonly gapMs?: number | undefined;
  readonly realGapMs?: number | undefined;
  /** The time since the previous response ended. Undefined if that response was still being sent. */
  readonly realPauseMs?: number | undefined;
}

/** An entry whose texts are decoded. */
export interface StoredEntry extends EntryReference {
  readonly texts: Texts;
}

/** Reads a field of an entry. */
export type EntryField<Value = unknown> = (entry: StoredEntry) => Value;

/** The value of a field, or of a group of fields. */
export type Shown<Row> =
  Row extends EntryField<infer Value> ? Value : { readonly [Name in keyof Row]: Shown<Row[Name]> };

/** A value as JSON has it: an unknown value is null. */
export type OrNull<Value> = undefined extends Value ? Exclude<Value, undefined> | null : Value;

/** The numbers of an entry that are written at the same time, each with its position and its source. */
export type Stage<Source> = { readonly position: number; readonly capture: (source: Source) => number | undefined }[];

/** The numbers that are known at the response, when the attempts are counted, and when the response was sent. */
export const REQUEST: Stage<RequestFacts> = [];
export const ATTEMPT: Stage<AttemptCount> = [];
export const END: Stage<ResponseEnd | undefined> = [];

/** Returns how many numbers precede the texts of an entry. */
function countNumbers(): number {
  return FIRST_NUMBER + REQUEST.length + ATTEMPT.length + END.length;
}

/** Adds a number to the entries. */
export function numberField<Source, Value extends number | undefined>(
  stage: Stage<Source>,
  capture: (source: Source) => Value,
) {
  const position = countNumbers();
  stage.push({ position, capture });
  return (place: Place) => numberAt(place, position) as OrNull<Value>;
}

/** Writes the numbers of a stage. An unknown number is NaN. */
export function writeNumbers<Source>(stage: Stage<Source>, { segment, at }: Place, source: Source): void {
  const first = at / 8;
  for (const { position, capture } of stage) segment.numbers[first + position] = capture(source) ?? Number.NaN;
}

/** The length limit of a text that a client chooses. The limit of bodies is a setting. */
type Cut = number | 'body';

interface TextRow {
  /** The separator before the text, and a control character that identifies the field. */
  readonly tag: string;
  /** Undefined for a request header, which is captured before the other texts. */
  readonly capture: ((facts: RequestFacts) => string | undefined) | undefined;
  readonly cut: Cut | undefined;
}

/** The maximum number of characters that are stored of a header. */
export const MOST_HEADER = 256;

/** The separator before each text. A text does not contain it. */
export const SEPARATOR = '\0';
const FIRST_TAG = 1;

/** The texts of an entry, in their order. */
export const TEXTS: TextRow[] = [];
/** The positions of texts that are request headers, by lower-case names. */
export const HEADERS = new Map<string, number>();

/** Adds a text to the entries. A text with a `cut` is also redacted. */
export function textField<Value extends string | undefined>(capture?: (facts: RequestFacts) => Value, cut?: Cut) {
  const position = TEXTS.length;
  TEXTS.push({ tag: SEPARATOR + String.fromCharCode(FIRST_TAG + position), capture, cut });
  return ({ texts }: Pick<StoredEntry, 'texts'>) => (texts[position] ?? null) as OrNull<Value>;
}

/** Adds the text of the first of these request headers. */
export function headerField(...names: readonly string[]) {
  for (const name of names) HEADERS.set(name, TEXTS.length);
  return textField<string | undefined>(undefined, MOST_HEADER);
}

/** Returns a field that converts its stored value to JSON. */
export function shownAs<Stored, Value>(field: EntryField<Stored>, show: (stored: Stored) => Value): EntryField<Value> {
  return (entry) => show(field(entry));
}

/** One entry at a time is encoded, always into the same memory (decision 0007). */
let memory = new LogSegment(0);

/** Returns the bytes of an entry, valid until the next call. Each of the joined texts begins with its tag. */
export function encodeEntry(facts: RequestFacts, joined: string, end: ResponseEnd | undefined): Uint8Array {
  const start = 8 * countNumbers();
  // UTF-8 takes at most three bytes for a UTF-16 unit.
  const most = aligned(start + 3 * joined.length);
  if (most > memory.bytes.length) memory = new LogSegment(2 ** Math.ceil(Math.log2(most)));
  const place = { segment: memory, at: 0 };
  writeNumbers(REQUEST, place, facts);
  writeNumbers(END, place, end);
  const textEnd = start + memory.bytes.write(joined, start);
  const size = aligned(textEnd);
  for (let at = textEnd; at < size; at += 1) memory.bytes[at] = 0;
  return memory.bytes.subarray(0, size);
}

/** Decodes the fields of an entry. */
export function readEntry<Fields extends Rows>(fields: Fields, { segment, at, seq }: EntryReference): Shown<Fields> {
  const texts: Texts = [];
  const joined = segment.bytes.toString('utf8', at + 8 * countNumbers(), endOf({ segment, at }));
  for (const text of joined.split(SEPARATOR)) if (text !== '') texts[text.charCodeAt(0) - FIRST_TAG] = text.slice(1);
  // The reader reads each field of the type.
  return readFields(fields, { segment, at, seq, texts }) as Shown<Fields>;
}

type Rows = { readonly [name: string]: EntryField | Rows };

function readFields(rows: Rows, entry: StoredEntry): object {
  const group: Record<string, unknown> = {};
  for (const name in rows) {
    const row = rows[name];
    group[name] = typeof row === 'function' ? row(entry) : readFields(row ?? {}, entry);
  }
  return group;
}

/** Returns whether an entry has this request id, which is its first text. */
export function hasRequestId({ segment, at }: Place, requestId: string): boolean {
  const start = at + 8 * countNumbers();
  const expected = `${TEXTS[0]?.tag}${requestId}${SEPARATOR}`;
  return segment.bytes.toString('latin1', start, start + expected.length) === expected;
}

/** Formats a time as ISO 8601, or as a number if it is beyond the range of Date. */
export function isoOf(ms: number): string {
  return Math.abs(ms) <= LAST_DATE ? new Date(ms).toISOString() : String(ms);
}

const LAST_DATE = 8.64e15;
