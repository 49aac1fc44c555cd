/** Draws bodies of creates: valid ones of each workflow, and valid ones that are changed in one place or two. */

import { ASPECT_RATIOS, FIXED_RATIOS, RESOLUTIONS } from '../../contract/dimensions.ts';
import { LIMITS } from '../../contract/limits.ts';
import { OPERATIONS } from '../../contract/workflow.ts';
import { images, SOME_UUID, sounds, TEXT, without } from '../checks/lib/bodies.ts';
import { nearText, nearTextOf, nearValue } from './near.ts';
import type { Random } from './random.ts';
import type { Step } from './sequence.ts';
import type { World } from './world.ts';

export type Body = Readonly<Record<string, unknown>>;

const { min, max } = LIMITS.durationSeconds;
const PROMPTS = [
  'A red kite over a beach at noon.',
  'A kite.\nA beach.\tNoon.',
  'Ein Drachen über dem Strand. 空の凧。',
  '"Quotes", \\backslashes\\ and <b>markup</b>.',
  'a',
  'a'.repeat(LIMITS.prompt.max),
  'é'.repeat(LIMITS.prompt.max),
];

/** A body that the document allows. Media are those of the profile, because others may be rejected at the create. */
export function drawValid(random: Random, world: World, most: number = max): Body {
  const body = drawWorkflow(random, world);
  const isFixed = body['aspect_ratio'] === undefined;
  const seconds = random.pick([min, min, min + 1 + random.below(most - min), most]);
  return {
    ...body,
    ...(random.chance(0.2) && { prompt: random.pick(PROMPTS) }),
    duration_seconds: seconds,
    ...(random.chance(0.6) ? { resolution: random.pick(RESOLUTIONS) } : { resolution: '480p' }),
    ...(isFixed && random.chance(0.5) && { aspect_ratio: random.pick(FIXED_RATIOS) }),
    ...(random.chance(0.4) && { audio: random.chance(0.5) }),
  };
}

type Workflow = (random: Random, world: World) => Body | undefined;

const { prompt, model } = TEXT;
const COMMON = { model, prompt };
const IN_REFERENCE = { ...COMMON, mode: 'reference-to-video' };

const WORKFLOW_BODIES: readonly Workflow[] = [
  () => COMMON,
  () => COMMON,
  (random) => ({
    ...COMMON,
    mode: 'text-to-video',
    ...(random.chance(0.3) && { image_urls: [], audio_urls: [], source_video_ids: [] }),
  }),
  (random, world) =>
    withImages(world, 1 + random.below(2), { ...COMMON, mode: 'image-to-video', aspect_ratio: 'adaptive' }),
  (random, world) => withMap(random, 'image', withImages(world, random.pick([1, 1, 2, 3, 30]), IN_REFERENCE)),
  (random, world) => withMap(random, 'audio', withSounds(world, random.pick([1, 1, 2]), IN_REFERENCE)),
  (random, world) =>
    withMap(random, 'image', withSounds(world, 1, withImages(world, 1 + random.below(2), IN_REFERENCE))),
  (random, world) => {
    const body = withSource(random, world, IN_REFERENCE);
    const operation = random.pick([undefined, ...OPERATIONS]);
    const isAdaptive = operation === 'edit' || operation === 'extend';
    return withMap(
      random,
      'video',
      body && {
        ...body,
        ...(operation !== undefined && { reference_video_operation: operation }),
        ...(isAdaptive && { aspect_ratio: 'adaptive' }),
      },
    );
  },
];

function drawWorkflow(random: Random, world: World): Body {
  // Source videos are as likely as all other workflows together, because they have as many rules.
  const draw = random.chance(0.3) ? WORKFLOW_BODIES.at(-1) : random.pick(WORKFLOW_BODIES);
  return draw?.(random, world) ?? COMMON;
}

function withImages({ profile }: World, count: number, body: Body | undefined): Body | undefined {
  return profile.media.images.length === 0 || body === undefined
    ? undefined
    : { ...body, image_urls: images(profile, count) };
}

