/** What the server has charged: accepted creates, refunds, and what may have been charged without an answer. */

import type { Exchange } from '../../client/exchange.ts';
import type { Profile } from '../../profile/profile.ts';
import { costOfBody } from './cost-of-body.ts';
import type { Cost } from '../define.ts';
import { createSeenPrices, leastPrice, priceOf, round } from './prices.ts';

export interface Charges {
  /**
   * US dollars of accepted creates less refunds. A create that does not tell its cost counts with its price, if one is
   * known; one that tells less than the profile says that it costs counts with that.
   */
  readonly spent: () => number;
  /** How many creates were accepted, on purpose or by mistake. */
  readonly creates: () => number;
  /** How many of them failed, and so gave back what they took. */
  readonly refunded: () => number;
  /** How many accepted creates neither stated their cost nor have a known price. */
  readonly unpriced: () => number;
  /** US dollars of creates that got no answer: the server may have accepted them. */
  readonly uncertain: () => number;
  /** Counts an exchange. `planned` is what a create was expected to cost, where it was paid for on purpose. */
  readonly note: (exchange: Exchange, planned: Cost | undefined) => void;
  /** What a create may cost, by the prices of the profile or those seen so far. */
  readonly estimate: (cost: Cost) => number | undefined;
  /**
   * Whether the server has charged what the profile says for a create of this tier, and for one with or without source
   * videos, as this one; and has never charged more than that for any.
   */
  readonly isKnown: (cost: Cost) => boolean;
}

interface Charge {
  readonly id: string | undefined;
  readonly cost: number;
  readonly idempotencyKey: string | undefined;
}

/** Starts at nothing. */
export function createCharges(prices: Profile['prices']): Charges {
  const charges: Charge[] = [];
  const refunded = new Set<string>();
  const seen = createSeenPrices();
  const known = new Set<string>();
  let isDearer = false;
  let unpriced = 0;
  let uncertain = 0;
  const estimate = (cost: Cost): number | undefined => priceOf(prices, cost) ?? seen.estimate(cost);
  const learn = (planned: Cost, dollars: number): void => {
    if (dollars > 0) seen.learn(planned, dollars);
    const price = priceOf(prices, planned);
    if (price === undefined) return;
    if (dollars > price + ROUNDED) isDearer = true;
    else for (const one of kindsOf(planned)) known.add(one);
  };
  const charge = ({ request }: Exchange, { id, cost: stated }: RecordOfCreate, planned: Cost | undefined): void => {
    const least = (planned && priceOf(prices, planned)) ?? leastPrice(prices);
    const idempotencyKey = request.headers.find(([name]) => name.toLowerCase() === 'idempotency-key')?.[1];
    if (isReplay(charges, { id, idempotencyKey })) return;
    // A server may charge more than the cost that it answers.
    const cost = stated === undefined ? estimate(costOfBody(request.body)) : Math.max(stated, least ?? 0);
    if (cost === undefined) unpriced += 1;
    if (stated !== undefined) seen.note(stated);
    charges.push({ id, cost: cost ?? 0, idempotencyKey });
    if (planned !== undefined && cost !== undefined) learn(planned, cost);
  };
  const holdBack = (price: number | undefined): void => {
    if (price === undefined) unpriced += 1;
    else uncertain = round(uncertain + price);
  };
  return {
    spent: () =>
      round(charges.reduce((sum, { id, cost }) => sum + (id !== undefined && refunded.has(id) ? 0 : cost), 0)),
    creates: () => charges.length,
    refunded: () => charges.filter(({ id }) => id !== undefined && refunded.has(id)).length,
    unpriced: () => unpriced,
    uncertain: () => uncertain,
    note: (exchange, planned) => {
      const record = recordOf(exchange.response?.body.text);
      if (isPerhapsAccepted(exchange)) holdBack(estimate(planned ?? costOfBody(exchange.request.body)));
      if (isAcceptedCreate(exchange, record)) charge(exchange, record ?? { id: undefined, cost: undefined }, planned);
      if (record?.id !== undefined && record.status === 'failed') refunded.add(record.id);
    },
    estimate,
    isKnown: (cost) => !isDearer && kindsOf(cost).every((one) => known.has(one)),
  };
}

/** What a server may round up to. */
const ROUNDED = 0.01;

/** What a price depends on: the tier, and whether there are source videos. */
function kindsOf({ resolution, source }: Cost): readonly string[] {
  return [resolution, source > 0 ? 'with sources' : 'without sources'];
}

/** The same key and the same generation: charged already. */
function isReplay(charges: readonly Charge[], { id, idempotencyKey }: Omit<Charge, 'cost'>): boolean {
  if (id === undefined || idempotencyKey === undefined) return false;
  return charges.some((earlier) => earlier.id === id && earlier.idempotencyKey === idempotencyKey);
}

interface RecordOfCreate {
  readonly id: string | undefined;
  readonly cost: number | undefined;
  readonly status?: unknown;
}

const CREATE_PATH = /\/videos\/?(?:$|\?)/;

/** A create that succeeded, whether or not its answer can be read; or any POST that was answered with a record. */
function isAcceptedCreate({ request, response }: Exchange, record: RecordOfCreate | undefined): boolean {
  if (request.method !== 'POST' || response === undefined || response.status < 200 || response.status > 299)
    return false;
  return record?.id !== undefined || CREATE_PATH.test(request.url);
}

/**
 * Failures of requests that never reached the server; what was under way when a run was stopped is left to its journal.
 */
const NEVER_ACCEPTED: ReadonlySet<string> = new Set(['unreachable', 'tls', 'stopped']);

/** A create without a response. If the server may close the connection on such a create, it has not accepted it. */
export function isPerhapsAccepted({ mayHangUp, request, failure }: Exchange): boolean {
  if (failure === undefined || NEVER_ACCEPTED.has(failure.kind)) return false;
  return request.method === 'POST' && CREATE_PATH.test(request.url) && mayHangUp !== true;
}

function recordOf(text: string | undefined): RecordOfCreate | undefined {
  if (text === undefined || !text.includes('"id"')) return undefined;
  try {
    const { id, cost_usd: cost, status } = Object(JSON.parse(text)) as Record<string, unknown>;
    return { id: typeof id === 'string' ? id : undefined, cost: dollarsOf(cost), status };
  } catch {
    return undefined;
  }
}

/**
 * A cost written as text breaks a promise but is charged all the same. What is infinite or negative cannot be added up.
 */
function dollarsOf(cost: unknown): number | undefined {
  const dollars = typeof cost === 'string' && cost.trim() !== '' ? Number(cost) : cost;
  return typeof dollars === 'number' && Number.isFinite(dollars) && dollars >= 0 ? dollars : undefined;
}
