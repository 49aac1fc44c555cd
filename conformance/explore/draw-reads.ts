/** Draws gets, HEADs, ranges and conditions on clips that the run has made. */

import type { HeaderLine } from '../client/exchange.ts';
import { SOME_UUID } from '../checks/lib/bodies.ts';
import type { Random } from './random.ts';
import type { Sequence, Step } from './sequence.ts';
import type { KnownClip, World } from './world.ts';

const MOST_TOGETHER = 6;
const OTHER_TAG = '"no-such-tag"';
const OLD_DATE = 'Mon, 01 Jan 2001 00:00:00 GMT';

/** A few requests on one clip. */
export function drawReads(random: Random, { clips, failed }: World): Sequence | undefined {
  if (clips.length === 0) return undefined;
  const clip = random.pick(clips);
  const one = (): Step => {
    if (random.chance(0.12)) return nearId(random, clip);
    if (random.chance(0.05) && failed.length > 0) {
      const { id, key } = random.pick(failed);
      return { method: 'GET', path: `/v1/videos/${id}${random.pick(['', '/content'])}`, key };
    }
    return random.chance(0.1)
      ? { method: random.pick(['GET', 'HEAD']), path: `/v1/videos/${clip.id}`, key: clip.key }
      : contentStep(random, clip);
  };
  return Array.from({ length: 1 + random.below(MOST_TOGETHER) }, (_, at) => ({
    ...one(),
    ...(at > 0 && { isTogether: true }),
  }));
}

function contentStep(random: Random, clip: KnownClip): Step {
  const headers: HeaderLine[] = [];
  const isHead = random.chance(0.12);
  if (random.chance(0.75)) headers.push(['Range', isHead ? 'bytes=0-99' : drawRange(random, clip.bytes.length)]);
  if (random.chance(headers.length === 0 ? 0.9 : 0.35)) headers.push(...drawConditions(random, clip));
  return { method: isHead ? 'HEAD' : 'GET', path: `/v1/videos/${clip.id}/content`, key: clip.key, headers };
}

/** Places at which blocks, pages and the clip itself end. */
function place(random: Random, size: number): number {
  const edge = random.pick([
    0,
    1,
    100,
    4096,
    8192,
    65_536,
    131_072,
    Math.floor(size / 2),
    size - 2,
    size - 1,
    random.below(size),
  ]);
  return Math.max(0, Math.min(size - 1, edge - random.below(3)));
}

function drawRange(random: Random, size: number): string {
  const start = place(random, size);
  const end = random.chance(0.6) ? Math.min(size - 1, start + random.pick([0, 1, 9, 99, 200, 4095])) : size - 1;
  const kind = random.below(22);
  if (kind < 9) return `bytes=${start}-${end}`;
  if (kind === 9) return `bytes=0-${random.pick([size - 2, size - 1, end])}`;
  if (kind === 10) return `bytes=${start}-`;
  if (kind === 11) return `bytes=-${random.pick([1, 2, 100, size - 1, size, size + 1, size + 5])}`;
  if (kind === 12) return `bytes=${start}-${size + random.pick([0, 1, 999, 2 ** 31, 2 ** 32, 2 ** 32 + 9])}`;
  if (kind === 13) return `bytes=${start}-${random.pick(WIDE)}`;
  if (kind === 14)
    return random.pick([`bytes=${size}-`, `bytes=${size}-${size + 9}`, 'bytes=999999999999-', 'bytes=-0']);
  if (kind === 15)
    return random.pick([
      `bytes=${random.pick(WIDE)}-`,
      `bytes=${2 ** 32 + start}-${2 ** 32 + end}`,
      `bytes=-${random.pick(WIDE)}`,
    ]);
  if (kind === 16 || kind > 19) return random.pick(MALFORMED);
  if (kind === 17) return `${random.pick(['Bytes', 'BYTES', 'bYTES'])}=${start}-${end}`;
  if (kind === 18) return random.pick(SEVERAL).replace('SIZE', String(size));
  return random.pick(['bytes=000-00099', `bytes=0${start}-0${end}`, 'bytes=010-0177']);
}

