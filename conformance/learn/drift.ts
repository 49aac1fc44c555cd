/** Compares the observations of a run with the committed observations. */

import { toGlob } from '../text/glob.ts';

type Observations = Readonly<Record<string, string>>;

/**
 * Returns the observations that differ, and the number of observations in both. Observations that the run did not make
 * are not drift. The result lists them as `unseen`.
 */
export function driftOf(committed: Observations, observed: Observations) {
  const now = lastingObservations(observed);
  const seen = Object.keys(committed).filter((id) => Object.hasOwn(now, id));
  const drifted = Object.entries(now).flatMap(([id, after]) => {
    const before = Object.hasOwn(committed, id) ? committed[id] : undefined;
    return before === after ? [] : [{ id, ...(before !== undefined && { before }), after }];
  });
  const unseen = Object.keys(committed).filter((id) => !Object.hasOwn(now, id) && !isOfTime(id));
  return { drifted, compared: seen.length, unseen };
}

/** Returns the observations for a committed file, ordered by id, without those that depend on the time of a request. */
export function lastingObservations(observed: Observations): Record<string, string> {
  const lasting = Object.entries(observed).filter(([id]) => !isOfTime(id));
  return Object.fromEntries(lasting.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Observations that depend on the time of a request. A run against a faster server sees other values. */
const BY_TIME = [
  'state.*',
  'service.create-milliseconds',
  'idempotency.replay.while-reserved',
  'limits.*',
  'header.ratelimit*',
].map(toGlob);

/** Returns whether an observation depends on time, and is not compared. */
export function isOfTime(id: string): boolean {
  return BY_TIME.some((isTimed) => isTimed(id));
}
