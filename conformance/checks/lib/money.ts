/** Costs, readings of the balance, and the creates whose costs the server must refund. */

import { type Answered, type Evidence, isObject, objectOf } from '../../engine/evidence.ts';
import { missing } from '../../engine/outcome.ts';
import { sightingIn, unjudged } from './answers.ts';
import { round } from '../../engine/money/prices.ts';
import type { ProbeTools } from '../../engine/probe-tools.ts';
import type { Cost, Probe } from '../../engine/define.ts';
import type { Profile } from '../../profile/profile.ts';

/** The precision of a server that rounds to cents. */
export const CENT = 0.01;

/** Returns the largest rounding error of a cost. Costs with fractions of a cent were not rounded to cents. */
export function roundingOf(...costs: readonly number[]): number {
  return costs.every((cost) => Math.abs(cost * 100 - Math.round(cost * 100)) < 1e-6) ? CENT : CENT / 100;
}

export const TOO_COARSE = 'All costs are whole dollars. So the costs do not show how many seconds the server bills.';

/** Returns the cost in the response to the create of a probe. Ends the check without a cost. */
export function costOf(evidence: Evidence, probe: string): number {
  const { create } = evidence.trace(probe);
  const cost = create === undefined ? undefined : sightingIn(create)?.record['cost_usd'];
  if (typeof cost === 'number' && Number.isFinite(cost)) return cost;
  unjudged(`No response contained the cost of ${probe}.`);
}

/** Ends the check if another create may have used the credits that the failing create reserved. */
export function mustStayReserved(evidence: Evidence): void {
  const early = evidence.maybe('while reserved');
  if (early !== undefined && early.response.status < 300)
    unjudged(
      'The server accepted a create request before the refund. The kit cannot know whether this create request used the credits.',
      early,
    );
  const { id } = objectOf(evidence.one('create'));
  const other = evidence.all('replay ').find((one) => one.response.status < 300 && objectOf(one)['id'] !== id);
  if (other !== undefined) unjudged('A replay made another generation, and that generation used the credits.', other);
}

const RESERVED = 'balance while reserved';
const HALF_A_CENT = 0.005;
/** The maximum number of requests that are shown between two readings. There may be many polls before the failure. */
const MOST_SHOWN = 5;

/** Reads the credits of the key for one generation, if the profile has an endpoint for the balance. */
export async function readBalance(kit: ProbeTools, when: string): Promise<void> {
  const { balance } = kit.profile;
  if (balance === undefined || !kit.hasKey('once')) return;
  await kit.send(`balance ${when}`, { method: 'GET', path: balance.path, key: 'once', outsideApi: true });
}

/** Returns the number, or the text of a number, at a path with dots. */
export function numberAt(json: unknown, field: string): number | undefined {
  const value = field.split('.').reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), json);
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : undefined;
}

/** Returns the largest difference that rounding explains. A server with only whole cents has not rounded. */
export function slackOf(amounts: readonly number[]): number {
  return amounts.every(isInCents) ? HALF_A_CENT : CENT;
}

/** Returns whether an amount has no fraction of a cent. */
export function isInCents(dollars: number): boolean {
  return round(dollars) === Math.round(dollars * 100) / 100;
}

interface Rise {
  /** The readings before and after the rise. */
  readonly readings: readonly [before: Answered, behind: Answered];
  /** The requests between the two readings. */
  readonly requests: readonly Answered[];
  readonly text: string;
}

/**
 * Returns the rise of the balance above the cost of the generation, if the kit read the balance. A balance that still
 * covers the cost while it is reserved belongs to another account.
 */
export function secondRise({ answers, fact, maybe }: Evidence, create: Answered): Rise | undefined {
  const field = String(fact('balance field') ?? '');
  const cost = Number(objectOf(create)['cost_usd']);
  const dollarsIn = (answer: Answered | undefined): number => numberAt(answer && objectOf(answer), field) ?? Number.NaN;
  const reserved = dollarsIn(maybe(RESERVED));
  if (!(reserved < cost - HALF_A_CENT)) return undefined;
  const own = answers.filter(({ probe, n }) => probe === create.probe && n > create.n);
  const readings = own.filter((answer) => answer.label.startsWith('balance ') && Number.isFinite(dollarsIn(answer)));
  const at = readings.findIndex((reading) => dollarsIn(reading) > reserved + cost + HALF_A_CENT);
  const [before, behind] = [readings[at - 1], readings[at]];
  if (before === undefined || behind === undefined) return undefined;
  const requests = own.filter(({ n }) => n > before.n && n < behind.n).slice(-MOST_SHOWN);
  const labels = requests.map(({ label }) => `"${label}"`).join(', ');
  return {
    readings: [before, behind],
    requests,
    text: `the balance rose from ${dollarsIn(before)} to ${dollarsIn(behind)} US dollars between the requests "${before.label}" and "${behind.label}". Requests in between: ${labels}`,
  };
}

/**
 * Declares the costs of creates that a server must reject, or fail and refund. A thorough run pays for each accepted
 * create. Any other run stops after the first accepted create.
 */
export function failingCreates(
  costs: readonly Cost[],
  isPaidWhenThorough = true,
): Pick<Probe, 'paidCreates' | 'failingCreates'> {
  return {
    paidCreates: ({ thorough }) => (thorough && isPaidWhenThorough ? costs : []),
    failingCreates: ({ thorough }) => (thorough && isPaidWhenThorough ? [] : costs),
  };
}

/** The reason why no generation can fail on purpose. */
export const NO_FAILING_TRIGGER = missing(
  '--failing-prompt',
  'The profile does not say how to make a generation fail (--failing-prompt or triggers.failing).',
);

/** Returns whether a generation of any workflow can fail on purpose, so that the server refunds its cost. */
export function hasFailingPrompt({ triggers: { failing } }: Profile): boolean {
  return failing !== undefined && isPrompt(failing);
}

/** Returns whether a prompt alone makes a generation fail, in any workflow. */
export function isPrompt(failing: Profile['triggers']['failing']): boolean {
  return Object.keys(failing ?? {}).every((field) => field === 'prompt');
}
