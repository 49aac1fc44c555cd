/** Entries of tests, encoded as the journal encodes them. */

import { EntryEncoder } from '../../../emulator/journal/entry-encoder.ts';
import { LogSegment, type EntryReference } from '../../../emulator/journal/entry-layout.ts';
import type { AttemptCount, CapturedRequest } from '../../../emulator/journal/stored-entry.ts';
import { someCaptured } from './some-entry.ts';

/** The count of a request that is the first of its kind. */
export const FIRST: AttemptCount = {
  attempt: 1,
  gapMs: undefined,
  realGapMs: undefined,
  realPauseMs: undefined,
};

/** Returns an encoder that contains an entry. */
export function loaded(captured: Partial<CapturedRequest> = {}): EntryEncoder {
  const encoder = new EntryEncoder();
  encoder.load(someCaptured(captured));
  return encoder;
}

/** Returns an entry in a segment that has exactly its size. */
export function encoded(captured: Partial<CapturedRequest> = {}): EntryReference {
  const encoder = loaded(captured);
  return encoder.encode(new LogSegment(encoder.exactBytes()), 1, FIRST);
}
