import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

import type { HeaderLine } from '../client/exchange.ts';
import { readProfile } from '../profile/read-profile.ts';
import { judgeReads } from './judge-reads.ts';
import type { Played } from './sequence.ts';
import type { World } from './world.ts';

const ID = '11111111-1111-4111-8111-111111111111';
const PATH = `/v1/videos/${ID}/content`;
const BYTES = Buffer.concat([Buffer.alloc(3000), randomBytes(1000)]);
const CODED = gzipSync(BYTES);
const CLIP = { id: ID, key: 'primary', bytes: BYTES, coding: undefined, etag: '"plain"' } as World['clips'][number];
const world: World = { profile: readProfile({}), clips: [CLIP], failed: [], startedAt: '' };

interface Answer {
  readonly status: number;
  readonly bytes: Buffer;
  readonly coding?: string | undefined;
  readonly etag?: string;
  readonly part?: string;
}

/** Returns a response to a request that accepts gzip. */
function played(range: string, { status, bytes, coding, etag = '"coded"', part }: Answer): Played {
  const headers: HeaderLine[] = [
    ['Accept-Encoding', 'gzip'],
    ...(range === '' ? [] : [['Range', range] as HeaderLine]),
  ];
  const sent: HeaderLine[] = [
    ['Content-Type', 'video/mp4'],
    ['ETag', etag],
    ...(coding === undefined ? [] : [['Content-Encoding', coding] as HeaderLine]),
    ...(part === undefined ? [] : [['Content-Range', part] as HeaderLine]),
  ];
  const response = { status, headers: sent, body: { size: bytes.length, sha256: '' }, complete: true };
  const request = { method: 'GET', url: `http://server${PATH}`, headers };
  const exchange = { n: 1, probe: 'explored', label: 'look', key: 'primary', at: 0, ms: 1, request, response } as const;
  return { step: { method: 'GET', path: PATH, key: 'primary', headers }, body: undefined, bytes, exchange };
}

const keysOf = (...all: readonly Played[]): string[] => judgeReads(all, world).map(({ key }) => key);
const whole = (more: Partial<Answer> = {}): Played =>
  played('', { status: 200, bytes: CODED, coding: 'gzip', ...more });
const part = (more: Partial<Answer> = {}): Played =>
  played('bytes=100-199', {
    status: 206,
    bytes: CODED.subarray(100, 200),
    coding: 'gzip',
    part: `bytes 100-199/${CODED.length}`,
    ...more,
  });

test.each<[string, readonly Played[]]>([
  ['a compressed clip with a tag of its own', [whole()]],
  ['a compressed clip with a weak tag', [whole({ etag: 'W/"plain"' })]],
  ['the clip as it is', [whole({ bytes: BYTES, coding: undefined, etag: '"plain"' })]],
  ['an unknown coding', [whole({ coding: 'zstd' })]],
  ['a compressed clip in place of a part', [played('bytes=100-199', { status: 200, bytes: CODED, coding: 'gzip' })]],
  ['a part of the compressed clip', [part(), whole()]],
  [
    'a range after the end of the compressed clip',
    [played('bytes=3900-3999', { status: 416, bytes: Buffer.alloc(0), part: `bytes */${CODED.length}` })],
  ],
])('%s is legal', (_, all) => {
  expect(keysOf(...all)).toEqual([]);
});

test.each<[string, readonly Played[], string]>([
  ['the tag of the plain clip', [whole({ etag: '"plain"' })], 'content.headers.http'],
  ['plain bytes that claim a coding', [whole({ bytes: BYTES })], 'content.answer.video.http'],
  ['another clip', [whole({ bytes: gzipSync(BYTES.subarray(1)) })], 'content.answer.video.http'],
  [
    'a part of the plain clip that claims a coding',
    [part({ bytes: BYTES.subarray(100, 200) }), whole()],
    'content.range.bytes',
  ],
  ['a part that is compressed by itself', [part({ bytes: gzipSync(BYTES.subarray(100, 200)) })], 'content.range.bytes'],
  [
    'the size of the plain clip',
    [part({ part: `bytes 100-199/${BYTES.length}` }), whole()],
    'content.range.bytes.http',
  ],
  ['other bytes than the range names', [part({ part: `bytes 0-99/${CODED.length}` })], 'content.range.bytes'],
])('%s is wrong', (_, all, key) => {
  expect(keysOf(...all)).toEqual([key]);
});
