/** Conducts one run, from the profile to the report. */

import type { Exchange } from '../client/exchange.ts';
import type { Transport } from '../client/transport.ts';
import type { Exploration, ExploredRun } from '../explore/explore.ts';
import type { Profile } from '../profile/profile.ts';
import type { Check, Probe } from './define.ts';
import { exploring, type RoundEvent } from './exploring.ts';
import { openRun } from './open-run.ts';
import type { RunPlan } from './plan.ts';
import { preflight } from './preflight.ts';
import type { Report } from './report.ts';
import { runProbes } from './rounds.ts';
import { toReport, type UngroupedReport } from './to-report.ts';

/** The events of a run. */
export type RunEvent =
  | {
      readonly type: 'plan';
      readonly checks: number;
      readonly probes: number;
      readonly creates: number;
      /** The US dollars of these creates. `worst` is the maximum in US dollars. */
      readonly price: number | undefined;
      readonly worst: number | undefined;
    }
  | { readonly type: 'probe'; readonly id: string; readonly done: number; readonly of: number; readonly spent: number }
  | { readonly type: 'began'; readonly id: string }
  | {
      readonly type: 'generation';
      readonly id: string;
      readonly status: string;
      /** The status in which the generation must end. */
      readonly wanted: 'completed' | 'failed';
      readonly spent: number;
    }
  | { readonly type: 'waiting'; readonly reason: string; readonly spent: number }
  | RoundEvent
  | { readonly type: 'exchange'; readonly exchange: Exchange };

export interface RunSetup {
  readonly checks: readonly Check[];
  /** Makes the generation for checks that need any completed generation. */
  readonly anyClip: Probe;
  /** A create that any server must reject. It shows whether the key is accepted, and costs nothing. */
  readonly invalidCreate: object;
  readonly profile: Profile & { readonly baseUrl: string };
  readonly transport: Transport;
  readonly version: string;
  readonly journalPath: string | undefined;
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
  /** Explores further requests, if the profile enables it. */
  readonly explore: (exploration: Exploration) => Promise<ExploredRun>;
}

/** Runs the checks. It always returns a report, whatever the target does. */
export async function runChecks(setup: RunSetup): Promise<UngroupedReport> {
  const { profile, checks, onEvent } = setup;
  const run = openRun(setup);
  const { plan } = run;
  const counts = { checks: checks.length, probes: plan.probes.length, creates: plan.costs.length };
  onEvent({ type: 'plan', ...counts, price: plan.price, worst: plan.worst });
  run.stopped ??= tooDear(checks, plan, profile);
  if (run.stopped === undefined) {
    const closed = await preflight(run.client, {
      unknownId: run.unknownId,
      profile,
      invalidCreate: setup.invalidCreate,
    });
    // A run may be aborted during the preflight requests.
    run.stopped ??= closed;
  }
  const probes = await runProbes(run);
  const explored = await exploring(run);
  run.close();
  if (run.stopped === undefined) run.journal.finish();
  return toReport(run, { probes, explored });
}

/** Returns the reason to stop if a smaller plan, within the budget, leaves nothing to try. */
function tooDear(checks: readonly Check[], { left }: RunPlan, { budget }: Profile): Report['stopped'] {
  const reasons = checks.map(({ from }) => from.map((probe) => left.get(probe)).find((why) => why !== undefined));
  if (budget === undefined || checks.length === 0 || !reasons.every((why) => why?.give === '--budget'))
    return undefined;
  return {
    by: 'budget',
    reason: `The run did not send a request, because the budget does not cover any check. ${reasons[0]?.reason ?? ''}`,
  };
}
