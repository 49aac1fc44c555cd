/** Reads the create request of a clip, to find out whether the values of an `accepted` row are accepted. */

import type { Answered } from '../../engine/evidence.ts';
import { isObject } from '../../engine/evidence.ts';
import type { Fields } from './answers.ts';

type Reference = 'image' | 'video' | 'audio';

const LISTS: Readonly<Record<Reference, string>> = {
  image: 'image_urls',
  video: 'source_video_ids',
  audio: 'audio_urls',
};

/** Returns the number of references of a kind. */
export function referencesOf(sent: Fields, kind: Reference): number {
  const list = sent[LISTS[kind]];
  return Array.isArray(list) ? list.length : 0;
}

/** Returns the handles of all subject maps. */
export function handlesIn(sent: Fields): string[] {
  return (['image', 'video', 'audio'] as const).flatMap((kind) => Object.keys(mapOf(sent, kind)));
}

/** Returns the indexes of each handle in the map of a kind. */
export function indexesIn(sent: Fields, kind: Reference): number[][] {
  return Object.values(mapOf(sent, kind)).flatMap((list) => (Array.isArray(list) ? [list.map(Number)] : []));
}

/** Returns whether a handle names the last reference of a kind. */
export function namesLast(sent: Fields, kind: Reference): boolean {
  return indexesIn(sent, kind).some((list) => list.includes(referencesOf(sent, kind) - 1));
}

/** Returns whether there is one reference of this kind, no other reference, and no map. */
export function isAlone(sent: Fields, kind: Reference): boolean {
  const others = (['image', 'video', 'audio'] as const).filter((other) => other !== kind);
  const hasNone = others.every((other) => sent[LISTS[other]] === undefined) && handlesIn(sent).length === 0;
  return referencesOf(sent, kind) === 1 && hasNone;
}

/** Returns a header of the request, or an empty text if the request does not have it. */
export function headerSent({ request }: Answered, wanted: string): string {
  return request.headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
}

function mapOf(sent: Fields, kind: Reference): Fields {
  const map = sent[`subject_to_${kind}_ids`];
  return isObject(map) ? map : {};
}
