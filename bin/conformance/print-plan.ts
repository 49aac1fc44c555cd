/** Prints the plan of a run: checks with prices, paid creates with their purpose, and smaller budgets. */

import type { PlannedRun, ProfileInput } from '../../conformance/index.ts';
import { wrapped } from '../terminal.ts';
import type { Kit } from './write.ts';

const CHECK_WIDTH = 60;
const PROBE_WIDTH = 24;
const PRICE_WIDTH = 18;
/** The maximum number of smaller budgets in the plan. */
const MOST_SMALLER = 6;

/** Prints the plan without sending a request. */
export function printPlan(given: Kit, input: ProfileInput): number {
  const { CHECKS, counted, dollarText, listCosts, readProfile, selectChecks } = given;
  const { stdout } = given.terminal;
  const terminal = { ...given.terminal, stdout: { write: (text: string) => stdout.write(wrapped(text, stdout)) } };
  const kit = { ...given, terminal };
  const profile = readProfile(input);
  const plan = listCosts(selectChecks(CHECKS, profile), profile);
  for (const { id, creates, dollars } of plan.checks) {
    const price = creates === 0 && dollars === 0 ? 'free' : priceText(kit, creates, dollars);
    terminal.stdout.write(`${id.padEnd(CHECK_WIDTH)} ${price}\n`);
  }
  printCreates(kit, plan);
  printSmaller(kit, plan);
  const worst =
    plan.worst === undefined
      ? 'the price is unknown (add prices to the profile)'
      : `${dollarText(plan.price ?? 0)} planned, at most ${dollarText(plan.worst)} if the server also charges for requests that it must reject`;
  const search =
    profile.explore.rounds === undefined || profile.budget === undefined
      ? ''
      : ' The search pays for further creates, within the rest of the budget.';
  terminal.stdout.write(
    `\n${counted(plan.checks.length, 'check')}, ${counted(plan.probes, 'probe')}; ${counted(plan.creates, 'paid create')} shared by several checks: ${worst}.${search}\n`,
  );
  return 0;
}

function printCreates(kit: Kit, { paid }: PlannedRun): void {
  if (paid.length === 0) return;
  kit.terminal.stdout.write('\nPaid creates:\n');
  for (const { probe, sends, creates, dollars, checks } of paid) {
    const price = priceText(kit, creates, dollars).padEnd(PRICE_WIDTH);
    const what = `  ${probe.padEnd(PROBE_WIDTH)} ${price} for ${kit.counted(checks, 'check')}: ${sends}`;
    kit.terminal.stdout.write(`${what}\n`);
  }
}

/** Prints smaller budgets and the creates that each of them skips. */
function printSmaller({ counted, terminal }: Kit, { smaller, checks }: PlannedRun): void {
  if (smaller.length === 0) return;
  terminal.stdout.write('\nA smaller budget skips the create requests with the fewest checks per dollar:\n');
  for (const { dollars, without, skip } of smaller.slice(0, MOST_SMALLER)) {
    const rest = `${checks.length - skip.length} of ${counted(checks.length, 'check')}`;
    terminal.stdout.write(`  --budget ${dollars}, ${rest}, without ${without.join(', ')}\n`);
  }
  const [first] = smaller;
  if (first !== undefined)
    terminal.stdout.write(`  The first of these budgets is the same as --skip ${first.skip.join(',')}\n`);
}

function priceText({ counted, dollarText }: Kit, creates: number, dollars: number | undefined): string {
  return dollars === undefined ? counted(creates, 'create') : dollarText(dollars);
}
