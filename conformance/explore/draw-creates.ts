/**
 * Draws creates that the API document allows, and creates that break one rule or two. Many wrong values come from the
 * tables of the kit, and meet workflows in which no check sends them.
 */

import { ASPECT_RATIOS, FIXED_RATIOS, RESOLUTIONS } from '../../contract/dimensions.ts';
import { LIMITS } from '../../contract/limits.ts';
import { REQUEST_FIELDS } from '../../contract/request.ts';
import { MODES, OPERATIONS } from '../../contract/workflow.ts';
import { images, SAMPLE, sounds, TEXT, without } from '../checks/lib/bodies.ts';
import { rulesOf } from '../checks/lib/field.ts';
import { NEAR_FIELDS } from '../checks/request/body.ts';
import { BROKEN_RULES, FIELDS } from '../checks/request/every-workflow.ts';
import { NEAR_ITEMS, NEAR_SCHEMES } from '../checks/request/references.ts';
import { NEAR_IDS } from '../checks/request/source-videos.ts';
import { NEAR_HANDLES, NEAR_INDEXES } from '../checks/subject-map/subject-map.ts';
import type { Random } from './random.ts';
import { createOf, type Step } from './sequence.ts';
import type { World } from './world.ts';

type CreateBody = Readonly<Record<string, unknown>>;

const { min, max } = LIMITS.durationSeconds;
const LONGEST = LIMITS.prompt.max;
const SCRIPTS = 'Ein Drachen über dem Strand. 空の凧。 "Quotes", \\ and <b>markup</b>.\n\tNoon.';
const PROMPTS = [TEXT.prompt, SCRIPTS, 'a', 'a'.repeat(LONGEST), 'é'.repeat(LONGEST)];

/** Draws a body that the document allows, with media of the profile. A server may reject other media at the create. */
export function drawValid(random: Random, world: World, most: number = max): CreateBody {
  const body = withMap(random, drawWorkflow(random, world));
  const isFixed = body['aspect_ratio'] === undefined;
  return {
    ...body,
    ...(random.chance(0.2) && { prompt: random.pick(PROMPTS) }),
    duration_seconds: random.pick([min, min, min + 1 + random.below(most - min), most]),
    ...(random.chance(0.9) && { resolution: random.chance(0.6) ? random.pick(RESOLUTIONS) : '480p' }),
    ...(isFixed && random.chance(0.7) && { aspect_ratio: random.pick(FIXED_RATIOS) }),
    ...(random.chance(0.4) && { audio: random.chance(0.5) }),
  };
}

/** A create that costs nothing, because it is invalid. */
export const INVALID = { ...TEXT, prompt: '' };
const COMMON = { model: TEXT.model, prompt: TEXT.prompt };
export const REFERENCE_FIELDS = { mode: 'reference-to-video' };
const EMPTY = { image_urls: [], audio_urls: [], source_video_ids: [] };

/** The fields of a workflow, and the numbers of images and sounds that it accepts. */
type Workflow = readonly [fields: CreateBody, images?: number, sounds?: number];

const WORKFLOWS: readonly ((random: Random) => Workflow)[] = [
  () => [{}],
  () => [{}],
  (random) => [{ mode: 'text-to-video', ...(random.chance(0.3) && EMPTY) }],
  (random) => [{ mode: 'image-to-video', aspect_ratio: 'adaptive' }, 1 + random.below(2)],
  (random) => [REFERENCE_FIELDS, random.pick([1, 1, 2, 3, 30])],
  (random) => [REFERENCE_FIELDS, 0, random.pick([1, 1, 2])],
  (random) => [REFERENCE_FIELDS, 1 + random.below(2), 1],
];

function drawWorkflow(random: Random, world: World): CreateBody {
  const { media } = world.profile;
  // Source videos are as likely as several other workflows together, because they have as many rules.
  if (random.chance(0.35)) {
    const operation = random.pick([undefined, ...OPERATIONS]);
    const isAdaptive = operation === 'edit' || operation === 'extend';
    const chosen = { ...REFERENCE_FIELDS, ...(operation && { reference_video_operation: operation }) };
    return (
      withSource(random, world, { ...COMMON, ...chosen, ...(isAdaptive && { aspect_ratio: 'adaptive' }) }) ?? COMMON
    );
  }
  const [fields, pictures = 0, tunes = 0] = random.pick(WORKFLOWS)(random);
  if ((pictures > 0 && media.images.length === 0) || (tunes > 0 && media.audio.length === 0)) return COMMON;
  return {
    ...COMMON,
    ...fields,
    ...(pictures > 0 && { image_urls: images(world.profile, pictures) }),
    ...(tunes > 0 && { audio_urls: sounds(world.profile, tunes) }),
  };
}