function withSounds({ profile }: World, count: number, body: Body | undefined): Body | undefined {
  return profile.media.audio.length === 0 || body === undefined
    ? undefined
    : { ...body, audio_urls: sounds(profile, count) };
}

function withSource(random: Random, { clips }: World, body: Body): Body | undefined {
  const own = clips.filter(({ key, seconds }) => key === 'primary' && seconds !== undefined);
  return own.length === 0 ? undefined : { ...body, source_video_ids: [random.pick(own).id] };
}

const LISTS = { image: 'image_urls', audio: 'audio_urls', video: 'source_video_ids' } as const;
const HANDLES = ['hero', 'A', 'z9_', 'x'.repeat(64), 'constructor', 'Place_2'];

function withMap(random: Random, kind: keyof typeof LISTS, body: Body | undefined): Body | undefined {
  const list = body?.[LISTS[kind]];
  if (!Array.isArray(list) || !random.chance(0.4)) return body;
  return { ...body, [`subject_to_${kind}_ids`]: { [random.pick(HANDLES)]: [random.below(list.length)] } };
}

/** A step that sends a body with the key without credits, in one spelling of its JSON or another. */
export function createStep(random: Random, body: Body, key: Step['key'] = 'poor'): Step {
  const text = random.chance(0.1) ? JSON.stringify(body, undefined, 2) : JSON.stringify(body);
  return { method: 'POST', path: '/v1/videos', key, body: random.chance(0.1) ? escaped(text) : text };
}

