import { expect, test } from 'vitest';

import { readProfile } from '../profile/read-profile.ts';
import { judgeAccount } from './judge-account.ts';
import type { Played, Step } from './sequence.ts';
import type { World } from './world.ts';

const world: World = {
  profile: readProfile({ balance: { path: '/balance', field: 'usd' } }),
  clips: [],
  failed: [],
  startedAt: '',
};
const A = '11111111-1111-4111-8111-111111111111';
const BODY = '{"prompt":"A kite."}';

let n = 0;
function played(step: Partial<Step>, status: number, json: object): Played {
  n += 1;
  const text = JSON.stringify(json);
  const { method = 'GET', path = '', key = 'primary' } = step;
  const response = { status, headers: [], body: { size: text.length, sha256: '', text }, complete: true };
  const request = { method, url: `http://server${path}`, headers: [], ...(method === 'POST' && { body: BODY }) };
  const exchange = { n, probe: 'explored', label: 'look', key, at: n * 10, ms: 5, request, response };
  const body = method === 'POST' ? BODY : undefined;
  return { step: { method, path, key, ...step }, body, bytes: undefined, exchange };
}

const balance = (usd: number): Played[] => [1, 2].map(() => played({ path: '/balance' }, 200, { usd }));
const create = (id: string, more: Partial<Step> = {}): Played =>
  played({ method: 'POST', path: '/v1/videos', ...more }, 202, { id, status: 'pending', cost_usd: 0.48 });
const poll = (id: string, status: string): Played =>
  played({ path: `/v1/videos/${id}` }, 200, { id, status, cost_usd: 0.48 });
const keysOf = (all: readonly Played[]): string[] => judgeAccount(all, world).map(({ key }) => key);

test.each([
  ['completed', 9.52, []],
  ['completed', 9.04, ['credits.reserve']],
  ['failed', 10, []],
  ['failed', 9.52, ['credits.refund']],
  ['running', 9.52, []],
  ['running', 10, []],
])('a generation that ends as %s, and a balance of %s after 10: %j', (status, after, broken) => {
  expect(keysOf([...balance(10), create(A), poll(A, status), ...balance(after)])).toEqual(broken);
});

// The lost create was not accepted, or it was, or the second one replayed it.
test.each([
  [9.52, []],
  [9.04, []],
  [8.56, ['credits.reserve']],
  [10, ['credits.reserve']],
])('after a lost response, a balance of %s is judged by every possible outcome: %j', (after, broken) => {
  const lost = create('22222222-2222-4222-8222-222222222222', { isLost: true });
  expect(keysOf([...balance(10), lost, create(A), poll(A, 'completed'), ...balance(after)])).toEqual(broken);
});

test('a balance that changes by itself is not judged', () => {
  const [first] = balance(10);
  const [second] = balance(9);
  const before = [first, second].filter((one) => one !== undefined);
  expect(keysOf([...before, create(A), poll(A, 'completed'), ...balance(3)])).toEqual([]);
});
