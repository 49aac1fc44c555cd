/** Entries for tests, with what matters said and the rest made up. */

import { RawEntry, type RawFacts } from '../raw-entry.ts';

const FACTS: RawFacts = {
  requestId: '00000000-0000-4000-8000-000000000000',
  account: 'a',
  key: null,
  operation: 'get',
  method: 'GET',
  target: '/v1/videos/1',
  idempotencyKey: undefined,
  range: undefined,
  contentType: undefined,
  userAgent: undefined,
  at: 0,
  realAt: 0,
  requestBody: undefined,
  requestBytes: undefined,
  bodyHash: undefined,
  status: 200,
  code: undefined,
  headers: {},
  responseBody: undefined,
  weighed: [],
  steps: [],
  ending: undefined,
  startedAt: 0,
  engineMs: 1,
};

/** An entry that nobody keeps. */
export function anEntry(facts: Partial<RawFacts> = {}): RawEntry {
  return new RawEntry({ ...FACTS, ...facts }, { monotonic: () => 5, completed: () => undefined });
}
