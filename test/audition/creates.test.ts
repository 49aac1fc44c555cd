/** Which creates may follow one another: known and unknown outcomes, equal bodies, second payments. */

import { describe, expect, test } from 'vitest';

import { CLIENT_CHECKS } from '../../audition/index.ts';
import { toRequests } from '../../audition/evidence/case-evidence.ts';
import { JournalEntry } from '../../audition/evidence/case-record.ts';
import { create, poll, refused, small, type Sent, type Small } from './small-evidence.ts';

/** Returns the ids of the checks at one level that an evidence fails. */
function missedIn(evidence: Small, level: 'must' | 'should' = 'must', prompts = ['p']): string[] {
  const seen = { ...small(evidence), prompts };
  return CLIENT_CHECKS.flatMap((check) =>
    check.level === level && check.everywhere && check.judge(seen).kind === 'missed' ? [check.id] : [],
  );
}

const NO_KEY: Sent = { idempotencyKey: null };
const NEW_KEY: Sent = { idempotencyKey: 'another' };

describe('after 429 and 503 nothing was charged, so that a retry', () => {
  test.each([429, 503])('of a create with %i misses only shoulds without a key and with a new one', (status) => {
    const without = { sent: [refused(status, NO_KEY), create(NO_KEY)] };
    const renewed = { sent: [refused(status), create(NEW_KEY)] };
    expect([missedIn(without), missedIn(renewed)]).toEqual([[], []]);
    expect(missedIn(without, 'should')).toContain('sends-idempotency-key');
    expect(missedIn(renewed, 'should')).toContain('keeps-key-when-refused');
  });

  test('still needs the key of an attempt before it whose outcome is not known', () => {
    expect(missedIn({ sent: [refused(500), refused(429), create(NEW_KEY)] })).toEqual(['same-key-on-every-attempt']);
  });
});

describe('the outcome is not known, so that a retry needs the same key,', () => {
  test.each([
    { title: 'after a reset', lost: refused(0, { end: 'broken' }) },
    { title: 'after a timeout of the client', lost: refused(202, { end: 'left' }) },
    { title: 'after 500', lost: refused(500) },
    { title: 'after 502', lost: refused(502) },
    { title: 'after 504', lost: refused(504) },
  ])('$title', ({ lost }) => {
    expect(missedIn({ sent: [lost, create()] })).toEqual([]);
    expect(missedIn({ sent: [lost, create(NEW_KEY)] })).toEqual(['same-key-on-every-attempt']);
    expect(missedIn({ sent: [{ ...lost, ...NO_KEY }, create(NO_KEY)] })).toEqual(['same-key-on-every-attempt']);
  });
});

describe('a second create of the same intent breaks a must', () => {
  const failed = (code: string): Sent => poll('failed', { body: `{"status":"failed","error":{"code":"${code}"}}` });
  const second = create({ ...NEW_KEY, made: 'h', generation: 'h', body: '{"id":"h"}' });

  test('after output_content_rejected', () => {
    expect(missedIn({ sent: [create(), failed('output_content_rejected'), second] })).toEqual(['no-second-create']);
  });

  test('while the accepted generation has not failed', () => {
    expect(missedIn({ sent: [create(), poll('running'), second] })).toEqual(['no-second-create']);
  });

  test('whatever the client writes into its prompt', () => {
    const stamped = { ...second, prompt: 'p at 12:01' };
    expect(missedIn({ sent: [create(), poll('running'), stamped] })).toEqual(['no-second-create']);
  });

  test('but not after another failure', () => {
    expect(missedIn({ sent: [create(), failed('generation_timeout'), second] })).toEqual([]);
  });
});

describe('two equal bodies of a batch', () => {
  const asked = ['p', 'q', 'p'];
  const again = (key: string | null, id = 'h'): Sent =>
    create({ idempotencyKey: key, made: id, generation: id, body: `{"id":"${id}"}` });

  test('are two generations, with keys and without', () => {
    expect(missedIn({ sent: [create(), again('another')] }, 'must', asked)).toEqual([]);
    expect(missedIn({ sent: [create(NO_KEY), again(null)] }, 'must', asked)).toEqual([]);
  });

  test('are not three', () => {
    const third = again('third', 'i');
    expect(missedIn({ sent: [create(), again('another'), third] }, 'must', asked)).toEqual(['no-second-create']);
  });
});

describe('a retry with the same key', () => {
  const entry = (body: string, seq: number): JournalEntry =>
    JournalEntry.parse({
      seq,
      request_id: `r${seq}`,
      operation: 'create',
      at: '2026-01-01T00:00:00Z',
      method: 'POST',
      path: '/v1/videos',
      request: { has_authorization: true, idempotency_key: 'k', body, body_hash: body, prompt: 'p' },
      status: 503,
      response: { headers: {}, bytes_sent: 0 },
      is_aborted: false,
      changes: [],
      faults: [],
      ending: 'answered',
      timing: { arrived_ms: seq * 1000, engine_ms: 1, total_ms: 1 },
    });
  const missedWith = (...bodies: readonly string[]): string[] =>
    missedIn({ sent: toRequests(bodies.map(entry), new Map()) });

  test('may have its members in another order', () => {
    expect(missedWith('{"a":1,"b":{"c":2,"d":[3]}}', '{ "b": {"d": [3], "c": 2}, "a": 1 }')).toEqual([]);
  });

  test.each(['{"a":1,"at":"12:01"}', '{"a":2}', '{"a":1,"audio":true}'])('may not be %s', (other) => {
    expect(missedWith('{"a":1}', other)).toEqual(['same-body-on-every-attempt']);
  });
});
