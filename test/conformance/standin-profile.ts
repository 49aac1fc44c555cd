/** The built-in profile of the emulator, and a filter for results that are not green. */

import { loadProfile, type ProfileInput, type Report } from '../../conformance/index.ts';

/** The built-in profile, without its address. */
export async function standin(more: ProfileInput = {}): Promise<Omit<ProfileInput, 'baseUrl'>> {
  const { baseUrl: _, ...profile } = await loadProfile('standin', {}, more);
  return profile;
}

/** Returns the results that are not green, in a form that is short enough for the message of a failure. */
export const bad = ({ results }: Report): string[] =>
  results
    .filter(({ verdict }) => ['fail', 'warning', 'inconclusive', 'harness-fault'].includes(verdict))
    .map(({ id, verdict, got, reason }) => `${verdict} ${id}: ${got ?? reason ?? ''}`);
