/** What runs of the kit against the emulator share: the built-in profile, and what in a report is not green. */

import { loadProfile, type ProfileInput, type Report } from '../../conformance/index.ts';

/** The built-in profile, without its address. */
export async function standin(more: ProfileInput = {}): Promise<Omit<ProfileInput, 'baseUrl'>> {
  const { baseUrl: _, ...profile } = await loadProfile('standin', {}, more);
  return profile;
}

/** Short, so that a failure can be read. */
export const bad = ({ results }: Report): string[] =>
  results
    .filter(({ verdict }) => ['fail', 'warning', 'inconclusive', 'harness-fault'].includes(verdict))
    .map(({ id, verdict, got, reason }) => `${verdict} ${id}: ${got ?? reason ?? ''}`);
