/** The bodies of create requests that checks start from: the cheapest body of each workflow, and parts to vary. */

import { FIXED_RATIOS, RESOLUTIONS } from '../../../contract/dimensions.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { MODEL } from '../../../contract/model.ts';
import type { Need } from '../../engine/define.ts';
import { isObject } from '../../engine/evidence.ts';
import type { ProbeTools } from '../../engine/probe-tools.ts';
import type { Profile } from '../../profile/profile.ts';
import { missing, type Missing } from '../../engine/outcome.ts';

/** The cheapest valid create request: four seconds at 480p. */
export const TEXT = {
  model: MODEL,
  prompt: 'A red kite over a beach at noon.',
  duration_seconds: LIMITS.durationSeconds.min,
  resolution: '480p',
} as const;

/** Returns the fields of a body, or no fields if the body is not an object. */
export function asFieldsOf(body: unknown): Readonly<Record<string, unknown>> {
  return isObject(body) ? body : {};
}

/** The fields of the largest clip. */
export const LARGEST = { resolution: '1080p', duration_seconds: LIMITS.durationSeconds.max, audio: false } as const;

/** Returns the resolution and the ratio for a place in a table. A server may lose a rule for one of them. */
export function shapeAt(at: number): Readonly<Record<'resolution' | 'aspect_ratio', string | undefined>> {
  return { resolution: RESOLUTIONS[at % RESOLUTIONS.length], aspect_ratio: FIXED_RATIOS[at % FIXED_RATIOS.length] };
}

/** References of create requests. The kit replaces the URLs and the id of a clip before it sends the requests. */
export const SAMPLE = {
  image: 'https://example.com/picture.png',
  audio: 'https://example.com/sound.mp3',
  /** The id of a completed clip of the account. */
  clip: '5c0e11b0-0000-4000-8000-00000000c11b',
  /** An id that no generation has. */
  uuid: '0b5e8c9a-7d3f-4a21-9c64-1f0e2d3c4b5a',
} as const;

/** Returns a copy of the object without one field. */
export function without(body: Readonly<Record<string, unknown>>, field: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));
}

export const IMAGE_MODE = {
  ...TEXT,
  mode: 'image-to-video',
  aspect_ratio: 'adaptive',
  image_urls: [SAMPLE.image],
} as const;
export const FRAMES_MODE = { ...IMAGE_MODE, image_urls: many(SAMPLE.image, 2) };
export const REFERENCE_MODE = { ...TEXT, mode: 'reference-to-video', image_urls: [SAMPLE.image] } as const;

/** Reference mode without a reference. The body is invalid, and other bodies add a reference to it. */
export const NO_REFERENCE = without(REFERENCE_MODE, 'image_urls');
/** A body in reference mode with an audio file as the only reference. */
export const ONE_SOUND = { ...NO_REFERENCE, audio_urls: [SAMPLE.audio] };

