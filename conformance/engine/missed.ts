/** The kinds of defects that a run could not notice, and the input with which the next run can. */

import * as z from 'zod';
import { groupBy } from '../../lib/group-by.ts';
import type { Check } from './define.ts';
import { defectOf } from './defects.ts';
import type { Result } from './judge.ts';
import { promiseOf } from './promises.ts';

export const Missed = z.object({
  /** A flag, or a part of the profile. */
  give: z.string(),
  /** The number of promises with such a check. */
  promises: z.number(),
  kinds: z.array(z.object({ kind: z.string(), checks: z.number() })),
});
export type Missed = z.output<typeof Missed>;

/**
 * Counts the checks without a verdict by the input that was missing. `all` contains the checks that exist, including
 * those that were not selected.
 */
export function missedIn(results: readonly Result[], all: readonly Check[]): Missed[] {
  const ran = new Map(results.map((result) => [result.id, result]));
  const wants = all.flatMap((check) => {
    const result = ran.get(check.id);
    const isOpen = check.level !== 'observe' && (result === undefined || result.verdict === 'untestable');
    const give = isOpen ? lackOf(check, result) : undefined;
    return give === undefined ? [] : [{ give, check }];
  });
  return [...groupBy(wants, ({ give }) => give)].map(([give, group]) => {
    const checks = group.map(({ check }) => check);
    return { give, promises: new Set(checks.map(promiseOf)).size, kinds: kindsOf(checks) };
  });
}

function kindsOf(checks: readonly Check[]): Missed['kinds'] {
  return [...groupBy(checks, defectOf)]
    .map(([kind, group]) => ({ kind, checks: group.length }))
    .toSorted((a, b) => b.checks - a.checks);
}

/** Returns the missing input of a check. A check that was not selected belongs to a group that was not enabled. */
function lackOf({ from }: Check, result: Result | undefined): string | undefined {
  if (result !== undefined) return result.lack?.give;
  const group = from.find((probe) => probe.group !== undefined)?.group;
  return group === undefined ? undefined : `--${group}`;
}
