/** What a create may cost, read from its body before it leaves: an upper bound where the body leaves it open. */

import { RESOLUTIONS } from '../../contract/dimensions.ts';
import { LIMITS } from '../../contract/limits.ts';
import { costOf, type Micros, type PriceTable } from '../../contract/prices.ts';

/** What the proxy reads of the body of a create; the service alone judges it. */
export interface CreateFields {
  readonly resolution?: unknown;
  readonly duration_seconds?: unknown;
  readonly source_video_ids?: unknown;
  readonly reference_video_operation?: unknown;
  readonly mode?: unknown;
  readonly image_urls?: unknown;
  readonly prompt?: unknown;
}

/** Seconds of generations that were made through this proxy, by id; of others nothing is known. */
export type KnownSeconds = (id: string) => number | undefined;

const DEFAULT_TIER = '720p';
const DEAREST_TIER = '1080p';

/** The price of a create. A body that is no JSON object counts as the dearest create that there is. */
export function priceOf(fields: CreateFields | undefined, prices: PriceTable, secondsOf: KnownSeconds): Micros {
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
  // An edit is as long as its first source, whatever it asks for.
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

/** The fields of a body; nothing where it is no JSON object. */
export function fieldsOf(text: string | undefined): CreateFields | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
