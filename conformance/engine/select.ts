/** Selects the checks that run: by globs over ids and sections, and by groups that are off by default. */

import { nearest } from '../text/nearest.ts';
import { toGlob } from '../text/glob.ts';
import type { Profile } from '../profile/profile.ts';
import type { Check } from './define.ts';
import { sectionOf } from './judge.ts';

/** A selection that is not possible. The message names the pattern and the nearest names. */
export class SelectionError extends Error {
  override readonly name = 'SelectionError';
}

type Choice = Pick<Profile, 'only' | 'skip' | 'thorough' | 'hostile' | 'provoke'>;

/** Returns the checks that a profile selects. Throws if a pattern matches nothing, or no check is left. */
export function selectChecks(checks: readonly Check[], choice: Choice): Check[] {
  const offered = checks.filter((check) => check.from.every(({ group }) => group === undefined || choice[group]));
  const { only, skip } = choice;
  for (const pattern of [...only, ...skip]) mustMatch(pattern, offered, checks);
  const selected = offered.filter(
    (check) =>
      (only.length === 0 || only.some((pattern) => matches(pattern, check))) &&
      !skip.some((pattern) => matches(pattern, check)),
  );
  if (selected.length === 0)
    throw new SelectionError('No check is selected, because --skip removes all checks that --only selects.');
  return selected;
}

/** Returns whether a pattern matches the id of a check, or its section. */
function matches(pattern: string, check: Check): boolean {
  const fits = toGlob(pattern);
  return fits(check.id) || fits(sectionOf(check));
}

function mustMatch(pattern: string, offered: readonly Check[], all: readonly Check[]): void {
  if (offered.some((check) => matches(pattern, check))) return;
  const hidden = all.find((check) => matches(pattern, check));
  const group = hidden?.from.find((probe) => probe.group !== undefined)?.group;
  if (group !== undefined) throw new SelectionError(`"${pattern}" matches only checks that need --${group}.`);
  const near = nearest(
    pattern,
    all.map(({ id }) => id),
  );
  throw new SelectionError(`"${pattern}" matches no check and no section. ${hintOf(near)}`);
}

/** Suggests a fix for an unknown name. */
export function hintOf(near: readonly string[]): string {
  return near.length > 0 ? `Similar names: ${near.join(', ')}.` : '`standin conformance --plan` lists the checks.';
}
