/** Counts the charges of the server: accepted creates, refunds, and creates without a response. */

import { header, jsonOf, textIn, type Exchange } from '../../client/exchange.ts';
import type { Profile } from '../../profile/profile.ts';
import { RESOLUTIONS } from '../../../contract/dimensions.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Cost } from '../define.ts';
import { isObject, jsonIn } from '../evidence.ts';
import { createSeenPrices, leastPrice, priceOf, round, billedSeconds } from './prices.ts';

export type Charges = ReturnType<typeof createCharges>;

interface Charge {
  readonly id: string | undefined;
  readonly cost: number;
  readonly idempotencyKey: string | undefined;
  readonly key: Exchange['key'];
  readonly isMistake: boolean;
}

/** Creates the counter without charges. */
export function createCharges(prices: Profile['prices']) {
  const charges: Charge[] = [];
  const refunded = new Set<string>();
  const seen = createSeenPrices();
  const known = new Set<string>();
  let isDearer = false;
  let unpriced = 0;
  /**
   * Creates without a response, with the key if the kit dropped the response. It does so only if the server replays, so
   * a repeated create is the same payment.
   */
  const unanswered: (Pick<Charge, 'cost' | 'isMistake'> & { readonly droppedKey?: string | undefined })[] = [];
  /** The longest possible seconds of each generation as a source video. */
  const lengths = new Map<unknown, number>();
  const costOf = (body: string | undefined): Cost => costOfBody(body, lengths);
  const estimate = (cost: Cost): number | undefined => priceOf(prices, cost) ?? seen.estimate(cost);
  const learn = (planned: Cost, dollars: number): void => {
    if (dollars > 0) seen.learn(planned, dollars);
    const price = priceOf(prices, planned);
    if (price === undefined) return;
    if (dollars > price + ROUNDED) isDearer = true;
    else for (const one of kindsOf(planned)) known.add(one);
  };
  const charge = (
    { key, request }: Exchange,
    { id, cost: stated }: RecordOfCreate,
    planned: Cost | undefined,
  ): void => {
    const least = (planned && priceOf(prices, planned)) ?? leastPrice(prices);
    const idempotencyKey = header(request, 'idempotency-key');
    const dropped = unanswered.findIndex(({ droppedKey }) => droppedKey !== undefined && droppedKey === idempotencyKey);
    if (dropped !== -1) unanswered.splice(dropped, 1);
    if (isReplay(charges, { id, idempotencyKey })) return;
    // A server may charge more than the cost that it states.
    const cost = stated === undefined ? estimate(costOf(request.body)) : Math.max(stated, least ?? 0);
    if (cost === undefined) unpriced += 1;
    if (stated !== undefined) seen.note(stated);
    if (id !== undefined) lengths.set(id, billedSeconds(planned ?? costOf(request.body)));
    charges.push({ id, cost: cost ?? 0, idempotencyKey, key, isMistake: planned === undefined });
    if (planned !== undefined && cost !== undefined) learn(planned, cost);
  };
  const holdBack = (exchange: Exchange, planned: Cost | undefined): void => {
    const price = estimate(planned ?? costOf(exchange.request.body));
    if (price === undefined) unpriced += 1;
    const droppedKey = exchange.failure?.kind === 'dropped' ? header(exchange.request, 'idempotency-key') : undefined;
    unanswered.push({ cost: price ?? 0, isMistake: planned === undefined, droppedKey });
  };
  return {
    /**
     * US dollars of accepted creates less refunds. A create counts with the cost in its response, and at least with the
     * price in the profile. If neither is known, an expected price counts.
     */
    spent: () => round(sumOf(charges.filter(({ id }) => id === undefined || !refunded.has(id)))),
    /** Returns the number of accepted creates, planned or by mistake. */
    creates: () => charges.length,
    /** Returns the number of accepted creates that failed and returned their credits. */
    refunded: () => charges.filter(({ id }) => id !== undefined && refunded.has(id)).length,
    /** Returns the number of accepted creates that neither stated their cost nor have a known price. */
    unpriced: () => unpriced,
    /** Returns the US dollars of creates without a response. The server may have accepted them. */
    uncertain: () => round(sumOf(unanswered)),
    /** Returns the US dollars of unplanned creates that the server accepted, or may have accepted. */
    mistaken: () => round(sumOf([...charges, ...unanswered].filter(({ isMistake }) => isMistake))),
    /** Returns whether the server accepted a create with the key that has no credits. */
    isFreeKeyCharged: () => charges.some(({ key }) => key === 'poor'),
    /** Counts an exchange. `planned` is the expected cost of a planned create. */
    note: (exchange: Exchange, planned: Cost | undefined) => {
      const record = recordOf(exchange.response);
      if (isPerhapsAccepted(exchange)) holdBack(exchange, planned);
      if (isAcceptedCreate(exchange, record)) charge(exchange, record ?? { id: undefined, cost: undefined }, planned);
      if (record?.id !== undefined && record.status === 'failed') refunded.add(record.id);
    },
    /** Returns the maximum cost of a create with this body, in seconds and resolution. */
    costOf,
    /** Returns the maximum price of a create, by the prices of the profile or the prices seen so far. */
    estimate,
    /**
     * Returns whether the server charges by the profile. It has done so for this resolution, and for creates with or
     * without source videos like this create. It has never charged more.
     */
    isKnown: (cost: Cost) => !isDearer && kindsOf(cost).every((one) => known.has(one)),
  };
}

