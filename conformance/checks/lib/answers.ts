/** Sorts the responses of a run: records, errors, the history of each generation, and the create requests of clips. */

import { type Answered, isObject, objectOf } from '../../engine/evidence.ts';
import { type Missing, Unjudged, untestable } from '../../engine/outcome.ts';

/** Ends a check, because it could not be tried. */
export function unjudged(why: string | Missing, ...witnesses: readonly { readonly n: number }[]): never {
  throw new Unjudged(untestable(why, ...witnesses));
}

export type Fields = Readonly<Record<string, unknown>>;

/** A record in the response to a create or get request. */
export interface Sighting {
  readonly answer: Answered;
  readonly record: Fields;
}

const RECORD_PATH = /\/v1\/videos\/[^/?]+$/;
const CREATE_PATH = /\/v1\/videos$/;

/** The records in all successful responses to create and get requests. */
export const sightings = once((answers: readonly Answered[]) => answers.flatMap((answer) => sightingIn(answer) ?? []));

/** Returns the record of one response. */
export const sightingIn = once((answer: Answered): Sighting | undefined =>
  hasRecord(answer) ? { answer, record: objectOf(answer) } : undefined,
);

/** Returns whether a response is an error of the three operations. Storage elsewhere has its own errors. */
export function isError({ beyond, elsewhere, request, response: { body, status } }: Answered): boolean {
  return beyond !== true && elsewhere !== true && status >= 400 && request.method !== 'HEAD' && body.isUnkept !== true;
}

/** The error responses of the three operations. */
export const errorAnswers = once((answers: readonly Answered[]) => answers.filter(isError));

export function isCreate({ beyond, request }: Answered): boolean {
  return beyond !== true && request.method === 'POST' && CREATE_PATH.test(pathOf(request.url));
}

/** The responses to all create requests. */
export const creates = once((answers: readonly Answered[]) => answers.filter(isCreate));

/**
 * Returns the records of each generation by id, in the order of the requests. A replayed create may show an earlier
 * state, so replays are left out.
 */
export function histories(answers: readonly Answered[]): Map<string, Sighting[]> {
  const byId = new Map<string, Sighting[]>();
  for (const sighting of sightings(answers)) {
    const id = String(sighting.record['id']).toLowerCase();
    if (byId.has(id) && sighting.answer.request.method === 'POST') continue;
    byId.set(id, [...(byId.get(id) ?? []), sighting]);
  }
  return byId;
}

/** Returns the pairs of records of one generation whose first response ended before the second request started. */
export function inSequence(history: readonly Sighting[]): [Sighting, Sighting][] {
  return history.flatMap((earlier, at) =>
    history
      .slice(at + 1)
      .filter(({ answer }) => isAfter(answer, earlier.answer))
      .map((later): [Sighting, Sighting] => [earlier, later]),
  );
}

/** Returns whether the later request was sent after the earlier response ended. */
export function isAfter(later: Answered, earlier: Answered): boolean {
  return earlier.at + earlier.ms <= later.at;
}

/** Returns the `error` of a record or an envelope, if it is an object. */
export function errorOf(fields: Fields): Fields | undefined {
  const { error } = fields;
  return isObject(error) ? error : undefined;
}

/** Returns the path of a URL. A parser would not change the path of a plain URL. */
export function pathOf(url: string): string {
  return PLAIN_URL.exec(url)?.[1] ?? new URL(url).pathname;
}

/** A URL whose path has no dot, percent sign or backslash. */
const PLAIN_URL = /^https?:\/\/[\w.:-]+(\/[\w/-]*)(?:[?#]|$)/;

/** Returns a function that searches each response or list of responses only once, because many checks share them. */
export function once<Key extends object, Found>(find: (key: Key) => Found): (key: Key) => Found {
  const known = new WeakMap<Key, readonly [Found]>();
  return (key) => {
    const found = known.get(key) ?? ([find(key)] as const);
    known.set(key, found);
    return found[0];
  };
}

function hasRecord({ beyond, redirected, request, response }: Answered): boolean {
  const [{ method }, { status }] = [request, response];
  // A part of a record is not JSON.
  if (status < 200 || status > 299 || status === 206) return false;
  if (beyond === true || redirected === true || response.body.isUnkept === true) return false;
  const path = pathOf(request.url);
  return method === 'POST' ? CREATE_PATH.test(path) : method === 'GET' && RECORD_PATH.test(path);
}

const LISTS = { image: 'image_urls', video: 'source_video_ids', audio: 'audio_urls' } as const;
type Reference = keyof typeof LISTS;
const REFERENCES = Object.keys(LISTS) as Reference[];

/** Returns the number of references of a kind. */
export function referencesOf(sent: Fields, kind: Reference): number {
  const list = sent[LISTS[kind]];
  return Array.isArray(list) ? list.length : 0;
}

/** Returns the handles of all subject maps. */
export function handlesIn(sent: Fields): string[] {
  return REFERENCES.flatMap((kind) => Object.keys(mapOf(sent, kind)));
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
  const others = REFERENCES.filter((other) => other !== kind && sent[LISTS[other]] !== undefined);
  return referencesOf(sent, kind) === 1 && others.length === 0 && handlesIn(sent).length === 0;
}

/** Returns a header of the request, or an empty text if the request does not have it. */
export function headerSent({ request }: Answered, wanted: string): string {
  return request.headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
}

function mapOf(sent: Fields, kind: Reference): Fields {
  const map = sent[`subject_to_${kind}_ids`];
  return isObject(map) ? map : {};
}
