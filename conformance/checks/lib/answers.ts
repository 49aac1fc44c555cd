/** Sorts the answers of a run: which carry a record, which are errors, and what became of each generation. */

import { isObject, objectOf, type Answered } from '../../engine/evidence.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** A record in an answer to create or get. */
export interface Sighting {
  readonly answer: Answered;
  readonly record: Fields;
}

const RECORD_PATH = /\/v1\/videos\/[^/?]+$/;
const CREATE_PATH = /\/v1\/videos$/;

/** Answers that have to carry a record: creates and gets that succeeded. */
export const sightings = oncePerList((answers) => answers.flatMap((answer) => sightingIn(answer) ?? []));

/** The record of one answer. Cached: the lists that checks look at have many answers in common. */
export function sightingIn(answer: Answered): Sighting | undefined {
  const known = SIGHTINGS.get(answer);
  if (known !== undefined) return known ?? undefined;
  const found = hasRecord(answer) ? { answer, record: objectOf(answer) } : undefined;
  SIGHTINGS.set(answer, found ?? null);
  return found;
}

/** Null where an answer carries no record. */
const SIGHTINGS = new WeakMap<Answered, Sighting | null>();

/**
 * An error of the three operations; a HEAD has no body to look at, and a storage elsewhere has errors of its own.
 */
export function isError({ beyond, elsewhere, request, response: { body, status } }: Answered): boolean {
  return beyond !== true && elsewhere !== true && status >= 400 && request.method !== 'HEAD' && body.isUnkept !== true;
}

/** Error answers of the three operations. */
export const errorAnswers = oncePerList((answers) => answers.filter(isError));

/** An answer to a create. */
export function isCreate({ beyond, request }: Answered): boolean {
  return beyond !== true && request.method === 'POST' && CREATE_PATH.test(pathOf(request.url));
}

/** Creates that got any answer. */
export const creates = oncePerList((answers) => answers.filter(isCreate));

/**
 * The records of each generation by id, in the order of the requests. Replayed creates are left out: they may show an
 * earlier state.
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

/** Pairs of records of one generation of which the first was complete before the second was asked for. */
export function inSequence(history: readonly Sighting[]): [Sighting, Sighting][] {
  return history.flatMap((earlier, at) =>
    history
      .slice(at + 1)
      .filter(({ answer }) => isAfter(answer, earlier.answer))
      .map((later): [Sighting, Sighting] => [earlier, later]),
  );
}

/** The one was asked for when the other was complete. */
export function isAfter(later: Answered, earlier: Answered): boolean {
  return earlier.at + earlier.ms <= later.at;
}

/** The `error` of a record or an envelope, if it is an object. */
export function errorOf(fields: Fields): Fields | undefined {
  const { error } = fields;
  return isObject(error) ? error : undefined;
}

/** The path of a URL. Where it holds nothing that a parser would change, it is read without one. */
export function pathOf(url: string): string {
  return PLAIN_URL.exec(url)?.[1] ?? new URL(url).pathname;
}

/** Without a dot, a percent sign or a backslash in the path. */
const PLAIN_URL = /^https?:\/\/[\w.:-]+(\/[\w/-]*)(?:[?#]|$)/;

/** Many checks ask for the same of all answers of the run, which are one list. */
function oncePerList<Found>(
  find: (answers: readonly Answered[]) => readonly Found[],
): (answers: readonly Answered[]) => readonly Found[] {
  const found = new WeakMap<readonly Answered[], readonly Found[]>();
  return (answers) => {
    const known = found.get(answers);
    if (known !== undefined) return known;
    const all = find(answers);
    found.set(answers, all);
    return all;
  };
}

function hasRecord({ beyond, redirected, request, response }: Answered): boolean {
  const { method } = request;
  const { status } = response;
  if (beyond === true || redirected === true || status < 200 || status > 299) return false;
  // A part of a record is not JSON.
  if (status === 206) return false;
  if (response.body.isUnkept === true) return false;
  const path = pathOf(request.url);
  return method === 'POST' ? CREATE_PATH.test(path) : method === 'GET' && RECORD_PATH.test(path);
}
