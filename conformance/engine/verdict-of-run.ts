/** The result of a whole run: pinned observations, and the exit code. */

import { isCountedIn } from './edition.ts';
import type { Result } from './judge.ts';
import type { Report } from './report.ts';

const EXIT = { conformant: 0, broken: 1, usage: 2, inconclusive: 3, incomplete: 4, fault: 5 } as const;

type Problem = Report['problems'][number];

/** Compares observations with the values that a profile pins. Checks that the run did not select are ignored. */
export function brokenExpectations(
  results: readonly Pick<Result, 'id'>[],
  observations: Readonly<Record<string, string>>,
  expect: Readonly<Record<string, string>>,
): Problem[] {
  const selected = new Set(results.map(({ id }) => id));
  return Object.entries(expect).flatMap(([id, wanted]): Problem[] => {
    const value = observations[id];
    if (value === wanted || !selected.has(id)) return [];
    const found = value === undefined ? 'was not observed' : `is "${value}"`;
    return [{ kind: 'expectation', text: `${id} ${found}, but the profile expects "${wanted}".` }];
  });
}

type Judged = Pick<Report, 'results' | 'problems' | 'stopped'> & Gating;

/** The part of a report that decides whether a check counts. */
export type Gating = Pick<Report, 'gates' | 'edition'>;

/** Returns the exit code for the most serious reason. */
export function exitCodeOf({ results, problems, stopped, ...gating }: Judged): number {
  const has = (kind: Problem['kind']): boolean => problems.some((problem) => problem.kind === kind);
  // Results about another service do not count.
  if (stopped?.by === 'url') return EXIT.usage;
  const isFault = results.some(({ verdict }) => verdict === 'harness-fault');
  // An aborted run cannot tell whether the baseline is stale.
  if (isFault || (has('baseline') && stopped?.by !== 'signal')) return EXIT.fault;
  if (stopped?.by === 'key') return EXIT.usage;
  // An aborted run is incomplete, whatever it has found.
  if (stopped?.by === 'signal') return EXIT.incomplete;
  if (results.some((result) => isGated(result, gating)) || has('expectation')) return EXIT.broken;
  if (stopped?.by === 'target') return EXIT.inconclusive;
  if (stopped !== undefined) return EXIT.incomplete;
  return results.some((result) => result.verdict === 'inconclusive' && counts(result, gating))
    ? EXIT.inconclusive
    : EXIT.conformant;
}

/** Returns whether a failure breaks a promise of a gate and is not in the baseline. */
export function isGated(result: Result, gating: Gating): boolean {
  return result.verdict === 'fail' && result.known === undefined && counts(result, gating);
}

/** Returns whether a gate includes a check, by its authority and its edition. */
export function counts({ authority, since }: Result, { gates, edition }: Gating): boolean {
  return authority !== 'silent' && gates.includes(authority) && isCountedIn(edition, since);
}