/** Returns this number of URLs, each different. */
export function many(url: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${url}?n=${at}`);
}

/** Returns this number of image URLs that the target can fetch, each different. */
export function images({ media }: Profile, count: number): string[] {
  return varied(media.images, count);
}

/** Returns this number of audio URLs that the target can fetch, each different. */
export function sounds({ media }: Profile, count: number): string[] {
  return varied(media.audio, count);
}

/** Returns a body in reference mode with source videos. Only edits and extensions need the ratio `adaptive`. */
export function sourceBody(operation?: string, ids: readonly unknown[] = [SAMPLE.clip]): Record<string, unknown> {
  const isFree = operation === undefined || operation === 'reference';
  return {
    ...TEXT,
    mode: 'reference-to-video',
    ...(isFree ? {} : { aspect_ratio: 'adaptive' }),
    source_video_ids: ids,
    ...(operation === undefined ? {} : { reference_video_operation: operation }),
  };
}

/** A create with a special source video: its operation, its source videos in order, and other fields. */
export type Place = readonly [operation: string | undefined, order: string, more?: object];

/** Returns the create of a place. In its order, `s` stands for the special source video, and `o` for another one. */
export function bodyAt([operation, order, more]: Place, special: string, other: string): object {
  return {
    ...sourceBody(
      operation,
      Array.from(order, (one) => (one === 's' ? special : other)),
    ),
    ...more,
  };
}

const IMAGES = /:\/\/example\.com\/picture\.png(?:\?n=(\d+)(?="))?/g;
const AUDIO = /:\/\/example\.com\/sound\.mp3(?:\?n=(\d+)(?="))?/g;

/**
 * Replaces the sample URLs of a body with URLs that the target can fetch. The usual prompt names the handles of the
 * subject maps, because a server may reject others. Only the intended defect remains.
 */
export function withFittingMedia({ media }: Profile, body: object): Record<string, unknown> {
  const fitting = (sent: string, samples: RegExp, urls: readonly string[]): string =>
    // A replacement string would interpret a `$` in the URL.
    urls.length === 0 ? sent : sent.replaceAll(samples, (_, at = '0') => place(variedAt(urls, Number(at))));
  const text = fitting(fitting(JSON.stringify(withHandles(body)), IMAGES, media.images), AUDIO, media.audio);
  return JSON.parse(text) as Record<string, unknown>;
}

function withHandles(body: object): object {
  const maps = Object.entries(body).filter(([field]) => field.startsWith('subject_to_'));
  const handles = maps.flatMap(([, map]) => Object.keys(asFieldsOf(map)));
  return asFieldsOf(body)['prompt'] === TEXT.prompt && handles.length > 0
    ? { ...body, prompt: [TEXT.prompt, ...handles.map((handle) => `@${handle}`)].join(' ') }
    : body;
}

/** Replaces the sample URLs and the sample of a source video, by default with the id of any completed clip. */
export function fitted(kit: ProbeTools, body: object, need: Need = 'any-clip'): Record<string, unknown> {
  const sent = withFittingMedia(kit.profile, body);
  const text = JSON.stringify(sent);
  if (!text.includes(SAMPLE.clip)) return sent;
  return JSON.parse(text.replaceAll(SAMPLE.clip, kit.generation(need).id)) as Record<string, unknown>;
}

function place(url: string): string {
  return url.slice(url.indexOf('://'));
}

/** Returns why a probe that needs an image, or an audio file, cannot run. */
export const lacksImages = lacking('images', 'an image');
export const lacksAudio = lacking('audio', 'an audio');

function lacking(kind: 'images' | 'audio', what: string): (profile: Profile) => Missing | undefined {
  const lack = missing(`media.${kind}`, `The profile does not contain ${what} URL (media.${kind}).`);
  return ({ media }) => (media[kind].length === 0 ? lack : undefined);
}

export function lacksMedia(profile: Profile): Missing | undefined {
  return lacksImages(profile) ?? lacksAudio(profile);
}

/** Returns why creates with these bodies cannot be accepted: they need a file for each sample URL. */
export function lacksSamples(bodies: readonly unknown[]): ((profile: Profile) => Missing | undefined) | undefined {
  const urls = (field: string): unknown[] => bodies.flatMap((body) => asFieldsOf(body)[field] ?? []);
  const uses = (field: string, sample: string): boolean =>
    urls(field).some((url) => typeof url === 'string' && url.split('?n=')[0] === sample);
  const [usesImages, usesAudio] = [uses('image_urls', SAMPLE.image), uses('audio_urls', SAMPLE.audio)];
  if (usesImages) return usesAudio ? lacksMedia : lacksImages;
  return usesAudio ? lacksAudio : undefined;
}

function varied(urls: readonly string[], count: number): string[] {
  return Array.from({ length: count }, (_, at) => variedAt(urls, at));
}

function variedAt(urls: readonly string[], at: number): string {
  const url = urls[at % Math.max(1, urls.length)] ?? SAMPLE.image;
  return at < urls.length ? url : `${url}${url.includes('?') ? '&' : '?'}n=${at}`;
}
