/** Validates a profile. Errors name each wrong field and its allowed values. */

import type * as z from 'zod';
import { issueWords } from '../../contract/issue-words.ts';
import { nearest } from '../text/nearest.ts';
import { hintOf } from '../engine/select.ts';
import { EXPLORED } from '../explore/explored.ts';
import { Profile } from './profile.ts';
import type { ProfileInput } from './profile-input.ts';

/** One wrong field. */
export interface ProfileProblem {
  readonly path: readonly string[];
  readonly says: string;
}

/** The error for a profile that cannot be used. The message names each wrong field. */
export class ProfileError extends Error {
  override readonly name = 'ProfileError';
  /** The wrong fields. Empty if the error is not about fields. */
  readonly problems: readonly ProfileProblem[];

  constructor(message: string, problems: readonly ProfileProblem[] = []) {
    super(message);
    this.problems = problems;
  }
}

/** Fills in the defaults. */
export function readProfile(input: ProfileInput): Profile {
  const parsed = Profile.safeParse(input);
  if (parsed.success) return parsed.data;
  throw errorOf(parsed.error.issues.flatMap(problemsOf));
}

function errorOf(problems: readonly ProfileProblem[]): ProfileError {
  return new ProfileError(problems.map(({ path, says }) => `${path.join('.')}: ${says}`).join('\n'), problems);
}

function problemsOf(issue: z.core.$ZodIssue): ProfileProblem[] {
  const path = issue.path.map(String);
  if (issue.code !== 'unrecognized_keys') return [{ path, says: issueWords(issue) }];
  return issue.keys.map((key) => ({ path: [...path, key], says: 'is not a field of a profile' }));
}

/** Throws if `baseline` or `expect` of a profile names an unknown check. */
export function mustBeChecks(
  { baseline, expect }: Pick<Profile, 'baseline' | 'expect'>,
  checks: readonly { readonly id: string }[],
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
  if (problems.length > 0) throw errorOf(problems);
}
