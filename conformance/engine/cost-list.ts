/** `--plan`: every check with what it may cost, before anything is sent. */

import type { Profile } from '../profile/profile.ts';
import type { Check, Probe } from './define.ts';
import { planRun, worstOf } from './plan.ts';

export interface PlannedCheck {
  readonly id: string;
  /** If it ran alone. */
  readonly creates: number;
  readonly dollars: number | undefined;
}

export interface PlannedRun {
  readonly checks: readonly PlannedCheck[];
  readonly probes: number;
  /** Creates that are paid on purpose, all together: checks share them. */
  readonly creates: number;
  /** Unknown without a table of prices. */
  readonly worst: number | undefined;
}

/** Plans without a connection. */
export function costsOfRun(checks: readonly Check[], profile: Profile, anyClip: Probe): PlannedRun {
  const means = { anyClip, raw: true };
  const { probes, costs, worst } = planRun(checks, profile, means);
  return {
    checks: checks.map((check) => ({ id: check.id, ...worstOf(check, profile, means) })),
    probes: probes.length,
    creates: costs.length,
    worst,
  };
}
