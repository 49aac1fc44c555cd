/** The result of a run as a whole: known failures, pinned observations, and the exit code. */

import type { Profile } from '../profile/profile.ts';
import type { Result } from './judge.ts';
import type { Report } from './report.ts';

const EXIT = { conformant: 0, broken: 1, usage: 2, inconclusive: 3, incomplete: 4, fault: 5 } as const;

type Problem = Report['problems'][number];

/** Marks failures that are listed in the baseline, and reports stale lines of it. */
export function applyBaseline(
  results: readonly Result[],
  baseline: Profile['baseline'],
  today: string,
): { readonly results: Result[]; readonly problems: Problem[] } {
  const live = new Map(baseline.filter(({ expires }) => expires > today).map((line) => [line.check, line]));
  const marked = results.map((result) => {
    const line = live.get(result.id);
    const isKnown = line !== undefined && (result.verdict === 'fail' || result.verdict === 'warning');
    return isKnown ? { ...result, known: line.reason } : result;
  });
  const problems = baseline.flatMap((line): Problem[] => {
    const result = results.find(({ id }) => id === line.check);
    const stale =
      result === undefined ? 'matches no check of this run' : result.verdict === 'pass' ? 'passes now' : undefined;
    return stale === undefined
      ? []
      : [{ kind: 'baseline', text: `The baseline names ${line.check}, which ${stale}: remove it.` }];
  });
  return { results: marked, problems };
}

/** Compares observations with the values that a profile pins. */
export function brokenExpectations(
  observations: Readonly<Record<string, string>>,
  expect: Readonly<Record<string, string>>,
): Problem[] {
  return Object.entries(expect).flatMap(([id, wanted]): Problem[] => {
    const value = observations[id];
    if (value === wanted) return [];
    const found = value === undefined ? 'was not observed' : `is "${value}"`;
    return [{ kind: 'expectation', text: `${id} ${found}; the profile expects "${wanted}".` }];
  });
}

type Judged = Pick<Report, 'results' | 'problems' | 'gates' | 'stopped'>;

/** The exit code, the gravest reason first. */
export function exitCodeOf({ results, problems, gates, stopped }: Judged): number {
  const has = (kind: Problem['kind']): boolean => problems.some((problem) => problem.kind === kind);
  // Nothing that is said of another service counts.
  if (stopped?.by === 'url') return EXIT.usage;
  const isFault = results.some(({ verdict }) => verdict === 'harness-fault');
  // An aborted run cannot tell whether the baseline is stale.
  if (isFault || (has('baseline') && stopped?.by !== 'signal')) return EXIT.fault;
  if (stopped?.by === 'key') return EXIT.usage;
  // An aborted run is incomplete, whatever it found so far.
  if (stopped?.by === 'signal') return EXIT.incomplete;
  if (results.some((result) => isGated(result, gates)) || has('expectation')) return EXIT.broken;
  if (stopped?.by === 'target') return EXIT.inconclusive;
  if (stopped !== undefined) return EXIT.incomplete;
  return results.some((result) => result.verdict === 'inconclusive' && counts(result, gates))
    ? EXIT.inconclusive
    : EXIT.conformant;
}

/** A failure that breaks a promise of a gate and that no baseline knows. */
export function isGated(result: Result, gates: Report['gates']): boolean {
  return result.verdict === 'fail' && result.known === undefined && counts(result, gates);
}

/** Whether a gate looks at a check at all. */
export function counts({ authority }: Result, gates: Report['gates']): boolean {
  return authority !== 'silent' && gates.includes(authority);
}
