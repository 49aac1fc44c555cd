/**
 * The known violations of rules, one `<rule> <subject>` on each line of `allowed.txt`. The list only shrinks, because a
 * line without a violation fails the build. `npm run shrink` removes these lines, and no command adds lines.
 */

import { readFileSync } from 'node:fs';

import type { Project, Rule } from './rule.ts';

export const ALLOWED_FILE = new URL('allowed.txt', import.meta.url);

/** Returns the lines of `allowed.txt` without its comments. */
export function allowedLines(): string[] {
  return readFileSync(ALLOWED_FILE, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** Returns the violations that are not allowed, and the lines of the list that match no violation. */
export function judged(
  { id, violations, subject }: Rule,
  project: Project,
  allowed: readonly string[],
): { readonly broken: string[]; readonly stale: string[] } {
  const found = violations(project).map((violation) => ({ violation, line: `${id} ${subject?.(violation) ?? ''}` }));
  return {
    broken: found.filter(({ line }) => subject === undefined || !allowed.includes(line)).map((one) => one.violation),
    stale: allowed.filter((line) => line.startsWith(`${id} `) && !found.some((one) => one.line === line)),
  };
}
