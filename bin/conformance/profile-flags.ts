/** From flags to the profile, and back from a field of it to the flag that was given. */

import { Option } from 'commander';
import type { ProfileInput } from '../../conformance/index.ts';
import { flagFor, PROFILE_FLAGS, type ProfileFlag } from '../../conformance/profile/flag-table.ts';

type Flags = Readonly<Record<string, unknown>>;

/** The profile as the flags give it. */
export function fromFlags(baseUrl: string | undefined, flags: Flags): ProfileInput {
  const prompt = flags['failingPrompt'];
  return {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    keys: picked(flags, 'keys.'),
    timing: picked(flags, 'timing.'),
    ...(typeof prompt === 'string' ? { triggers: { failing: { prompt } } } : {}),
    explore: picked(flags, 'explore.'),
    ...picked(flags, ''),
  };
}

/** The flag that a field came from, if it did. */
export function flagOf(path: readonly string[], flags: Flags): string | undefined {
  const row = flagFor(path);
  return row === undefined || flags[propertyOf(row)] === undefined ? undefined : row.flag;
}

/** The fields right below a prefix whose flags were given; the profile's schema judges their values. */
function picked(flags: Flags, prefix: string): Record<string, never> {
  const rows = PROFILE_FLAGS.filter(
    ({ field }) => field.lastIndexOf('.') === prefix.length - 1 && field.startsWith(prefix),
  );
  const given = rows.filter((row) => flags[propertyOf(row)] !== undefined);
  return Object.fromEntries(given.map((row) => [row.field.slice(prefix.length), flags[propertyOf(row)] as never]));
}

/** Where commander puts the value of a flag. */
function propertyOf({ flag }: ProfileFlag): string {
  return new Option(flag).attributeName();
}
