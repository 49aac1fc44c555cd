/** The checks that a budget has left untried, and the budget that tries them. */

import { dollarText } from '../../../contract/prices.ts';
import { withNeeds, type Probe } from '../define.ts';
import type { ProbeRun } from '../evidence.ts';
import type { Result } from '../judge.ts';
import type { Run } from '../open-run.ts';
import { planRun } from '../plan.ts';
import { mostForMistakes } from './mistakes.ts';
import { budgetOf, CAUTION, inCents, round, ROUNDING, total } from './prices.ts';
import { purchases } from './purchases.ts';
import type { Spend } from './spend.ts';

export interface Shortfall {
  readonly text: string;
  /** Whether the run is incomplete: it exceeded its budget, or never paid for a workflow. */
  readonly isIncomplete: boolean;
}

const WORKFLOW = /^workflow\.\w+\.accepted$/;

/** Returns nothing without a budget, or if the budget sufficed for all checks. */
export function shortfallOf(
  run: Run,
  probes: Readonly<Record<string, ProbeRun>>,
  results: readonly Result[],
): Shortfall | undefined {
  const { setup, spend, unaffordable } = run;
  const { checks, profile } = setup;
  const { budget } = profile;
  if (budget === undefined) return undefined;
  const isShort = (probe: Probe): boolean => withNeeds(probe).some((need) => unaffordable.has(need));
  const short = new Set(checks.filter(({ from }) => from.some(isShort)).map(({ id }) => id));
  const isOpen = ({ verdict }: Result): boolean => verdict === 'untestable' || verdict === 'inconclusive';
  const untried = results.filter((result) => isOpen(result) && short.has(result.id));
  if (untried.length === 0) return exceeded(spend, budget);
  const tried = results.filter((result) => !isOpen(result)).length;
  const isIncomplete = untried.some(({ requirement }) => WORKFLOW.test(requirement));
  const needed = budgetFor(run, isShort);
  const counts = `${tried} of ${tried + untried.length} checks tried`;
  if (needed === undefined || needed <= budget) {
    const why = [...unaffordable].map(({ id }) => probes[id]?.reason).find((reason) => reason !== undefined) ?? '';
    return {
      text: needed === undefined ? why : `${counts}, ${untried.length} skipped. ${why}`,
      isIncomplete,
    };
  }
  const more = `$${inCents(needed - budget).toFixed(2)}`;
  return {
    text: `${counts}. To try the other ${untried.length}, raise the budget by ${more} (--budget ${inCents(needed)}).`,
    isIncomplete,
  };
}

/** Reports that a run exceeded its budget. Only its first create can do so, because its price is unknown. */
function exceeded(spend: Spend, budget: number): Shortfall | undefined {
  const spent = round(spend.spent() + spend.uncertain());
  if (spent <= budget + ROUNDING) return undefined;
  return { text: `The run cost ${dollarText(spent)}. This exceeds the ${budgetOf(budget)}.`, isIncomplete: true };
}

/** Returns the budget that pays for all planned creates, and for the larger of refunds under way and mistakes. */
function budgetFor({ setup, means, spend }: Run, isShort: (probe: Probe) => boolean): number | undefined {
  const { checks, profile } = setup;
  const whole = planRun(checks, { ...profile, budget: undefined }, means);
  const done = new Set(whole.probes.filter((probe) => !isShort(probe)));
  const order = purchases(checks, whole, { priceOf: spend.estimate, done });
  const held = whole.probes
    .filter(isShort)
    .map((probe) => total(probe.failingCreates?.(profile) ?? [], spend.estimate) ?? 0);
  if (order === undefined) return undefined;
  const mistakes = spend.mistaken() > 0 ? (mostForMistakes(spend.estimate) ?? 0) : 0;
  const onPurpose = spend.spent() + spend.uncertain() - spend.mistaken();
  const open = [...order.map(({ dollars }) => dollars), Math.max(mistakes, ...held)];
  // Without a table, the next run may expect higher prices before it has seen them.
  const caution = profile.prices === undefined ? CAUTION : 1;
  return round(open.reduce((sum, dollars) => sum + dollars * caution, onPurpose));
}
