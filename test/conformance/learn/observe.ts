/** Returns the observations of the kit on an emulator with given settings, in this process and without waiting. */

import { CHECKS, run, type Report } from '../../../conformance/index.ts';
import { standinProfile } from '../../../conformance/profile/standin.ts';
import { createEmulator, type SettingsInput } from '../../../emulator/index.ts';

/** The checks that observe and do not judge. */
export const OBSERVED = CHECKS.filter(
  ({ level, from }) => level === 'observe' && from.every(({ group }) => group === undefined),
).map(({ id }) => id);

/** The clock is frozen and the account names repeat, so each run makes the same clips and finds them in the cache. */
const CLOCK = 'frozen@2026-01-01T00:00:00Z';

/** Runs the kit against an emulator that exists only for this run. */
export async function observe(settings: SettingsInput): Promise<Report> {
  const emulator = createEmulator({ latency: 'instant', clock: CLOCK, memoryMebibytes: 64, ...settings });
  const { keys = {}, triggers = {}, ...standin } = standinProfile('learn');
  const cheapest = 4 * (settings.prices?.withoutSources?.['480p'] ?? 0.12);
  try {
    return await run(
      { baseUrl: `https://standin.test${settings.basePath ?? ''}`, fetch: (request) => emulator.fetch(request) },
      {
        ...standin,
        keys: { ...keys, once: keys.once?.replace('~balance-0.48', `~balance-${cheapest}`) },
        triggers: { failing: triggers.failing },
        timing: { pollSeconds: 0.01, runSeconds: 300, generationSeconds: 20, patienceSeconds: 1 },
        only: OBSERVED,
        prices: undefined,
      },
    );
  } finally {
    await emulator.close();
  }
}
