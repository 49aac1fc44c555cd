/** Draws bodies of creates that the API document allows. */

import { FIXED_RATIOS, RESOLUTIONS } from '../../contract/dimensions.ts';
import { LIMITS } from '../../contract/limits.ts';
import { OPERATIONS } from '../../contract/workflow.ts';
import { images, sounds, TEXT } from '../checks/lib/bodies.ts';
import type { Random } from './random.ts';
import type { Step } from './sequence.ts';
import type { World } from './world.ts';

export type CreateBody = Readonly<Record<string, unknown>>;

const { min, max } = LIMITS.durationSeconds;
const LONGEST = LIMITS.prompt.max;
const SCRIPTS = 'Ein Drachen über dem Strand. 空の凧。 "Quotes", \\ and <b>markup</b>.\n\tNoon.';
const PROMPTS = [TEXT.prompt, SCRIPTS, 'a', 'a'.repeat(LONGEST), 'é'.repeat(LONGEST)];

/** A body that the document allows, with media of the profile. A server may reject other media at the create. */
export function drawValid(random: Random, world: World, most: number = max): CreateBody {
  const body = drawWorkflow(random, world);
  const isFixed = body['aspect_ratio'] === undefined;
  return {
    ...body,
    ...(random.chance(0.2) && { prompt: random.pick(PROMPTS) }),
    duration_seconds: random.pick([min, min, min + 1 + random.below(most - min), most]),
    ...(random.chance(0.9) && { resolution: random.chance(0.6) ? random.pick(RESOLUTIONS) : '480p' }),
    ...(isFixed && random.chance(0.5) && { aspect_ratio: random.pick(FIXED_RATIOS) }),
    ...(random.chance(0.4) && { audio: random.chance(0.5) }),
  };
}

type Workflow = (random: Random, world: World) => CreateBody | undefined;

const COMMON = { model: TEXT.model, prompt: TEXT.prompt };
const IN_REFERENCE = { ...COMMON, mode: 'reference-to-video' };
const IN_IMAGE = { ...COMMON, mode: 'image-to-video', aspect_ratio: 'adaptive' };
const EMPTY = { image_urls: [], audio_urls: [], source_video_ids: [] };

const derived: Workflow = (random, world) => {
  const operation = random.pick([undefined, ...OPERATIONS]);
  const source = withSource(random, world, IN_REFERENCE);
  const isAdaptive = operation === 'edit' || operation === 'extend';
  const chosen = { ...(operation !== undefined && { reference_video_operation: operation }) };
  return withMap(random, 'video', source && { ...source, ...chosen, ...(isAdaptive && { aspect_ratio: 'adaptive' }) });
};

const OTHERS: readonly Workflow[] = [
  () => COMMON,
  () => COMMON,
  (random) => ({ ...COMMON, mode: 'text-to-video', ...(random.chance(0.3) && EMPTY) }),
  (random, world) => withMedia(world, IN_IMAGE, { images: 1 + random.below(2) }),
  (random, world) =>
    withMap(random, 'image', withMedia(world, IN_REFERENCE, { images: random.pick([1, 1, 2, 3, 30]) })),
  (random, world) => withMap(random, 'audio', withMedia(world, IN_REFERENCE, { sounds: random.pick([1, 1, 2]) })),
  (random, world) =>
    withMap(random, 'image', withMedia(world, IN_REFERENCE, { images: 1 + random.below(2), sounds: 1 })),
];

function drawWorkflow(random: Random, world: World): CreateBody {
  // Source videos are as likely as several other workflows together, because they have as many rules.
  const draw = random.chance(0.35) ? derived : random.pick(OTHERS);
  return draw(random, world) ?? COMMON;
}

interface Media {
  readonly images?: number;
  readonly sounds?: number;
}

function withMedia({ profile }: World, body: CreateBody, media: Media): CreateBody | undefined {
  const { images: pictures = 0, sounds: tunes = 0 } = media;
  const isMissing =
    (pictures > 0 && profile.media.images.length === 0) || (tunes > 0 && profile.media.audio.length === 0);
  if (isMissing) return undefined;
  return {
    ...body,
    ...(pictures > 0 && { image_urls: images(profile, pictures) }),
    ...(tunes > 0 && { audio_urls: sounds(profile, tunes) }),
  };
}

/** One clip, or as many different ones as are not too long together. */
export function withSource(random: Random, { clips }: World, body: CreateBody): CreateBody | undefined {
  const own = clips.filter(({ key, seconds }) => key === 'primary' && seconds !== undefined);
  if (own.length === 0) return undefined;
  const first = random.below(own.length);
  const most = random.pick([1, 1, 1, 2, 3]);
  let left = LIMITS.sourceVideoIds.combinedSeconds;
  const ids = [...own.slice(first), ...own.slice(0, first)].slice(0, most).flatMap(({ id, seconds = 0 }) => {
    if (seconds > left) return [];
    left -= seconds;
    return [id];
  });
  return { ...body, source_video_ids: ids };
}

/** The lists of references, by the part of the name that their subject map has. */
export const LISTS = { image: 'image_urls', audio: 'audio_urls', video: 'source_video_ids' } as const;
const HANDLES = ['hero', 'A', 'z9_', 'x'.repeat(64), 'constructor', 'Place_2'];

function withMap(random: Random, kind: keyof typeof LISTS, body: CreateBody | undefined): CreateBody | undefined {
  const list = body?.[LISTS[kind]];
  if (!Array.isArray(list) || !random.chance(0.4)) return body;
  return { ...body, [`subject_to_${kind}_ids`]: { [random.pick(HANDLES)]: [random.below(list.length)] } };
}

/** A step that sends a body with the key without credits, in one spelling of its JSON or another. */
export function createStep(random: Random, body: CreateBody, key: Step['key'] = 'poor'): Step {
  const text = random.chance(0.1) ? JSON.stringify(body, undefined, 2) : JSON.stringify(body);
  const escaped = (letter: string): string => `"\\u${letter.charCodeAt(1).toString(16).padStart(4, '0')}`;
  return {
    method: 'POST',
    path: '/v1/videos',
    key,
    body: random.chance(0.1) ? text.replaceAll(/"[a-z]/g, escaped) : text,
  };
}
