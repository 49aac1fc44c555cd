/** Converts flags to fields of the profile, and fields back to flags. */

import { Option } from 'commander';
import type { ProfileInput } from '../../conformance/index.ts';
import { flagFor, PROFILE_FLAGS, type ProfileFlag } from '../../conformance/profile/flag-table.ts';
import type { Flags } from './write.ts';

/** Returns the part of the profile that the flags set. */
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

/** Returns the flag that set a field, if any. */
export function flagOf(path: readonly string[], flags: Flags): string | undefined {
  const row = flagFor(path);
  return row === undefined || flags[propertyOf(row)] === undefined ? undefined : row.flag;
}

/** Returns the fields directly below a prefix that flags set. The schema of the profile validates them. */
function picked(flags: Flags, prefix: string): Record<string, never> {
  const rows = PROFILE_FLAGS.filter(
    ({ field }) => field.lastIndexOf('.') === prefix.length - 1 && field.startsWith(prefix),
  );
  const given = rows.filter((row) => flags[propertyOf(row)] !== undefined);
  return Object.fromEntries(given.map((row) => [row.field.slice(prefix.length), flags[propertyOf(row)] as never]));
}

/** Returns the name under which commander stores the value of a flag. */
function propertyOf({ flag }: ProfileFlag): string {
  return new Option(flag).attributeName();
}
