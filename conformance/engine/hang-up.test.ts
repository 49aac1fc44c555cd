import { expect, test } from 'vitest';
import type { Exchange } from '../client/exchange.ts';
import { hangUps } from './hang-up.ts';

const request = { method: 'GET', url: 'http://localhost/v1/videos/x', headers: [] };
const response = { status: 404, headers: [], body: { size: 0, sha256: '' }, complete: true };
const answered = (at: number): Exchange => ({ n: at, probe: 'a', label: 'a', at, ms: 1, request, response });
const closed = (at: number, kind: 'reset' | 'timeout' = 'reset'): Exchange => {
  const failure = { kind, message: 'socket hang up' };
  return { n: at, probe: 'a', label: 'b', at, ms: 1, request, failure };
};

test('a closed connection is a hang-up if the server answers later requests', () => {
  expect(hangUps([closed(1), answered(5)]).map(({ n }) => n)).toEqual([1]);
});

test('a server that does not answer later requests is gone, and does not hang up', () => {
  expect(hangUps([answered(1), closed(5), closed(6)])).toEqual([]);
});

test('timeouts, and hang-ups on requests that no server must accept, are not reported', () => {
  expect(hangUps([closed(1, 'timeout'), { ...closed(2), mayHangUp: true }, answered(5)])).toEqual([]);
});
