/** Reads the balance, and finds the requests between which it rose for a second time. */

import { isObject, objectOf, type Answered, type Evidence } from '../../engine/evidence.ts';
import { round } from '../../engine/money/prices.ts';
import type { ProbeTools } from '../../engine/probe-tools.ts';
import { CENT } from './costs.ts';

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

export interface Rise {
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
