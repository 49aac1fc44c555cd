/**
 * What breaks a rule today and is to be fixed: `allowed.txt`, a line each, `<rule> <subject>`. The list only shrinks, because a line
 * that allows nothing any more breaks the build as well. `npm run shrink` takes such lines out; nothing adds one.
 */

import { readFileSync } from 'node:fs';

import type { Project, Rule } from './rule.ts';

export const ALLOWED_FILE = new URL('allowed.txt', import.meta.url);

/** The lines of `allowed.txt`, but for what it says about itself. */
export function allowedLines(): string[] {
  return readFileSync(ALLOWED_FILE, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** What breaks a rule and is not allowed, and which lines of the list allow nothing. */
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
