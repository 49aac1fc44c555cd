import { expect, test } from 'vitest';

import { readProfile } from '../profile/read-profile.ts';
import { judgeAccess, judgeProtocol } from './access.ts';
import type { Oracle } from './breach.ts';
import type { Played, Step } from './sequence.ts';
import type { World } from './world.ts';

const world: World = { profile: readProfile({}), clips: [], failed: [], startedAt: '' };
const RECORD = '/v1/videos/11111111-1111-4111-8111-111111111111';

type Response = NonNullable<Played['exchange']['response']>;

function keysOf(oracle: Oracle, step: Partial<Step>, more: Partial<Response> = {}): string[] {
  const { method = 'GET', path = RECORD, key = 'primary' } = step;
  const response = { status: 200, headers: [], body: { size: 2, sha256: '', text: '{}' }, complete: true, ...more };
  const request = { method, url: `http://server${path}`, headers: [] };
  const exchange = { n: 1, probe: 'explored', label: 'look', key, at: 0, ms: 1, request, response };
  const played: Played = { step: { ...step, method, path, key }, body: undefined, bytes: undefined, exchange };
  return oracle([played], world).map((breach) => breach.key);
}

test('another key that sees the record breaks a promise', () => {
  expect(keysOf(judgeAccess, { key: 'other' })).toEqual(['get.foreign']);
  expect(keysOf(judgeAccess, { key: 'other' }, { status: 404 })).toEqual([]);
});

test.each<[number, Response['headers'], string[]]>([
  [405, [['Allow', 'GET']], []],
  // An unknown id may have no methods.
  [405, [['Allow', '']], []],
  [405, [], ['errors.protocol.http']],
  [404, [], []],
  [501, [], []],
  [204, [], []],
  [500, [], ['errors.protocol.http']],
])('a PUT with the status %i and the headers %j: %j', (status, headers, broken) => {
  expect(
    keysOf(
      judgeProtocol,
      { method: 'PUT', path: '/v1/videos/0b5e8c9a-7d3f-4a21-9c64-1f0e2d3c4b5a' },
      { status, headers },
    ),
  ).toEqual(broken);
});

test('bytes that are not in the coding of Content-Encoding break a rule of HTTP, if they arrived whole', () => {
  const body = { size: 2, sha256: '', text: '{}', isMiscoded: true } as const;
  const headers: Response['headers'] = [['Content-Encoding', 'gzip']];
  expect(keysOf(judgeProtocol, {}, { body, headers })).toEqual(['content.compression.http']);
  expect(keysOf(judgeProtocol, {}, { body, headers, complete: false })).toEqual([]);
});
