import { expect, test } from 'vitest';
import type { Exchange } from '../client/exchange.ts';
import { hintsOf } from './preflight.ts';

const REQUEST = { method: 'GET', url: 'http://server.test/v1/videos/x', headers: [] };

function answered(status: number, text: string, location?: string): Exchange {
  const headers: [string, string][] = location === undefined ? [] : [['Location', location]];
  const body = { size: text.length, sha256: '', text };
  const response = { status, headers, body, complete: true };
  return { n: 1, probe: 'p', label: 'l', at: 0, ms: 1, request: REQUEST, response };
}

test.each([
  ['no response came', []],
  ['every response was 503', [answered(503, 'later'), answered(429, '')]],
  ['one of the responses is JSON', [answered(404, 'no'), answered(200, '{}')]],
])('no hint is given if %s', (_, exchanges) => {
  expect(hintsOf(exchanges)).toEqual([]);
});

test('a response that asks to wait does not hide redirects or pages', () => {
  const busy = answered(503, '{}');
  expect(hintsOf([busy, answered(307, '', 'https://other.test/v1/videos/x')])).toEqual([
    expect.stringContaining('No response was JSON'),
    expect.stringContaining('redirects to another origin, the first to https://other.test/v1/videos/x'),
  ]);
});