/** Adds one clip, or as many different clips as fit into the limit of seconds. */
function withSource(random: Random, { clips }: World, body: CreateBody): CreateBody | undefined {
  const own = clips.filter(({ key, seconds }) => key === 'primary' && seconds !== undefined);
  if (own.length === 0) return undefined;
  const first = random.below(own.length);
  const most = random.pick([1, 1, 1, 2, 3]);
  let left = LIMITS.sourceVideoIds.combinedSeconds;
  const fitting = [...own.slice(first), ...own.slice(0, first)].slice(0, most).filter(({ seconds = 0 }) => {
    const isFitting = seconds <= left;
    if (isFitting) left -= seconds;
    return isFitting;
  });
  return { ...body, source_video_ids: fitting.map(({ id }) => id) };
}

/** The lists of references, and the kind in the name of the subject map for each list. */
const LISTS = [
  ['image', 'image_urls', LIMITS.imageUrls.max],
  ['audio', 'audio_urls', LIMITS.audioUrls.max],
  ['video', 'source_video_ids', LIMITS.sourceVideoIds.max],
] as const;
const HANDLES = ['hero', 'A', 'z9_', 'x'.repeat(64), 'constructor', 'Place_2'];

function withMap(random: Random, body: CreateBody): CreateBody {
  const lists = LISTS.filter(([, list]) => Array.isArray(body[list]));
  if (body['mode'] !== REFERENCE_FIELDS.mode || lists.length === 0 || !random.chance(0.4)) return body;
  const [kind, list] = random.pick(lists);
  const { length } = body[list] as readonly string[];
  const handle = random.pick(HANDLES);
  const prompt = `${TEXT.prompt} @${handle}`;
  return { ...body, prompt, [`subject_to_${kind}_ids`]: { [handle]: [random.below(length)] } };
}

