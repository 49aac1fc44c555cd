/**
 * Draws creates that nearly are valid: a valid create in which one rule is broken, or two. Many wrong values come from
 * the tables of the kit, and meet workflows and shapes in which no check sends them.
 */

import { ASPECT_RATIOS } from '../../contract/dimensions.ts';
import { LIMITS } from '../../contract/limits.ts';
import { REQUEST_FIELDS } from '../../contract/request.ts';
import { MODES, OPERATIONS } from '../../contract/workflow.ts';
import { images, SOME_IMAGE, SOME_UUID, sounds, TEXT, without } from '../checks/lib/bodies.ts';
import { NEAR_FIELDS, NEAR_HANDLES, NEAR_INDEXES } from '../checks/request/near-names.ts';
import { NEAR_IDS, NEAR_ITEMS, NEAR_SCHEMES } from '../checks/request/near-references.ts';
import { NEAR_VALUES } from '../checks/request/near-values.ts';
import { RULE_DEFECTS } from '../checks/request/other-modes.ts';
import { createStep, drawValid, LISTS, withSource, type CreateBody } from './draw-creates.ts';
import { nearText, nearValue } from './near.ts';
import type { Random } from './random.ts';
import type { Step } from './sequence.ts';
import type { World } from './world.ts';

const NO_OBJECTS = [
  '',
  '[]',
  'null',
  '"text"',
  '{',
  'a=b',
  '{"model":}',
  '[{}]',
  '7',
  JSON.stringify(JSON.stringify(TEXT)),
];

export function drawNear(random: Random, world: World): Step {
  const isText = random.chance(0.03);
  let body = drawValid(random, world);
  for (let left = random.chance(0.1) ? 2 : 1; left > 0; left -= 1) body = changed(random, world, body);
  const step = createStep(random, body);
  return isText ? { ...step, body: random.pick([...NO_OBJECTS, step.body?.slice(0, -1) ?? '']) } : step;
}

type Change = (random: Random, world: World, body: CreateBody) => CreateBody;

const DEFECTS = RULE_DEFECTS.flatMap(([, , defects]) => Object.values(defects));
const VALUES = NEAR_VALUES.flatMap(({ field, values }) => Object.values(values).map((value) => ({ [field]: value })));
const SCALARS = [
  'model',
  'prompt',
  'mode',
  'duration_seconds',
  'resolution',
  'aspect_ratio',
  'audio',
  'reference_video_operation',
];
const LIST_FIELDS = Object.values(LISTS);
const MAP_KINDS = ['image', 'audio', 'video'] as const;
const MOST = {
  image_urls: LIMITS.imageUrls.max,
  audio_urls: LIMITS.audioUrls.max,
  source_video_ids: LIMITS.sourceVideoIds.max,
};

const nearScalar: Change = (random, _, body) => {
  const field = random.pick(SCALARS);
  return { ...body, [field]: nearValue(random, body[field] ?? DEFAULTS[field]) };
};
const DEFAULTS: CreateBody = {
  mode: 'text-to-video',
  resolution: '720p',
  aspect_ratio: '16:9',
  audio: true,
  reference_video_operation: 'extend',
};

/** In a list, one item is changed, or the list has too many of them, or something else stands in its place. */
const nearList: Change = (random, _, body) => {
  const field = random.pick(LIST_FIELDS);
  const found = body[field];
  const list: unknown[] = Array.isArray(found) ? found : [];
  const isIds = field === 'source_video_ids';
  const [first] = list;
  const some = typeof first === 'string' ? first : isIds ? SOME_UUID : SOME_IMAGE;
  const kind = random.below(12);
  if (kind === 0) return { ...body, [field]: random.pick<unknown>(['', false, 0, {}, some, [[some]]]) };
  if (kind < 3) {
    const length = MOST[field] + random.pick([1, 1, 10]);
    return { ...body, [field]: Array.from({ length }, (__, at) => (isIds ? some : `${some}?n=${at}`)) };
  }
  const others = [
    ...Object.values(NEAR_ITEMS),
    7,
    'a calm tune',
    some.replace('https:', 'http:'),
    'data:image/png;base64,AAAA',
  ];
  const written = random.pick<(text: string) => unknown>(Object.values(isIds ? NEAR_IDS : NEAR_SCHEMES))(some);
  const one = random.pick([written, written, random.pick(others), ...(isIds ? [SOME_UUID] : [])]);
  return {
    ...body,
    [field]: random.chance(0.6) ? list.toSpliced(random.below(list.length + 1), 1, one) : [...list, one],
  };
};

