/** Counts what the server charges, and stops a run at its budget. */

import type { Exchange } from '../client/exchange.ts';
import type { Cost } from './define.ts';
import type { Profile } from '../profile/profile.ts';

export interface Spend {
  readonly budget: number | undefined;
  /** US dollars of accepted creates, refunds taken off. */
  spent(): number;
  /** How many creates were accepted, wanted or not. */
  creates(): number;
  /** Whether an accepted create did not tell what it cost, so that more was spent than is known. */
  isBlind(): boolean;
  /** Takes note of an exchange: an accepted create costs, a failed generation comes back. */
  note(exchange: Exchange): void;
  /** Whether a create that the server has to refuse may still be sent: it may be accepted all the same. */
  allowsMore(): boolean;
  /** Sets aside what creates will cost; nothing if the budget does not allow it. The result gives it free again, once it is spent. */
  claim(costs: readonly Cost[]): (() => void) | undefined;
  /** What these creates may cost, by the prices or by the first create. */
  expected(costs: readonly Cost[]): number;
}

/** The price of a create before it is made: by the profile's table, else as much as the first one cost. */
export function estimate(
  { prices }: Pick<Profile, 'prices'>,
  cost: Cost,
  first: number | undefined,
): number | undefined {
  if (prices === undefined) return first;
  const table = cost.source > 0 ? prices.withSources : prices.withoutSources;
  return round(table[cost.resolution] * (cost.output + cost.source));
}

const DUST = 1e-9;

/** Starts at nothing. */
export function createSpend(profile: Pick<Profile, 'prices' | 'budget'>): Spend {
  const charged = new Map<string, number>();
  const refunded = new Set<string>();
  let first: number | undefined;
  let claimed = 0;
  let isBlind = false;
  const spent = (): number => round([...charged].reduce((sum, [id, cost]) => sum + (refunded.has(id) ? 0 : cost), 0));
  const expected = (costs: readonly Cost[]): number =>
    costs.reduce((sum, cost) => sum + (estimate(profile, cost, first) ?? 0), 0);
  return {
    budget: profile.budget,
    spent,
    creates: () => charged.size,
    isBlind: () => isBlind,
    note: ({ request, response }) => {
      const record = response === undefined ? undefined : recordOf(response.body.text);
      if (record === undefined) return;
      if (request.method === 'POST' && response !== undefined && response.status < 300 && !charged.has(record.id)) {
        charged.set(record.id, record.cost ?? 0);
        first ??= record.cost;
        isBlind ||= record.cost === undefined;
      }
      if (record.status === 'failed') refunded.add(record.id);
    },
    allowsMore: () => profile.budget === undefined || spent() + claimed < profile.budget,
    claim: (costs) => {
      const cost = expected(costs);
      if (profile.budget !== undefined && spent() + claimed + cost > profile.budget + DUST) return undefined;
      claimed += cost;
      return () => {
        claimed -= cost;
      };
    },
    expected,
  };
}

/** Dollars to the millionth, so that sums of decimals show no dust. */
export function round(dollars: number): number {
  return Math.round(dollars * 1e6) / 1e6;
}

interface Charged {
  readonly id: string;
  readonly cost: number | undefined;
  readonly status: unknown;
}

function recordOf(text: string | undefined): Charged | undefined {
  if (text === undefined || !text.includes('"id"')) return undefined;
  try {
    const { id, cost_usd: cost, status } = Object(JSON.parse(text)) as Record<string, unknown>;
    return typeof id === 'string' ? { id, cost: dollarsOf(cost), status } : undefined;
  } catch {
    return undefined;
  }
}

/** A server that writes its cost as a text breaks a promise, and takes the money all the same. Infinite or negative, no sum comes of it. */
function dollarsOf(cost: unknown): number | undefined {
  const dollars = typeof cost === 'string' && cost.trim() !== '' ? Number(cost) : cost;
  return typeof dollars === 'number' && Number.isFinite(dollars) && dollars >= 0 ? dollars : undefined;
}
