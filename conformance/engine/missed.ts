/** The kinds of defects that a run could not notice, and the input with which the next run can. */

import * as z from 'zod';
import type { Check } from './define.ts';
import { defectOf } from './defects.ts';
import type { Result } from './judge.ts';
import { promiseOf } from './promises.ts';

export const Missed = z.object({
  /** A flag, or a part of the profile. */
  give: z.string(),
  /** The number of promises with such a check. */
  promises: z.number().optional(),
  kinds: z.array(z.object({ kind: z.string(), checks: z.number() })),
});
export type Missed = z.output<typeof Missed>;

/**
 * Counts the checks without a verdict by the input that was missing. `all` contains the checks that exist, including
 * those that were not selected.
 */
export function missedIn(results: readonly Result[], all: readonly Check[]): Missed[] {
  const ran = new Map(results.map((result) => [result.id, result]));
  const wants = new Map<string, Check[]>();
  for (const check of all.filter(({ level }) => level !== 'observe')) {
    const result = ran.get(check.id);
    const give = result === undefined || result.verdict === 'untestable' ? lackOf(check, result) : undefined;
    if (give !== undefined) wants.set(give, [...(wants.get(give) ?? []), check]);
  }
  return [...wants].map(([give, checks]) => ({
    give,
    promises: new Set(checks.map((check) => promiseOf(check))).size,
    kinds: kindsOf(checks),
  }));
}

function kindsOf(checks: readonly Check[]): Missed['kinds'] {
  const counts = new Map<string, number>();
  for (const check of checks) counts.set(defectOf(check), (counts.get(defectOf(check)) ?? 0) + 1);
  return [...counts].map(([kind, count]) => ({ kind, checks: count })).toSorted((a, b) => b.checks - a.checks);
}

/** Returns the missing input of a check. A check that was not selected belongs to a group that was not enabled. */
function lackOf({ from }: Check, result: Result | undefined): string | undefined {
  if (result !== undefined) return result.lack?.give;
  const group = from.find((probe) => probe.group !== undefined)?.group;
  return group === undefined ? undefined : `--${group}`;
}
