/** Draws gets, HEADs, ranges, conditions and codings on clips of the run. Odd requests come from tables of the kit. */

import type { HeaderLine } from '../client/exchange.ts';
import { conditionForms } from '../checks/content/condition-requests.ts';
import { rangesOf } from '../checks/content/range-table.ts';
import { SAMPLE } from '../checks/lib/bodies.ts';
import { NEAR_PATH_IDS } from '../checks/get/get.ts';
import type { Random } from './random.ts';
import { together, type Sequence, type Step } from './sequence.ts';
import type { KnownClip, World } from './world.ts';

const MOST_TOGETHER = 12;

/** Draws a few requests for one clip. */
export function drawReads(random: Random, world: World): Sequence | undefined {
  if (world.clips.length === 0) return undefined;
  const clip = random.pick(world.clips);
  const read = (): Step => {
    const { id, key } = random.pick([clip, ...world.failed]);
    if (random.chance(0.12)) return nearId(random, clip);
    if (random.chance(0.05)) return { method: 'GET', path: `/v1/videos/${id}${random.pick(['', '/content'])}`, key };
    return drawRead(random, clip);
  };
  return together(1 + random.below(MOST_TOGETHER), codedNowAndThen(random, read));
}

/** Values of Accept-Encoding that allow every server to send a response without a coding. */
const CODINGS = ['gzip', 'br', 'deflate', 'gzip, deflate, br', 'GZIP', 'x-gzip;q=0.5, br;q=0.1', 'gzip;q=0'];

/** Returns steps that sometimes all accept a coding. Conditions would compare the tag of a compressed clip. */
export function codedNowAndThen(random: Random, draw: () => Step): () => Step {
  if (!random.chance(0.15)) return draw;
  const coding: HeaderLine = ['Accept-Encoding', random.pick(CODINGS)];
  return () => {
    const { headers = [], ...step } = draw();
    return { ...step, headers: [...headers.filter(([name]) => !/^if-/i.test(name)), coding] };
  };
}

/** Draws a request for the content of a clip, or sometimes for its record. */
export function drawRead(random: Random, clip: KnownClip, records = 0.1): Step {
  const { id, key } = clip;
  if (!random.chance(records)) return contentStep(random, clip);
  return { method: random.pick(['GET', 'HEAD']), path: `/v1/videos/${id}`, key };
}

function contentStep(random: Random, { id, key, bytes, etag, modified }: KnownClip): Step {
  const isHead = random.chance(0.12);
  const hasRange = random.chance(0.75);
  const range = isHead ? 'bytes=0-99' : drawRange(random, bytes.length);
  const conditions = random.pick(Object.values(conditionForms({ tag: etag, date: modified })));
  const headers = new Map([
    ...(hasRange ? [['Range', range] as const] : []),
    ...(random.chance(hasRange ? 0.35 : 0.9) ? conditions : []),
  ]);
  return { method: isHead ? 'HEAD' : 'GET', path: `/v1/videos/${id}/content`, key, headers: [...headers] };
}

/** Draws a position near the end of a block, a page or the clip. */
function place(random: Random, size: number): number {
  const blocks = [0, 1, 100, 4096, 8192, 65_536, 131_072, Math.floor(size / 2)];
  const edge = random.pick([...blocks, size - 2, size - 1, random.below(size)]);
  return Math.max(0, Math.min(size - 1, edge - random.below(3)));
}

function drawRange(random: Random, size: number): string {
  const start = place(random, size);
  const end = random.chance(0.6) ? Math.min(size - 1, start + random.pick([0, 1, 9, 99, 200, 4095])) : size - 1;
  const odd = random.pick(Object.values({ ...rangesOf('odd', size), ...rangesOf('wide', size) }));
  const near = [`bytes=0-${end}`, `bytes=${start}-`, `bytes=-${size - start}`, `bYTES=${start}-${end}`];
  return random.pick([`bytes=${start}-${end}`, `bytes=${start}-${end}`, random.pick(near), odd, odd]);
}

/** Draws a request for an id that is nearly the id of a generation, or that no generation has. */
function nearId(random: Random, { id, key }: KnownClip): Step {
  const other = id.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'));
  const odd = random.pick(Object.values(NEAR_PATH_IDS))(id);
  const near = random.pick([SAMPLE.uuid, other, 'latest', odd, odd, odd]);
  const range: HeaderLine = ['Range', random.pick(['bytes=0-9', 'bytes=999999999999-'])];
  const headers = random.chance(0.5) ? [range] : [];
  const path = `/v1/videos/${near}${random.pick(['', '/content'])}`;
  const isUuid = near === SAMPLE.uuid || near === other;
  return { method: random.pick(['GET', 'GET', 'HEAD']), path, key, headers, ...(!isUuid && { isBeyond: true }) };
}
