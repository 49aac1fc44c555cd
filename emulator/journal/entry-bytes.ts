/** Encodes and decodes entries. The rows of `ENTRY_FIELDS` define the numbers and texts of an entry. */

import { addDerived, ENTRY_FIELDS, type Entry } from './entry.ts';
import type { RequestFacts, EntryField, NumberField, TextField } from './entry-field.ts';
import {
  aligned,
  HEAD,
  HEAD_NUMBERS,
  LogSegment,
  numberAt,
  sizeAt,
  writeResponseEnd,
  type EntryReference,
} from './log-segment.ts';

/** A field, or a group of fields. */
type Row = EntryField | Readonly<Record<string, EntryField>>;

const FIELDS = Object.values<Row>(ENTRY_FIELDS).flatMap((row) => (isField(row) ? [row] : Object.values(row)));
/** The fields with a captured number. Their numbers follow the numbers of `HEAD`, in this order. */
const NUMBERS = FIELDS.filter((field): field is NumberField => field.stored === 'number' && field.place === undefined);
/** The fields with a text, in the order of the texts. */
export const TEXTS = FIELDS.filter((field): field is TextField => field.stored === 'text');
const TEXT_START = 8 * (HEAD_NUMBERS + NUMBERS.length);

function isField(row: Row): row is EntryField {
  return 'stored' in row && typeof row.stored === 'string';
}

/** The separator before each text. A control character after it identifies the field. */
export const SEPARATOR = '\0';
const FIRST_TAG = 1;
const TAGS = TEXTS.map((_, nth) => SEPARATOR + String.fromCodePoint(FIRST_TAG + nth));

/** The padding that reaches the next multiple of 8 bytes from any position. */
const PADDING = SEPARATOR.repeat(7);
/** The largest number of UTF-8 bytes for a UTF-16 unit. */
const WIDEST = 3;

/** Joins the texts that an entry has, with padding at the end. */
export function joinTexts(texts: readonly (string | null | undefined)[]): string {
  let joined = '';
  for (let nth = 0; nth < texts.length; nth += 1) {
    const text = texts[nth];
    if (text !== undefined && text !== null) joined = joined + TAGS[nth] + text;
  }
  return joined + PADDING;
}

/** Encodes one entry at a time, always into the same memory (decision 0007). */
export class EntryEncoder {
  #memory = new LogSegment(0);

  /** Returns the bytes of an entry. They are valid until the next call. */
  encode(facts: RequestFacts, joined: string): Uint8Array {
    const most = TEXT_START + WIDEST * joined.length + 8;
    if (most > this.#memory.capacity) this.#memory = new LogSegment(2 ** Math.ceil(Math.log2(most)));
    const { bytes, numbers } = this.#memory;
    numbers.fill(Number.NaN, 0, HEAD_NUMBERS);
    for (let nth = 0; nth < NUMBERS.length; nth += 1)
      numbers[HEAD_NUMBERS + nth] = NUMBERS[nth]?.capture?.(facts) ?? Number.NaN;
    if (facts.end !== undefined) writeResponseEnd({ segment: this.#memory, at: 0 }, facts.end);
    const size = aligned(TEXT_START + bytes.write(joined, TEXT_START) - PADDING.length);
    numbers[HEAD.size] = size;
    return bytes.subarray(0, size);
  }
}

/** Decodes an entry to its public JSON. */
export function toEntry(reference: EntryReference): Entry {
  const start = reference.at + TEXT_START;
  const texts: string[] = [];
  for (const text of reference.segment.bytes.toString('utf8', start, reference.at + sizeAt(reference)).split(SEPARATOR))
    if (text !== '') texts[text.charCodeAt(0) - FIRST_TAG] = text.slice(1);
  // The reader reads each field of the type.
  return addDerived(readEntry(reference, texts) as Entry, reference);
}

type Reader = (reference: EntryReference, texts: readonly string[]) => unknown;

const readEntry = groupReader(ENTRY_FIELDS);

function groupReader(rows: Readonly<Record<string, Row>>): Reader {
  const readers = Object.entries(rows).map(([name, row]) => ({
    name,
    read: isField(row) ? fieldReader(row) : groupReader(row),
  }));
  return (reference, texts) => {
    const group: Record<string, unknown> = {};
    for (const { name, read } of readers) group[name] = read(reference, texts);
    return group;
  };
}

function fieldReader(field: EntryField): Reader {
  if (field.stored === 'nothing') return () => field.show(undefined);
  if (field.stored === 'number') {
    const place = field.place ?? HEAD_NUMBERS + NUMBERS.indexOf(field);
    return (reference) => field.show(numberAt(reference, place));
  }
  const nth = TEXTS.indexOf(field);
  return (_, texts) => field.show(texts[nth]);
}

/** Returns whether an entry has this request id, which is its first text. */
export function hasRequestId(reference: EntryReference, requestId: string): boolean {
  const { segment, at } = reference;
  const start = at + TEXT_START;
  const expected = TAGS[0] + requestId + SEPARATOR;
  return segment.bytes.toString('latin1', start, start + expected.length) === expected;
}

/** Counts the entries in the first bytes of a segment. Bytes that do not look like an entry end the list. */
export function findEntries(segment: LogSegment, filled: number): void {
  for (let at = 0; at + TEXT_START <= filled; at = segment.end) {
    const [size, seq] = [sizeAt({ segment, at }), numberAt({ segment, at }, HEAD.seq) ?? 0];
    if (size < TEXT_START || size !== aligned(size) || at + size > filled || seq <= segment.lastSeq) return;
    segment.count(size, seq);
  }
}
