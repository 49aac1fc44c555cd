/** Validates a profile; errors name each wrong field and what is allowed there. */

import type * as z from 'zod';
import { Profile, type ProfileInput } from './profile.ts';

/** One field that is wrong. */
export interface ProfileProblem {
  readonly path: readonly string[];
  readonly says: string;
}

/** The profile cannot be used: the message names each field that is wrong. */
export class ProfileError extends Error {
  override readonly name = 'ProfileError';
  /** The wrong fields; empty if the error is not about fields. */
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
  const problems = parsed.error.issues.flatMap(problemsOf);
  throw new ProfileError(problems.map(({ path, says }) => `${path.join('.')}: ${says}`).join('\n'), problems);
}

function problemsOf(issue: z.core.$ZodIssue): ProfileProblem[] {
  const path = issue.path.map(String);
  if (issue.code !== 'unrecognized_keys') return [{ path, says: wanted(issue) }];
  return issue.keys.map((key) => ({ path: [...path, key], says: 'is no field of a profile' }));
}

function wanted(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return `must be ${issue.values.join(' or ')}`;
  if (issue.code === 'invalid_type') return `must be of the type ${issue.expected}`;
  if (issue.code === 'too_small')
    return `must be ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}`;
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`;
  return issue.message;
}
