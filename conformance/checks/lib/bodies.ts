/** The bodies of create requests that checks start from: the cheapest body of each workflow, and parts to vary. */

import { LIMITS } from '../../../contract/limits.ts';
import { MODEL } from '../../../contract/model.ts';
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

/** A URL for requests that the server rejects before it fetches a file. */
export const SOME_IMAGE = 'https://example.com/picture.png';
export const SOME_AUDIO = 'https://example.com/sound.mp3';
export const SOME_UUID = '0b5e8c9a-7d3f-4a21-9c64-1f0e2d3c4b5a';

/** Returns a copy of the object without one field. */
export function without(body: Readonly<Record<string, unknown>>, field: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));
}

export const IMAGE_MODE = {
  ...TEXT,
  mode: 'image-to-video',
  aspect_ratio: 'adaptive',
  image_urls: [SOME_IMAGE],
} as const;
export const REFERENCE_MODE = { ...TEXT, mode: 'reference-to-video', image_urls: [SOME_IMAGE] } as const;

/** Reference mode without a reference. The body is invalid, and other bodies add a reference to it. */
export const NO_REFERENCE = without(REFERENCE_MODE, 'image_urls');
/** A body in reference mode with an audio file as the only reference. */
export const ONE_SOUND = { ...NO_REFERENCE, audio_urls: [SOME_AUDIO] };

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

/** Returns a body in image mode that the target can carry out. */
export function imageBody(profile: Profile, count = 1): Record<string, unknown> {
  return { ...IMAGE_MODE, image_urls: images(profile, count) };
}

/** Returns a body in reference mode that the target can carry out. */
export function referenceBody(profile: Profile, count = 1): Record<string, unknown> {
  return { ...REFERENCE_MODE, image_urls: images(profile, count) };
}

/** Returns a body in reference mode, with audio files only, that the target can carry out. */
export function soundBody(profile: Profile, count = 1): Record<string, unknown> {
  return { ...NO_REFERENCE, audio_urls: sounds(profile, count) };
}

/** Replaces the sample URLs of a body with URLs that the target can fetch. Only the intended defect remains. */
export function withFittingMedia({ media }: Profile, body: object): Record<string, unknown> {
  const fitting = [
    [SOME_IMAGE, media.images[0]],
    [SOME_AUDIO, media.audio[0]],
  ] as const;
  const text = fitting.reduce(
    // A replacement string would interpret a `$` in the URL.
    (sent, [some, own]) => (own === undefined ? sent : sent.replaceAll(place(some), () => place(own))),
    JSON.stringify(body),
  );
  return JSON.parse(text) as Record<string, unknown>;
}

function place(url: string): string {
  return url.slice(url.indexOf('://'));
}

/** Adapts a function of the profile to a function of the kit. */
export function fromProfile(make: (profile: Profile) => object): (kit: ProbeTools) => object {
  return (kit) => make(kit.profile);
}

/** Returns why a probe that needs an image cannot run. */
export function lacksImages({ media }: Profile): Missing | undefined {
  return media.images.length === 0
    ? missing('media.images', 'The profile does not contain an image URL (media.images).')
    : undefined;
}

/** Returns why a probe that needs an audio file cannot run. */
export function lacksAudio({ media }: Profile): Missing | undefined {
  return media.audio.length === 0
    ? missing('media.audio', 'The profile does not contain an audio URL (media.audio).')
    : undefined;
}

export function lacksMedia(profile: Profile): Missing | undefined {
  return lacksImages(profile) ?? lacksAudio(profile);
}

function varied(urls: readonly string[], count: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const url = urls[at % Math.max(1, urls.length)] ?? SOME_IMAGE;
    return at < urls.length ? url : `${url}${url.includes('?') ? '&' : '?'}n=${at}`;
  });
}
