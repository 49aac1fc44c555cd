/** The facts that a summary derives from an entry. */

import { expect, test } from 'vitest';
import { anEntry, type SomeFacts } from '../../test/support/journal/some-entry.ts';
import { toSummary } from './summary.ts';

const evaluations = [{ rule: 'down:1', fired: true, why: 'always' }];
const LENGTH = { 'content-length': '133' };

test.each([
  [{ 'retry-after': '5' }, '5'],
  [{ 'retry-after': '5', 'retry-after-ms': '300' }, '0.3'],
  [{ 'retry-after': '5', 'retry-after-ms': 'soon' }, '5'],
  [{}, null],
])('the wait in the headers %j is %s', (headers, wait) => {
  expect(toSummary(anEntry({ status: 429, headers })).retry_after).toBe(wait);
});

test('an error in a response that is not a failed record is not the failure of a generation', () => {
  const error = { code: 'injected_fault' };
  expect(toSummary(anEntry({ responseBody: JSON.stringify({ error }) })).failure_code).toBeNull();
  const failed = anEntry({ responseBody: JSON.stringify({ status: 'failed', error }) });
  expect(toSummary(failed).failure_code).toBe('injected_fault');
});

test.each<[string, SomeFacts, boolean]>([
  ['a create without its announced body', { operation: 'create', status: 202, headers: LENGTH, evaluations }, true],
  ['a download without a body', { operation: 'content', status: 200, headers: LENGTH, evaluations }, false],
  ['a response without a length', { operation: 'get', status: 200, evaluations }, false],
  ['a dropped request', { operation: 'get', status: 503, evaluations }, true],
  ['an injected 503', { operation: 'get', status: 503, code: 'service_unavailable', evaluations }, false],
  ['a request without rules', { operation: 'get', status: 200, headers: LENGTH }, false],
])('whether a client lost the response: %s', (_, facts, isLost) => {
  const entry = anEntry(facts);
  const sent = { ...entry, response: { ...entry.response, bytes_sent: 0 } };
  expect(toSummary(sent).is_lost).toBe(isLost);
  expect(toSummary({ ...entry, response: { ...entry.response, bytes_sent: 133 } }).is_lost).toBe(false);
});
