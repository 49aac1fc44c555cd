/** Checks the names of checks in `baseline` and `expect`. An unknown name is rejected before any request. */

import type { Check } from '../engine/define.ts';
import { EXPLORED } from '../explore/explored.ts';
import { nearest } from '../engine/nearest.ts';
import { hintOf } from '../engine/select.ts';
import type { Profile } from './profile.ts';
import { ProfileError, type ProfileProblem } from './read-profile.ts';

/** Throws if a profile names an unknown check. */
export function mustBeChecks(
  { baseline, expect }: Pick<Profile, 'baseline' | 'expect'>,
  checks: readonly Pick<Check, 'id'>[],
): void {
  const ids = checks.map(({ id }) => id);
  const named = [
    ...baseline.map(({ check }, at) => ({ path: ['baseline', String(at), 'check'], id: check })),
    ...Object.keys(expect).map((id) => ({ path: ['expect', id], id })),
  ];
  const problems = named
    .filter(({ id }) => !ids.includes(id) && !id.startsWith(EXPLORED))
    .map(({ path, id }): ProfileProblem => ({
      path,
      says: `"${id}" is not the id of a check. ${hintOf(nearest(id, ids))}`,
    }));
  if (problems.length > 0)
    throw new ProfileError(problems.map(({ path, says }) => `${path.join('.')}: ${says}`).join('\n'), problems);
}