/** The same JSON, with the first letters of its strings as escapes. */
function escaped(text: string): string {
  return text.replaceAll(
    /"([a-z])/g,
    (_, letter: string) => `"\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A body that nearly is valid: one rule is broken, or two. The text is not always JSON. */
export function drawNear(random: Random, world: World): Step {
  if (random.chance(0.03)) return { ...createStep(random, TEXT), body: random.pick(NO_OBJECTS) };
  let body = drawValid(random, world);
  for (let left = random.chance(0.1) ? 2 : 1; left > 0; left -= 1) body = changed(random, world, body);
  const step = createStep(random, body);
  return random.chance(0.01) ? { ...step, body: step.body?.slice(0, -1) ?? '' } : step;
}

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

type Change = (random: Random, world: World, body: Body) => Body;

const set =
  (field: string, value: (random: Random, body: Body) => unknown): Change =>
  (random, _, body) => ({
    ...body,
    [field]: value(random, body),
  });

const REQUIRED = ['model', 'prompt', 'duration_seconds'];
const MODE_WORDS = ['text-to-video', 'image-to-video', 'reference-to-video'];
const NUMBERS = [
  3,
  31,
  0,
  -1,
  1,
  2,
  100,
  4.5,
  4.000_001,
  3.999_999,
  30.000_1,
  30.5,
  260,
  65_540,
  -4_294_967_292,
  2 ** 53,
];
const URL_CHANGES: readonly ((url: string) => unknown)[] = [
  (url) => url.replace('https:', 'http:'),
  (url) => url.replace('https://', ''),
  (url) => url.replace('https://', 'https:/'),
  (url) => url.replace('https://', 's3://'),
  (url) => url.replace('https://', 'httpsx://'),
  (url) => url.replace('https://', 'https:\\\\'),
  (url) => ` ${url}`,
  (url) => `\n${url}`,
  () => 'file:///etc/hosts',
  () => 'data:image/png;base64,AAAA',
  () => '',
  () => 'a calm tune',
  (url) => `http://example.com/?next=${url}`,
  (url) => ({ url }),
  (url) => [url],
  () => null,
  () => 7,
  () => true,
];
const ID_CHANGES: readonly ((id: string) => unknown)[] = [
  (id) => `${id} `,
  (id) => ` ${id}`,
  (id) => `${id}\n`,
  (id) => `${id}0`,
  (id) => id.slice(0, -1),
  (id) => `/v1/videos/${id}`,
  (id) => `"${id}"`,
  (id) => [id],
  (id) => ({ id }),
  (id) => `${id},${id}`,
  () => SOME_UUID,
  () => 'https://example.com/clip.mp4',
  () => null,
  () => 7,
  () => '',
];

/** In a list, one item is changed, or the list has too many of them, or something else stands in its place. */
function listChange(field: string, items: readonly ((item: string) => unknown)[], most: number): Change {
  return (random, _, body) => {
    const list = Array.isArray(body[field]) ? (body[field] as string[]) : [];
    const other = random.below(12);
    const some = list[0] ?? (field === 'source_video_ids' ? SOME_UUID : 'https://example.com/some.png');
    if (other === 0) return { ...body, [field]: random.pick(['', false, 0, {}, some]) };
    if (other < 3)
      return {
        ...body,
        [field]: Array.from({ length: most + random.pick([1, 1, 10]) }, (__, at) => `${some}?n=${at}`),
      };
    const one = random.pick(items)(some);
    const at = random.below(list.length + 1);
    return { ...body, [field]: random.chance(0.5) ? list.toSpliced(at, 1, one as string) : [...list, one] };
  };
}

const UNKNOWN = [
  'color',
  'seed',
  'n',
  'id',
  'object',
  'cost_usd',
  'images',
  'image_url',
  'toString',
  'constructor',
  'extra',
  'user',
];
const UNKNOWN_VALUES = ['red', 1, null, false, '', [], {}];

/** A name that nobody listed: one of the fields in another spelling, or a word that some APIs have. */
function unknownField(random: Random, body: Body): Body {
  const field = random.pick(Object.keys(body));
  const spelled = random.pick([
    field.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    `${field} `,
    ` ${field}`,
    field.toUpperCase(),
    `${field[0]?.toUpperCase() ?? ''}${field.slice(1)}`,
    field.replaceAll('_', ' '),
    field.replaceAll('_', '-'),
    `${field}.text`,
    '',
  ]);
  const name = random.chance(0.5) ? random.pick(UNKNOWN) : spelled;
  return name in body ? { ...body, color: 'red' } : { ...body, [name]: random.pick([...UNKNOWN_VALUES, body[field]]) };
}

function mapChange(random: Random, _: World, body: Body): Body {
  const kind = random.pick(['image', 'audio', 'video'] as const);
  const list = body[LISTS[kind]];
  const length = Array.isArray(list) ? list.length : 0;
  const field = `subject_to_${kind}_ids`;
  const handle = (): string => nearTextOf(random, random.pick(['hero', 'x'.repeat(64), 'A']), HANDLE_WORDS);
  const value = random.pick<() => unknown>([
    () => ({ [handle()]: [0] }),
    () => ({ [handle()]: [0] }),
    () => ({ hero: [0], [handle()]: [0] }),
    () => ({ hero: [length] }),
    () => ({ hero: [0], other: [length] }),
    () => ({ hero: [random.pick([length, length + 1, 29, 30])] }),
    () => ({ hero: [-1] }),
    () => ({ hero: random.pick([[], Array.from({ length: 31 }, () => 0)]) }),
    () => ({ hero: random.pick<unknown>([null, '0', true, { 0: 0 }, 0]) }),
    () => ({ hero: [0, nearValue(random, 0)] }),
    () => ({ hero: [nearValue(random, 0)] }),
    () => random.pick<unknown>([[], '', false, 0, [[0]], 'hero']),
  ])();
  return { ...body, [field]: value };
}

const HANDLE_WORDS = [
  '7',
  '_',
  '@hero',
  'the hero',
  'hero-2',
  'hero.two',
  'x'.repeat(65),
  '\u212Aite',
  'her\u043E',
  '2nd',
  '',
];

/** Rules that look at several fields. */
const ACROSS: readonly Change[] = [
  (random, _, body) => ({ ...body, aspect_ratio: random.pick(ASPECT_RATIOS) }),
  (random, _, body) => ({ ...body, aspect_ratio: random.pick(['adaptive', ...FIXED_RATIOS]) }),
  (random, _, body) => ({ ...body, mode: random.pick(MODE_WORDS) }),
  (random, _, body) => ({ ...body, reference_video_operation: random.pick(OPERATIONS) }),
  (random, world, body) => ({ ...body, image_urls: images(world.profile, random.pick([0, 1, 2, 3, 4, 30])) }),
  (_, world, body) => ({ ...body, audio_urls: sounds(world.profile, 1) }),
  (random, world, body) => withSource(random, world, body) ?? { ...body, source_video_ids: [SOME_UUID] },
  (random, { clips }, body) => {
    const own = clips.filter(({ key }) => key === 'primary').map(({ id }) => id);
    return { ...body, source_video_ids: [...own.slice(0, 9), ...(random.chance(0.5) ? [SOME_UUID] : [])] };
  },
  (random, _, body) =>
    without(body, random.pick(['image_urls', 'audio_urls', 'source_video_ids', 'aspect_ratio', 'mode'])),
];

const CHANGES: readonly (readonly [weight: number, Change])[] = [
  [2, (random, _, body) => without(body, random.pick(REQUIRED))],
  [
    3,
    set('model', (random) =>
      nearText(random, model, [
        'videomodel-2',
        'videomodel-2.50',
        '2.5',
        'videomodel',
        'videomodel-2,5',
        'videomodel-2x5',
        'gpt',
        'xvideomodel-2.5',
      ]),
    ),
  ],
  [
    3,
    set('prompt', (random) =>
      random.pick<unknown>([
        '',
        'a'.repeat(LIMITS.prompt.max + 1),
        '\n'.repeat(LIMITS.prompt.max + 1),
        42,
        null,
        true,
        false,
        0,
        [],
        {},
        ['A kite.'],
      ]),
    ),
  ],
  [
    5,
    set('duration_seconds', (random, body) =>
      random.chance(0.6) ? random.pick(NUMBERS) : nearValue(random, Number(body['duration_seconds'] ?? 4)),
    ),
  ],
  [
    3,
    set('mode', (random, body) =>
      nearText(random, String(body['mode'] ?? 'text-to-video'), [
        'text',
        'video',
        'video-to-video',
        'references-to-video',
        'text2video',
      ]),
    ),
  ],
  [
    3,
    set('resolution', (random, body) =>
      nearText(random, String(body['resolution'] ?? '720p'), [
        '4k',
        '540p',
        '1440p',
        '2160p',
        '480',
        '480i',
        '80p',
        '0480p',
        '720p60',
        '360p',
      ]),
    ),
  ],
  [
    3,
    set('aspect_ratio', (random, body) =>
      nearText(random, String(body['aspect_ratio'] ?? '16:9'), [
        '2:1',
        '3:2',
        '16:10',
        '9:21',
        '16/9',
        '016:9',
        '32:18',
        '16:',
        '6:9',
        '9:1',
        'auto',
        '16: 9',
        'Adaptive',
      ]),
    ),
  ],
  [2, set('audio', (random) => random.pick<unknown>(['true', 'false', 1, 0, '', [], {}, 'yes']))],
  [
    3,
    set('reference_video_operation', (random, body) =>
      nearText(random, String(body['reference_video_operation'] ?? 'extend'), [
        'remix',
        'ext',
        'edit,extend',
        'Reference',
        'upscale',
      ]),
    ),
  ],
  [4, listChange('image_urls', URL_CHANGES, LIMITS.imageUrls.max)],
  [3, listChange('audio_urls', URL_CHANGES, LIMITS.audioUrls.max)],
  [4, listChange('source_video_ids', ID_CHANGES, LIMITS.sourceVideoIds.max)],
  [4, (random, _, body) => unknownField(random, body)],
  [5, mapChange],
  [6, (random, world, body) => random.pick(ACROSS)(random, world, body)],
];
const WEIGHTS = CHANGES.reduce((sum, [weight]) => sum + weight, 0);

function changed(random: Random, world: World, body: Body): Body {
  let place = random.below(WEIGHTS);
  const [, change] = CHANGES.find(([weight]) => (place -= weight) < 0) ?? CHANGES[0] ?? [0, () => body];
  return change(random, world, body);
}
