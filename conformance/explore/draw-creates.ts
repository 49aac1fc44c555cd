/** Draws bodies of creates that the API document allows. */

import { FIXED_RATIOS, RESOLUTIONS } from '../../contract/dimensions.ts';
import { LIMITS } from '../../contract/limits.ts';
import { OPERATIONS } from '../../contract/workflow.ts';
import { images, sounds, TEXT } from '../checks/lib/bodies.ts';
import type { Random } from './random.ts';
import { createOf, type Step } from './sequence.ts';
import type { World } from './world.ts';

export type CreateBody = Readonly<Record<string, unknown>>;

const { min, max } = LIMITS.durationSeconds;
const LONGEST = LIMITS.prompt.max;
const SCRIPTS = 'Ein Drachen über dem Strand. 空の凧。 "Quotes", \\ and <b>markup</b>.\n\tNoon.';
const PROMPTS = [TEXT.prompt, SCRIPTS, 'a', 'a'.repeat(LONGEST), 'é'.repeat(LONGEST)];

/** A body that the document allows, with media of the profile. A server may reject other media at the create. */
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

const COMMON = { model: TEXT.model, prompt: TEXT.prompt };
export const REFERENCE_FIELDS = { mode: 'reference-to-video' };
const EMPTY = { image_urls: [], audio_urls: [], source_video_ids: [] };

/** The fields of a workflow, and how many images and sounds it takes. */
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

/** One clip, or as many different ones as are not too long together. */
export function withSource(random: Random, { clips }: World, body: CreateBody): CreateBody | undefined {
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

/** The lists of references, and the part of the name that the subject map of each has. */
export const LISTS = [
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
  return { ...body, [`subject_to_${kind}_ids`]: { [random.pick(HANDLES)]: [random.below(length)] } };
}

/** A step that sends a body with the key without credits, in one spelling of its JSON or another. */
export function createStep(random: Random, body: CreateBody): Step {
  const text = random.chance(0.1) ? JSON.stringify(body, undefined, 2) : JSON.stringify(body);
  const escaped = (letter: string): string => `"\\u${letter.charCodeAt(1).toString(16).padStart(4, '0')}`;
  return createOf(body, { key: 'poor', body: random.chance(0.1) ? text.replaceAll(/"[a-z]/g, escaped) : text });
}