/** A name that is not in a table of the kit: a field in another spelling, or a word that some APIs have. */
const unknownField: Change = (random, _, body) => {
  const field = random.pick(REQUEST_FIELDS);
  const camel = field.replaceAll(/_(\w)/g, (__, letter: string) => letter.toUpperCase());
  const title = field.replaceAll(/(^|_)\w/g, (start) => start.toUpperCase());
  const spelled = [
    camel,
    title,
    nearText(random, field),
    field.replaceAll('_', ' '),
    field.replaceAll('_', '-'),
    `${field}.text`,
  ];
  const [other, usual] = random.pick(Object.entries(NEAR_FIELDS));
  const [name, value] = random.chance(0.5) ? [other, usual] : [random.pick(spelled), body[field] ?? null];
  return name in body ? { ...body, color: 'red' } : { ...body, [name]: value };
};

const nearMap: Change = (random, _, body) => {
  const kind = random.pick(MAP_KINDS);
  const list = body[LISTS[kind]];
  const length = Array.isArray(list) ? list.length : 0;
  const handle = random.chance(0.5)
    ? random.pick(Object.values(NEAR_HANDLES))
    : nearText(random, random.pick(['hero', 'x'.repeat(64)]));
  const beyond = random.pick([length, length, length + 1, 29, 30, 2 ** 32]);
  const value = random.pick<unknown>([
    { [handle]: [0] },
    { hero: [0], [handle]: [0] },
    { hero: [beyond] },
    { hero: [0], other: [beyond] },
    { hero: [-1] },
    { hero: random.pick([[], Array.from({ length: 31 }, () => 0)]) },
    { hero: random.pick<unknown>([null, '0', true, { 0: 0 }, 0]) },
    { hero: random.pick(Object.values(NEAR_INDEXES)) },
    { hero: [0, nearValue(random, 0)] },
    random.pick<unknown>([[], '', false, 0, [[0]], 'hero']),
  ]);
  return { ...body, [`subject_to_${kind}_ids`]: value };
};

/** Rules that look at several fields. */
const ACROSS: readonly Change[] = [
  (random, _, body) => ({ ...body, aspect_ratio: random.pick(['adaptive', ...ASPECT_RATIOS]) }),
  (random, _, body) => ({ ...body, aspect_ratio: random.pick(ASPECT_RATIOS) }),
  (random, _, body) => ({ ...body, mode: random.pick(MODES) }),
  (random, _, body) => ({ ...body, reference_video_operation: random.pick(OPERATIONS) }),
  (random, world, body) => ({ ...body, image_urls: images(world.profile, random.pick([0, 1, 2, 3, 4, 30])) }),
  (_, world, body) => ({ ...body, audio_urls: sounds(world.profile, 1) }),
  (random, world, body) => withSource(random, world, body) ?? { ...body, source_video_ids: [SOME_UUID] },
  (_, { clips }, body) => ({
    ...body,
    source_video_ids: clips.filter(({ key }) => key === 'primary').map(({ id }) => id),
  }),
  (random, _, body) => without(body, random.pick([...LIST_FIELDS, 'aspect_ratio', 'mode'])),
];

const CHANGES: readonly (readonly [weight: number, Change])[] = [
  [10, (random, _, body) => random.pick(DEFECTS)(body)],
  [10, (random, _, body) => ({ ...body, ...random.pick(VALUES) })],
  [5, nearScalar],
  [9, nearList],
  [4, unknownField],
  [7, nearMap],
  [17, (random, world, body) => random.pick(ACROSS)(random, world, body)],
];
const TOTAL = CHANGES.reduce((sum, [weight]) => sum + weight, 0);

function changed(random: Random, world: World, body: CreateBody): CreateBody {
  let place = random.below(TOTAL);
  const found = CHANGES.find(([weight]) => (place -= weight) < 0);
  return found === undefined ? body : found[1](random, world, body);
}
