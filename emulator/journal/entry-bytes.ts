/** Encodes and decodes entries. The rows of `ENTRY_FIELDS` define the numbers and texts of an entry. */

import { ENTRY_FIELDS, type Entry } from './entry.ts';
import type { RequestFacts, EntryField, NumberField, TextField } from './entry-field.ts';
import {
  aligned,
  HEAD,
  HEAD_NUMBERS,
  numberAt,
  sizeAt,
  writeResponseEnd,
  type EntryReference,
  type LogSegment,
} from './log-segment.ts';

interface Row {
  /** The field of the entry that contains this field. */
  readonly group: string | undefined;
  readonly name: string;
  readonly field: EntryField;
}

const ROWS: readonly Row[] = Object.entries(ENTRY_FIELDS).flatMap(([name, row]): Row[] =>
  'stored' in row
    ? [{ group: undefined, name, field: row }]
    : Object.entries(row).map(([own, field]: [string, EntryField]) => ({ group: name, name: own, field })),
);
const FIELDS = ROWS.map(({ field }) => field);

/** The fields with a captured number. Their numbers follow the numbers of `HEAD`, in this order. */
const NUMBERS = FIELDS.filter(isCapturedNumber);
/** The fields with a text, in the order of the texts. */
export const TEXTS = FIELDS.filter((field): field is TextField => field.stored === 'text');
const TEXT_START = 8 * (HEAD_NUMBERS + NUMBERS.length);

function isCapturedNumber(field: EntryField): field is NumberField {
  return field.stored === 'number' && field.place === undefined;
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
  #bytes = Buffer.alloc(0);
  #numbers = new Float64Array(0);

  /** Returns the bytes of an entry. They are valid until the next call. */
  encode(facts: RequestFacts, joined: string): Uint8Array {
    this.#makeRoom(TEXT_START + WIDEST * joined.length + 8);
    const numbers = this.#numbers;
    for (let nth = 0; nth < NUMBERS.length; nth += 1)
      numbers[HEAD_NUMBERS + nth] = NUMBERS[nth]?.capture?.(facts) ?? Number.NaN;
    numbers.fill(Number.NaN, 0, HEAD_NUMBERS);
    if (facts.end !== undefined) writeResponseEnd({ segment: { numbers }, at: 0 }, facts.end);
    const size = aligned(TEXT_START + this.#bytes.write(joined, TEXT_START) - PADDING.length);
    numbers[HEAD.size] = size;
    return this.#bytes.subarray(0, size);
  }

  #makeRoom(bytes: number): void {
    if (bytes <= this.#bytes.length) return;
    const buffer = new ArrayBuffer(2 ** Math.ceil(Math.log2(bytes)));
    this.#bytes = Buffer.from(buffer);
    this.#numbers = new Float64Array(buffer);
  }
}

/** Decodes an entry to its public JSON. */
export function toEntry(reference: EntryReference): Entry {
  const start = reference.at + TEXT_START;
  const texts: string[] = [];
  for (const text of reference.segment.bytes.toString('utf8', start, reference.at + sizeAt(reference)).split(SEPARATOR))
    if (text !== '') texts[text.charCodeAt(0) - FIRST_TAG] = text.slice(1);
  const entry: Record<string, unknown> = {};
  for (const read of READERS) read(entry, reference, texts);
  for (const derive of DERIVERS) derive(entry, reference);
  // `READERS` contains each field of the type.
  return entry as Entry;
}

type Reader = (entry: Record<string, unknown>, reference: EntryReference, texts: readonly string[]) => void;

const READERS: readonly Reader[] = ROWS.map(({ group, name, field }): Reader => {
  const value = valueReader(field);
  return (entry, reference, texts) => {
    groupOf(entry, group)[name] = value(reference, texts);
  };
});

const DERIVERS = ROWS.flatMap(({ group, name, field }) => {
  const derive = 'derive' in field ? field.derive : undefined;
  if (derive === undefined) return [];
  return [
    (entry: Record<string, unknown>, reference: EntryReference): void => {
      groupOf(entry, group)[name] = derive(entry as never, reference);
    },
  ];
});

function valueReader(field: EntryField): (reference: EntryReference, texts: readonly string[]) => unknown {
  if (field.stored === 'nothing') return () => null;
  if (field.stored === 'number') {
    const place = field.place ?? HEAD_NUMBERS + NUMBERS.indexOf(field);
    return (reference) => field.show(numberAt(reference, place));
  }
  const nth = TEXTS.indexOf(field);
  return (_, texts) => field.show(texts[nth]);
}

function groupOf(entry: Record<string, unknown>, group: string | undefined): Record<string, unknown> {
  if (group === undefined) return entry;
  const found = entry[group] as Record<string, unknown> | undefined;
  if (found !== undefined) return found;
  const made = {};
  entry[group] = made;
  return made;
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
