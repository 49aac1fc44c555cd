/** Entries of tests that are encoded down as the journal writes them. */

import type { Count } from '../retries.ts';
import { newSegment, type EntryReference } from '../entry-layout.ts';
import { EntryEncoder } from '../entry-encoder.ts';
import type { CapturedRequest } from '../stored-entry.ts';
import { someCaptured } from './some-entry.ts';

/** What is counted of a request that is the first of its kind and whose memory takes nothing. */
export const FIRST: Count = { thing: 0, burden: 0, attempt: 1, gapMs: undefined, realGapMs: undefined };

/** A pen that holds an entry with these facts. */
export function loaded(facts: Partial<CapturedRequest> = {}): EntryEncoder {
  const pen = new EntryEncoder();
  pen.load(someCaptured(facts));
  return pen;
}

/** An entry alone on a page that has exactly the room for it. */
export function encoded(facts: Partial<CapturedRequest> = {}): EntryReference {
  const pen = loaded(facts);
  const spot = { page: newSegment(pen.exactBytes()), at: 0 };
  pen.write(spot, { seq: 1, count: FIRST });
  return spot;
}
