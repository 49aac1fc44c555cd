/** Encodes and decodes entries. The rows of `ENTRY_FIELDS` define the numbers and texts of an entry. */

import type { ResponseEnd } from './answered-request.ts';
import { ENTRY_FIELDS, generationOf, type Entry, type Stored } from './entry.ts';
import {
  countNumbers,
  END,
  FIRST_TAG,
  REQUEST,
  SEPARATOR,
  TEXTS,
  writeNumbers,
  type RequestFacts,
  type StoredEntry,
  type Texts,
} from './entry-field.ts';
import { aligned, endOf, LogSegment, type EntryReference } from './log-segment.ts';

const TEXT_START = 8 * countNumbers();

/** The largest number of UTF-8 bytes for a UTF-16 unit. */
const WIDEST = 3;

/** One entry at a time is encoded, always into the same memory (decision 0007). */
let memory = new LogSegment(0);

/** Returns the bytes of an entry, valid until the next call. Each of the joined texts begins with its tag. */
export function encodeEntry(facts: RequestFacts, joined: string, outcome: ResponseEnd | undefined): Uint8Array {
  const most = aligned(TEXT_START + WIDEST * joined.length);
  if (most > memory.bytes.length) memory = new LogSegment(2 ** Math.ceil(Math.log2(most)));
  const place = { segment: memory, at: 0 };
  writeNumbers(REQUEST, place, facts);
  writeNumbers(END, place, outcome);
  const end = TEXT_START + memory.bytes.write(joined, TEXT_START);
  const size = aligned(end);
  for (let at = end; at < size; at += 1) memory.bytes[at] = 0;
  return memory.bytes.subarray(0, size);
}

/** Decodes an entry to its public JSON. */
export function toEntry({ segment, at }: EntryReference): Entry {
  const texts: Texts = [];
  const joined = segment.bytes.toString('utf8', at + TEXT_START, endOf({ segment, at }));
  for (const text of joined.split(SEPARATOR)) if (text !== '') texts[text.charCodeAt(0) - FIRST_TAG] = text.slice(1);
  // The reader reads each field of the type.
  const entry = readFields(ENTRY_FIELDS, { segment, at, texts }) as Stored;
  return Object.assign(entry, { generation: generationOf(entry) });
}

type Rows = { readonly [name: string]: ((entry: StoredEntry) => unknown) | Rows };

function readFields(rows: Rows, entry: StoredEntry): object {
  const group: Record<string, unknown> = {};
  for (const name in rows) {
    const row = rows[name];
    group[name] = typeof row === 'function' ? row(entry) : readFields(row ?? {}, entry);
  }
  return group;
}

/** Returns whether an entry has this request id, which is its first text. */
export function hasRequestId({ segment, at }: EntryReference, requestId: string): boolean {
  const start = at + TEXT_START;
  const expected = `${TEXTS[0]?.tag}${requestId}${SEPARATOR}`;
  return segment.bytes.toString('latin1', start, start + expected.length) === expected;
}
