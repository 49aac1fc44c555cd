/** Estimates the costs of creates from a table, as upper bounds, and raises them if the service charges more. */

import { RESOLUTIONS } from '../../contract/dimensions.ts';
import { LIMITS } from '../../contract/limits.ts';
import { costOf, toMicros, type Micros, type PriceTable } from '../../contract/prices.ts';

/** The fields that the proxy reads in the body of a create. Only the service validates them. */
export interface CreateFields {
  readonly resolution?: unknown;
  readonly duration_seconds?: unknown;
  readonly source_video_ids?: unknown;
  readonly reference_video_operation?: unknown;
  readonly mode?: unknown;
  readonly image_urls?: unknown;
  readonly prompt?: unknown;
}

/** Returns the length of a generation that was made through this proxy, or undefined for others. */
type KnownSeconds = (id: string) => number | undefined;

export interface PriceOfCreate {
  /** Returns an upper bound of the cost before the create is forwarded. */
  (fields: CreateFields | undefined): Micros;
  /** Records the actual cost of a create that was estimated at `price`. */
  learn(price: Micros, cost: Micros): void;
}

/** Creates a price list. If a create costs more than its price, all prices are raised by the same factor. */
export function createPriceList(prices: PriceTable, secondsOf: KnownSeconds): PriceOfCreate {
  let factor = 1;
  const price = (fields: CreateFields | undefined): Micros => Math.ceil(priceOf(fields, prices, secondsOf) * factor);
  return Object.assign(price, {
    learn: (estimate: Micros, cost: Micros) => {
      if (estimate > 0 && cost > estimate) factor *= cost / estimate;
    },
  });
}

const DEFAULT_TIER = '720p';
const DEAREST_TIER = '1080p';

/** Returns the price of a create. Without fields, it is the most expensive create. */
function priceOf(fields: CreateFields | undefined, prices: PriceTable, secondsOf: KnownSeconds): Micros {
  if (fields === undefined) return dearest(prices);
  const { resolution: asked = DEFAULT_TIER, duration_seconds: seconds, source_video_ids: ids } = fields;
  const { min, max } = LIMITS.durationSeconds;
  const { combinedSeconds } = LIMITS.sourceVideoIds;
  const resolution = RESOLUTIONS.find((tier) => tier === asked) ?? DEAREST_TIER;
  const requested = typeof seconds === 'number' && seconds <= max ? Math.max(min, Math.ceil(seconds)) : max;
  const sources = Array.isArray(ids) ? ids : [];
  const known = sources.map((id) => (typeof id === 'string' ? secondsOf(id.toLowerCase()) : undefined));
  const isKnown = known.every((part) => part !== undefined);
  const sourceSeconds = sources.length === 0 ? [] : isKnown ? known : [combinedSeconds];
  // An edit is as long as its first source, whatever length it requests.
  const isEdit = fields.reference_video_operation === 'edit';
  const outputSeconds = isEdit ? Math.max(requested, sourceSeconds[0] ?? combinedSeconds) : requested;
  return Math.ceil(costOf({ resolution, outputSeconds, sourceSeconds }, prices));
}

function dearest(prices: PriceTable): Micros {
  const outputSeconds = LIMITS.durationSeconds.max;
  const resolution = DEAREST_TIER;
  return Math.max(
    costOf({ resolution, outputSeconds, sourceSeconds: [] }, prices),
    costOf({ resolution, outputSeconds, sourceSeconds: [LIMITS.sourceVideoIds.combinedSeconds] }, prices),
  );
}

/** Returns the fields of a body. Returns undefined for a duplicate member, because services disagree about it. */
export function fieldsOf(text = ''): CreateFields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return membersIn(text) === new Set(Object.keys(value).map((name) => name.toLowerCase())).size ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the number of members of a JSON object. */
function membersIn(text: string): number {
  let [members, depth] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"') at = endOfString(text, at);
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    else if (character === ':' && depth === 1) members += 1;
  }
  return members;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1;
  return at;
}

/**
 * The maximum cost. Larger numbers would lose the precision of earlier costs, and Infinity would disable the budget.
 */
const MOST_DOLLARS = 1_000_000;

/** Returns the cost in a record, up to the maximum. Text is accepted, infinite and negative numbers are not. */
export function costIn(cost: unknown): Micros | undefined {
  const dollars = typeof cost === 'string' && cost.trim() !== '' ? Number(cost) : cost;
  if (typeof dollars !== 'number' || !Number.isFinite(dollars) || dollars < 0) return undefined;
  return toMicros(Math.min(dollars, MOST_DOLLARS));
}