function sumOf(charges: readonly Pick<Charge, 'cost'>[]): number {
  return charges.reduce((sum, { cost }) => sum + cost, 0);
}

/** The unit to which a server may round up. */
const ROUNDED = 0.01;

/** Returns the kinds by which prices differ: the resolution, and whether there are source videos. */
function kindsOf({ resolution, source }: Cost): readonly string[] {
  return [resolution, source > 0 ? 'with sources' : 'without sources'];
}

/** Returns whether a create repeats the key and the generation of an earlier charge. */
function isReplay(charges: readonly Charge[], { id, idempotencyKey }: Pick<Charge, 'id' | 'idempotencyKey'>): boolean {
  if (id === undefined || idempotencyKey === undefined) return false;
  return charges.some((earlier) => earlier.id === id && earlier.idempotencyKey === idempotencyKey);
}

interface RecordOfCreate {
  readonly id: string | undefined;
  readonly cost: number | undefined;
  readonly status?: unknown;
}

const CREATE_PATH = /\/videos\/?(?:$|\?)/;

/** Returns whether a request to this path or URL asks for a generation. */
export function asksForGeneration(method: string, url: string): boolean {
  return method === 'POST' && CREATE_PATH.test(url);
}

/** Returns whether a create succeeded, even if its response is unreadable, or any POST returned a record. */
function isAcceptedCreate({ request, response }: Exchange, record: RecordOfCreate | undefined): boolean {
  if (request.method !== 'POST' || response === undefined || response.status < 200 || response.status > 299)
    return false;
  return record?.id !== undefined || asksForGeneration(request.method, request.url);
}

/**
 * Failures of requests that never reached the server. The journal keeps the creates that were in flight when a run was
 * stopped.
 */
const NEVER_ACCEPTED: ReadonlySet<string> = new Set(['unreachable', 'tls', 'stopped']);

/** Returns whether a create without a response may be accepted. A server that may hang up on it has not accepted it. */
export function isPerhapsAccepted({ mayHangUp, request, failure }: Exchange): boolean {
  if (failure === undefined || NEVER_ACCEPTED.has(failure.kind)) return false;
  return asksForGeneration(request.method, request.url) && mayHangUp !== true;
}

function recordOf(response: Exchange['response']): RecordOfCreate | undefined {
  const record = response && jsonOf(response);
  if (!isObject(record)) return undefined;
  return { id: textIn(response, 'id'), cost: dollarsOf(record['cost_usd']), status: record['status'] };
}

/** Parses a cost. A cost written as text breaks a promise but is charged. Infinite and negative costs do not count. */
function dollarsOf(cost: unknown): number | undefined {
  const dollars = typeof cost === 'string' && cost.trim() !== '' ? Number(cost) : cost;
  return typeof dollars === 'number' && Number.isFinite(dollars) && dollars >= 0 ? dollars : undefined;
}

const DEAREST = '1080p';
const DEFAULT = '720p';

/**
 * Returns the cost of a body, or an upper bound if the body leaves it open. A body that is unreadable, or asks for an
 * unknown tier, counts as the most expensive create. Source videos count with their seconds if all of them are known.
 */
function costOfBody(text: string | undefined, lengths: ReadonlyMap<unknown, number>): Cost {
  const body = jsonIn(text ?? '');
  const fields = isObject(body) ? body : { resolution: null };
  const { resolution = DEFAULT, duration_seconds: seconds, source_video_ids: sources } = fields;
  const { min, max } = LIMITS.durationSeconds;
  const isLength = typeof seconds === 'number' && seconds <= max;
  return {
    resolution: RESOLUTIONS.find((tier) => tier === resolution) ?? DEAREST,
    output: isLength ? Math.max(min, seconds) : max,
    source: Array.isArray(sources) ? sourceSeconds(sources, lengths) : 0,
  };
}

function sourceSeconds(sources: readonly unknown[], lengths: ReadonlyMap<unknown, number>): number {
  const { combinedSeconds } = LIMITS.sourceVideoIds;
  const sum = sources.reduce<number>((all, id) => all + (lengths.get(id) ?? combinedSeconds), 0);
  return Math.min(sum, combinedSeconds);
}
