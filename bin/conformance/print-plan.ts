/** `standin conformance --plan`: every check with its price, every create with what it is for, and smaller budgets. */

import type { PlannedRun, ProfileInput } from '../../conformance/index.ts';
import type { Kit } from './write.ts';

const CHECK_WIDTH = 60;
const PROBE_WIDTH = 24;
const PRICE_WIDTH = 18;
/** So many smaller budgets are told. */
const MOST_SMALLER = 6;

/** Prints the plan; nothing is sent. */
export function printPlan(kit: Kit, input: ProfileInput): number {
  const { CHECKS, counted, listCosts, readProfile, selectChecks } = kit;
  const profile = readProfile(input);
  const plan = listCosts(selectChecks(CHECKS, profile), profile);
  for (const { id, creates, dollars } of plan.checks)
    console.log(
      `${id.padEnd(CHECK_WIDTH)} ${creates === 0 && dollars === 0 ? 'free' : priceText(kit, creates, dollars)}`,
    );
  printCreates(kit, plan);
  printSmaller(kit, plan);
  const worst =
    plan.worst === undefined
      ? 'the price is not known (give prices in the profile)'
      : `at most ${counted(plan.worst, 'US dollar')}, ${plan.price ?? 0} of them on purpose`;
  console.log(
    `\n${counted(plan.checks.length, 'check')}, ${counted(plan.probes, 'probe')}; all together ${counted(plan.creates, 'paid create')}, which the checks share: ${worst}.`,
  );
  return 0;
}

function printCreates(kit: Kit, { paid }: PlannedRun): void {
  if (paid.length === 0) return;
  console.log('\nWhat is paid for:');
  for (const { probe, sends, creates, dollars, checks } of paid) {
    const price = priceText(kit, creates, dollars).padEnd(PRICE_WIDTH);
    console.log(`  ${probe.padEnd(PROBE_WIDTH)} ${price} for ${kit.counted(checks, 'check')}: ${sends}`);
  }
}

/** The checks that go with one create more, by the budget that is then enough. */
function printSmaller({ counted }: Kit, { smaller, checks }: PlannedRun): void {
  if (smaller.length === 0) return;
  console.log('\nA smaller budget leaves out the dearest creates:');
  for (const { dollars, without, skip } of smaller.slice(0, MOST_SMALLER)) {
    const rest = `${counted(checks.length - skip.length, 'check')} of ${checks.length} left`;
    console.log(`  --budget ${dollars}, ${rest}, without ${without.join(', ')}`);
  }
  const [first] = smaller;
  if (first !== undefined) console.log(`  The first of them by name: --skip ${first.skip.join(',')}`);
}

function priceText({ counted }: Kit, creates: number, dollars: number | undefined): string {
  return dollars === undefined ? counted(creates, 'create') : counted(dollars, 'US dollar');
}