const WIDE = ['4294967296', '4294967305', '18446744073709551616', '18446744073709551625', '9'.repeat(30)];
const MALFORMED = [
  'bytes=500-0',
  'bytes=abc',
  'bytes=',
  'bytes=-',
  'bytes',
  'bytes=1-2-3',
  'bytes=0-9-',
  'bytes=0x0-5',
  'bytes=1e1-20',
  'bytes=0.5-9',
  'bytes=--5',
  'byte=0-9',
  'pages=1-2',
  'items=0-9',
  'bytes:0-9',
  'bytes=a-z',
];
const SEVERAL = [
  'bytes=0-9,20-29',
  'bytes=0-9, ,20-29',
  'bytes=0-0,999999999999-',
  'bytes=0-99,50-149',
  'bytes=20-29,0-9',
  'bytes=0-9,-5',
  `bytes=${Array.from({ length: 40 }, () => '0-99').join(',')}`,
  `bytes=${Array.from({ length: 40 }, () => '0-').join(',')}`,
];

/** One condition, or two of which the order of evaluation matters. */
function drawConditions(random: Random, { etag, modified }: KnownClip): HeaderLine[] {
  const tag = etag ?? '"some"';
  const inner = tag.slice(1, -1);
  const other = random.pick([
    OTHER_TAG,
    `"${inner}x"`,
    `"x${inner}"`,
    `"${inner.slice(0, -1)}"`,
    inner.toUpperCase() === inner ? OTHER_TAG : `"${inner.toUpperCase()}"`,
  ]);
  const own = random.pick([
    tag,
    `${OTHER_TAG}, ${tag}`,
    `${tag}, ${OTHER_TAG}`,
    `W/${tag}`,
    '*',
    `${OTHER_TAG},${tag}`,
  ]);
  const date = modified ?? OLD_DATE;
  const match = random.pick([tag, '*', `${OTHER_TAG}, ${tag}`]);
  return random.pick<() => HeaderLine[]>([
    () => [['If-None-Match', own]],
    () => [['If-None-Match', other]],
    () => [
      ['If-None-Match', own],
      ['If-Modified-Since', OLD_DATE],
    ],
    () => [
      ['If-None-Match', other],
      ['If-Modified-Since', date],
    ],
    () => [['If-Match', match]],
    () => [
      ['If-Match', match],
      ['If-Unmodified-Since', OLD_DATE],
    ],
    () => [['If-Match', other]],
    () => [['If-Range', random.pick([other, `W/${tag}`, inner, `${OTHER_TAG}, ${tag}`, '*', OLD_DATE])]],
    () => [['If-Range', tag]],
    () => [['If-Modified-Since', random.pick([OLD_DATE, 'yesterday'])]],
    () => [['If-Unmodified-Since', 'yesterday']],
  ])();
}

/** Draws a request for an id that nearly is the id of a generation, or that no generation has. */
function nearId(random: Random, { id, key }: KnownClip): Step {
  const near = random.pick([
    SOME_UUID,
    SOME_UUID,
    `${id}%20`,
    `${id}%0A`,
    `${id}0`,
    id.slice(0, -1),
    id.slice(0, 8),
    `${id.slice(0, -4)}%25`,
    `${id}%00`,
    `${id}.json`,
    'latest',
    '1',
    id.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')),
  ]);
  const isUuid = /^[0-9a-f-]{36}$/i.test(near);
  const isContent = random.chance(0.5);
  const headers: HeaderLine[] =
    isContent && random.chance(0.5) ? [['Range', random.pick(['bytes=0-9', 'bytes=999999999999-'])]] : [];
  const path = `/v1/videos/${near}${isContent ? '/content' : ''}`;
  return { method: random.pick(['GET', 'GET', 'HEAD']), path, key, headers, ...(!isUuid && { isBeyond: true }) };
}
