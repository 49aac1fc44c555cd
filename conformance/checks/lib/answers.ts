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
export function sightings(answers: readonly Answered[]): Sighting[] {
  return answers.flatMap((answer) => sightingIn(answer) ?? []);
}

/** Cached: some twenty checks look at every answer of the run. */
function sightingIn(answer: Answered): Sighting | undefined {
  const known = SIGHTINGS.get(answer);
  if (known !== undefined) return known ?? undefined;
  const found = hasRecord(answer) ? { answer, record: objectOf(answer) } : undefined;
  SIGHTINGS.set(answer, found ?? null);
  return found;
}

/** Null where an answer carries no record. */
const SIGHTINGS = new WeakMap<Answered, Sighting | null>();

/**
 * Error answers of the three operations; a HEAD has no body to look at, and a storage elsewhere has errors of its own.
 */
export function errorAnswers(answers: readonly Answered[]): Answered[] {
  return answers.filter(
    ({ beyond, elsewhere, request, response }) =>
      beyond !== true && elsewhere !== true && response.status >= 400 && request.method !== 'HEAD',
  );
}

/** Creates that got any answer. Cached per list: many checks ask for those of the whole run. */
export function creates(answers: readonly Answered[]): readonly Answered[] {
  const known = CREATES.get(answers);
  if (known !== undefined) return known;
  const found = answers.filter(
    ({ beyond, request }) => beyond !== true && request.method === 'POST' && CREATE_PATH.test(pathOf(request.url)),
  );
  CREATES.set(answers, found);
  return found;
}

const CREATES = new WeakMap<readonly Answered[], readonly Answered[]>();

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

export function pathOf(url: string): string {
  return new URL(url).pathname;
}

function hasRecord({ beyond, redirected, request, response }: Answered): boolean {
  const { method } = request;
  const { status } = response;
  if (beyond === true || redirected === true || status < 200 || status > 299) return false;
  const path = pathOf(request.url);
  return method === 'POST' ? CREATE_PATH.test(path) : method === 'GET' && RECORD_PATH.test(path);
}
