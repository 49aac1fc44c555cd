/** The cases that a run did not cover, and the input with which the next run can. */

import * as z from 'zod';
import { groupBy } from '../../lib/group-by.ts';
import type { Check } from './define.ts';
import type { Result } from './judge.ts';
import { promiseOf } from './promises.ts';

export const Missed = z.object({
  /** A flag, or a part of the profile. */
  give: z.string(),
  /** The number of promises with such a case, and the number of these cases. */
  promises: z.number(),
  checks: z.number(),
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
    return { give, promises: new Set(checks.map(promiseOf)).size, checks: checks.length };
  });
}

/** Returns the missing input of a check. A check that was not selected belongs to a group that was not enabled. */
function lackOf({ from }: Check, result: Result | undefined): string | undefined {
  if (result !== undefined) return result.lack?.give;
  const group = from.find((probe) => probe.group !== undefined)?.group;
  return group === undefined ? undefined : `--${group}`;
}
