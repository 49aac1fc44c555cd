/** Entries of tests that are written down as the journal writes them. */

import type { Count } from '../attempts.ts';
import { newPage, type Spot } from '../page.ts';
import { Pen } from '../pen.ts';
import type { RawFacts } from '../raw-entry.ts';
import { someFacts } from './an-entry.ts';

/** What is counted of a request that is the first of its kind and whose memory takes nothing. */
export const FIRST: Count = { thing: 0, burden: 0, attempt: 1, gapMs: undefined, realGapMs: undefined };

/** A pen that holds an entry with these facts. */
export function dipped(facts: Partial<RawFacts> = {}): Pen {
  const pen = new Pen();
  pen.dip(someFacts(facts));
  return pen;
}

/** An entry alone on a page that has exactly the room for it. */
export function written(facts: Partial<RawFacts> = {}): Spot {
  const pen = dipped(facts);
  const spot = { page: newPage(pen.exactBytes()), at: 0 };
  pen.write(spot, { seq: 1, count: FIRST });
  return spot;
}