/** Returns a step that sends a body with the key without credits, in some spelling of its JSON. */
export function createStep(random: Random, body: CreateBody): Step {
  const text = random.chance(0.1) ? JSON.stringify(body, undefined, 2) : JSON.stringify(body);
  const escaped = (letter: string): string => `"\\u${letter.charCodeAt(1).toString(16).padStart(4, '0')}`;
  return createOf(body, { key: 'poor', body: random.chance(0.1) ? text.replaceAll(/"[a-z]/g, escaped) : text });
}

const NO_OBJECTS = ['', '[]', 'null', '"text"', '{', 'a=b', '[{}]', '7', JSON.stringify(JSON.stringify(TEXT))];

/** Draws a create that is nearly valid. */
export function drawNear(random: Random, world: World): Step {
  const isText = random.chance(0.03);
  let body = drawValid(random, world);
  for (let left = random.chance(0.1) ? 2 : 1; left > 0; left -= 1)
    body = random.pick(random.pick([TABLES, ODD, ACROSS]))(random, body, world);
  const step = createStep(random, body);
  return isText ? { ...step, body: random.pick([...NO_OBJECTS, step.body?.slice(0, -1) ?? '']) } : step;
}

type Change = (random: Random, body: CreateBody, world: World) => CreateBody;

/** The wrong values of the kit. */
const TABLES: readonly Change[] = [
  (random, body) => random.pick(DEFECTS)(body),
  (random, body) => ({ ...body, ...random.pick(VALUES) }),
];
const DEFECTS = BROKEN_RULES.flatMap(({ changes }) => Object.values(changes));
const VALUES = rulesOf(FIELDS).flatMap(({ field, near = {} }) => Object.values(near).map((odd) => ({ [field]: odd })));

/** Letters that look the same, or fold to the same letter. */
const ALIKE: Readonly<Record<string, string>> = { a: '\u0430', e: '\u0435', o: '\u043E', p: '\uFF50', '-': '\u2010' };

/** Changes a text in one place, or its case, as a server that trims, folds or cuts might ignore. */
function nearText(random: Random, text: string): string {
  const odd = random.pick([' ', '\n', '\u0000', '\u200B', '0', 'x']);
  const place = random.below(text.length);
  const letter = text[place] ?? '';
  const changed = text.slice(0, place) + (ALIKE[letter] ?? `${letter}\u0301`) + text.slice(place + 1);
  const cased = [text.toUpperCase(), text.toLowerCase(), text.replace(/^./, (first) => first.toUpperCase())];
  const cut = [text.slice(0, -1), text.slice(1), text.replaceAll('-', '_'), ''];
  return random.pick([`${text}${odd}`, `${odd}${text}`, `${text}${odd}`, changed, ...cased, ...cut]);
}

/** Returns a value that is nearly this value, often of another type. */
function nearValue(random: Random, value: unknown): unknown {
  if (typeof value === 'string' && random.chance(0.8)) return nearText(random, value);
  const others: readonly unknown[] = [[value], { value }, true, false, '', 0, String(value), ` ${String(value)}`];
  if (typeof value !== 'number') return random.pick(others);
  const numbers = [0.5, 0.0001, 1, -1, 10, 256, 65_536, -(2 ** 32), 2 ** 53].map((more) => value + more);
  return random.pick([...others, ...numbers, `${value}s`]);
}

/** The fields with one value, each with a usual value. */
const SCALARS = {
  ...TEXT,
  mode: 'text-to-video',
  aspect_ratio: '16:9',
  audio: true,
  reference_video_operation: 'edit',
};

const nearScalar: Change = (random, body) => {
  const [field, usual] = random.pick(Object.entries(SCALARS));
  return { ...body, [field]: nearValue(random, body[field] ?? usual) };
};

const ODD_ITEMS = [...Object.values(NEAR_ITEMS), 7, 'a calm tune', 'data:,', 'http://example.com/picture.png'];

/** Changes one item of a list, adds too many items, or replaces the list. */
const nearList: Change = (random, body) => {
  const [, field, most] = random.pick(LISTS);
  const found = body[field];
  const list: unknown[] = Array.isArray(found) ? found : [];
  const [first] = list;
  const isIds = field === 'source_video_ids';
  const some = typeof first === 'string' ? first : isIds ? SAMPLE.uuid : SAMPLE.image;
  const kind = random.below(12);
  if (kind === 0) return { ...body, [field]: random.pick<unknown>(['', false, 0, {}, some, [[some]]]) };
  if (kind < 3) {
    const length = most + random.pick([1, 1, 10]);
    return { ...body, [field]: Array.from({ length }, (_, at) => (isIds ? some : `${some}?n=${at}`)) };
  }
  const written = random.pick<(text: string) => unknown>(Object.values(isIds ? NEAR_IDS : NEAR_SCHEMES))(some);
  const one = random.pick([written, written, random.pick(ODD_ITEMS), ...(isIds ? [SAMPLE.uuid] : [])]);
  return {
    ...body,
    [field]: list.toSpliced(random.below(list.length + 1), random.below(2), one),
  };
};

/** Adds an unknown name: a field in another spelling, or a word of other APIs. */
const unknownField: Change = (random, body) => {
  const field = random.pick(REQUEST_FIELDS);
  const camel = field.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const spelled = [camel, nearText(random, field), field.replaceAll('_', '-'), `${field}.text`];
  const [other, usual] = random.pick(Object.entries(NEAR_FIELDS));
  const [name, value] = random.chance(0.5) ? [other, usual] : [random.pick(spelled), body[field] ?? null];
  return { ...body, [name in body ? 'color' : name]: value };
};

const NO_MAPS: readonly unknown[] = [[], '', false, 0, [[0]], 'hero'];
const MANY = Array.from({ length: LIMITS.subjectMap.indexes.max + 1 }, () => 0);
const ODD_INDEXES: readonly unknown[] = [null, '0', true, { 0: 0 }, 0, [-1], [], MANY, ...Object.values(NEAR_INDEXES)];

/** Breaks a handle or its indexes in a subject map, or replaces the map. */
const nearMap: Change = (random, body) => {
  const [kind, field] = random.pick(LISTS);
  const list = body[field];
  const length = Array.isArray(list) ? list.length : 0;
  if (random.chance(0.1)) return { ...body, [`subject_to_${kind}_ids`]: random.pick(NO_MAPS) };
  const near = nearText(random, random.pick(['hero', 'x'.repeat(64)]));
  const handle = random.pick(['hero', 'hero', random.pick(Object.values(NEAR_HANDLES)), near]);
  const beyond = random.pick([length, length, length + 1, 29, 30, 2 ** 32]);
  const odd = random.pick<unknown>([[beyond], [beyond], random.pick(ODD_INDEXES), [0, nearValue(random, 0)]]);
  const first = random.chance(0.3) ? { first: [0] } : {};
  return { ...body, [`subject_to_${kind}_ids`]: { ...first, [handle]: handle === 'hero' ? odd : [0] } };
};

/** The rules across several fields. */
const ACROSS: readonly Change[] = [
  (random, body) => ({ ...body, aspect_ratio: random.pick(['adaptive', ...ASPECT_RATIOS]) }),
  (random, body) => ({ ...body, aspect_ratio: random.pick(ASPECT_RATIOS) }),
  (random, body) => ({ ...body, mode: random.pick(MODES) }),
  (random, body) => ({ ...body, reference_video_operation: random.pick(OPERATIONS) }),
  (random, body, { profile }) => ({ ...body, image_urls: images(profile, random.pick([0, 1, 2, 3, 4, 30])) }),
  (_, body, { profile }) => ({ ...body, audio_urls: sounds(profile, 1) }),
  (random, body, world) => withSource(random, world, body) ?? { ...body, source_video_ids: [SAMPLE.uuid] },
  (_, body, { clips }) => ({
    ...body,
    source_video_ids: clips.flatMap(({ id, key }) => (key === 'primary' ? id : [])),
  }),
  (random, body) => without(body, random.pick([...LISTS.map(([, list]) => list), 'aspect_ratio', 'mode'])),
];

const ODD: readonly Change[] = [nearScalar, nearList, nearList, unknownField, nearMap, nearMap];
