import { describe, expect, test } from 'vitest';
import type { ErrorEntry, OperationName } from './error-entry.ts';
import { ERRORS, isErrorCode } from './errors.ts';

const entries: [string, ErrorEntry][] = Object.entries(ERRORS);

function statusesOf(operation: OperationName, documented: readonly string[]): number[] {
  const there = entries
    .filter(([, { on, documented: kind }]) => documented.includes(kind) && (on === 'any' || on.includes(operation)))
    .map(([, { status }]) => status);
  return [...new Set(there)].toSorted((a, b) => a - b);
}

describe('statuses that the API document lists', () => {
  test.each([
    ['create', [400, 401, 402, 429, 503]],
    ['get', [401, 404, 429, 503]],
    ['content', [401, 404, 429, 503]],
  ] as const)('%s', (operation, statuses) => {
    expect(statusesOf(operation, ['code', 'status'])).toEqual(statuses);
  });

  test("beyond them only HTTP's own, and no other than 400 and 409 is a decision of ours", () => {
    const statuses = (kind: string): Set<number> =>
      new Set(entries.filter(([, { documented }]) => documented === kind).map(([, { status }]) => status));
    expect(statuses('protocol')).toEqual(new Set([400, 404, 405, 412, 413, 416, 500]));
    expect(statuses('default')).toEqual(new Set([400, 409]));
  });

  test('the document names one code: insufficient_credits, 402', () => {
    expect(entries.filter(([, { documented }]) => documented === 'code').map(([code]) => code)).toEqual([
      'insufficient_credits',
    ]);
    expect(ERRORS.insufficient_credits.status).toBe(402);
  });

  test('the profile ietf has closer statuses where an RFC or a draft has them', () => {
    const ietf = entries.flatMap(([code, { ietfStatus }]) => (ietfStatus === undefined ? [] : [[code, ietfStatus]]));
    expect(Object.fromEntries(ietf)).toEqual({
      invalid_content_type: 415,
      idempotency_key_reused: 422,
      headers_too_large: 431,
      request_timeout: 408,
    });
  });
});

test.each([
  [401, ['missing_api_key', 'invalid_api_key']],
  [402, ['insufficient_credits']],
  [404, ['video_not_found', 'content_not_ready', 'content_unavailable', 'content_expired', 'not_found']],
  [405, ['method_not_allowed']],
  [409, ['idempotency_in_progress']],
  [412, ['precondition_failed']],
  [413, ['request_too_large']],
  [416, ['range_not_satisfiable']],
  [429, ['concurrency_limited', 'rate_limited']],
  [500, ['internal_error']],
  [503, ['service_unavailable']],
])('%i has the codes %j', (status, codes) => {
  expect(entries.filter(([, entry]) => entry.status === status).map(([code]) => code)).toEqual(codes);
});

test('400 is of create alone, save for what no operation has seen yet', () => {
  const elsewhere = entries.filter(([, { status, on }]) => status === 400 && (on === 'any' || on.join() !== 'create'));
  expect(elsewhere.map(([code]) => code)).toEqual([
    'unknown_scenario',
    'bad_request',
    'headers_too_large',
    'request_timeout',
  ]);
});

test.each(entries)('%s is spelled in snake_case and has sentences for people', (code, { when, message }) => {
  expect(code).toMatch(/^[a-z]+(?:_[a-z]+)*$/);
  expect(when).toMatch(/^[A-Za-z].*\.$/);
  expect(message).toMatch(/^[A-Za-z].*\.$/);
});

test('a code is one of the catalog; names of Object.prototype are not', () => {
  expect(['rate_limited', 'RATE_LIMITED', 'toString', '__proto__', ''].map(isErrorCode)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
