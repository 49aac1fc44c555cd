/** Entries for tests, with what matters said and the rest made up. */

import { SENT_FIELDS, type SentHeaders } from '../../../emulator/journal/capture-headers.ts';
import type { StoredEntry, CapturedRequest } from '../../../emulator/journal/stored-entry.ts';

const CAPTURED: CapturedRequest = {
  requestId: '00000000-0000-4000-8000-000000000000',
  account: 'a',
  key: null,
  operation: 'get',
  method: 'GET',
  target: '/v1/videos/1',
  hasAuthorization: false,
  sent: sentWith({}),
  connection: undefined,
  at: 0,
  realAt: 0,
  arrivedMs: 0,
  requestBody: undefined,
  requestBytes: undefined,
  bodyHash: undefined,
  status: 200,
  code: undefined,
  headers: {},
  responseBody: undefined,
  evaluations: [],
  steps: [],
  ending: undefined,
  upstream: undefined,
  engineMs: 1,
};

/** The headers of a request that sent only these. */
export function sentWith(sent: Partial<SentHeaders>): SentHeaders {
  const nothing = Object.fromEntries(SENT_FIELDS.map((field) => [field, undefined])) as SentHeaders;
  return { ...nothing, ...sent };
}

export function someCaptured(captured: Partial<CapturedRequest> = {}): CapturedRequest {
  return { ...CAPTURED, ...captured };
}

/** An entry that nobody keeps. */
export function anEntry(captured: Partial<CapturedRequest> = {}): StoredEntry {
  return {
    seq: 1,
    attempt: 1,
    gapMs: undefined,
    realGapMs: undefined,
    realPauseMs: undefined,
    bytesSent: undefined,
    isAborted: undefined,
    totalMs: undefined,
    late: undefined,
    captured: someCaptured(captured),
  };
}
