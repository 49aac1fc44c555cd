/** What several commits have changed in an account, by name, until it is written as one. */

import type { Changes } from '../domain/changes.ts';

export type ChangedNames = Pick<Changes, 'generations' | 'idempotencyKeys' | 'hasNewRules' | 'faultCounts'>;

/** Nothing has changed. */
export function noNames(): ChangedNames {
  return { generations: [], idempotencyKeys: [], hasNewRules: false, faultCounts: [] };
}

/** Adds what a commit names to what earlier ones named. */
export function addNames(to: ChangedNames, more: ChangedNames): void {
  // One by one: a clock that moves may end more generations than a call takes arguments.
  for (const id of more.generations) to.generations.push(id);
  for (const key of more.idempotencyKeys) to.idempotencyKeys.push(key);
  for (const counted of more.faultCounts) to.faultCounts.push(counted);
  to.hasNewRules ||= more.hasNewRules;
}
