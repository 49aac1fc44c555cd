/** Compares the observations of a run with the committed observations. */

import { toGlob } from '../text/glob.ts';

type Observations = Readonly<Record<string, string>>;

export interface Drift {
  readonly id: string;
  /** Left out if the committed file does not have it. */
  readonly before?: string;
  readonly after: string;
}

export interface DriftReport {
  readonly drifted: readonly Drift[];
  /** The number of observations in both. */
  readonly compared: number;
  /** Observations of the file that the run did not make, for example because its budget ended. */
  readonly unseen: readonly string[];
}

/** Returns the observations that differ. Observations that the run did not make are not drift. */
export function driftOf(committed: Observations, observed: Observations): DriftReport {
  const now = lastingObservations(observed);
  const seen = Object.keys(committed).filter((id) => Object.hasOwn(now, id));
  const drifted = Object.entries(now).flatMap(([id, after]): Drift[] => {
    const before = Object.hasOwn(committed, id) ? committed[id] : undefined;
    if (before === after) return [];
    return [before === undefined ? { id, after } : { id, before, after }];
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
