/** Compares the costs of creates with the prices in a profile, which may pin prices that the document leaves open. */

import { RESOLUTIONS, type Resolution } from '../../../contract/dimensions.ts';
import type { Profile } from '../../profile/profile.ts';
import { jsonOf, type Exchange } from '../../client/exchange.ts';
import { isObject, jsonIn } from '../evidence.ts';
import { round } from './prices.ts';

/** A server may round to cents. */
const CENT = 0.01;
const MOST_TOLD = 3;

interface Priced {
  readonly n: number;
  readonly of: string;
  readonly cost: number;
  readonly wanted: number;
}

/**
 * Returns a sentence for each create whose cost differs. Only text and extensions with sound are compared: the table
 * does not determine the cost of others.
 */
export function otherPrices(exchanges: readonly Exchange[], { prices }: Pick<Profile, 'prices'>): string[] {
  if (prices === undefined) return [];
  const lengths = new Map<unknown, unknown>();
  const priced = exchanges.flatMap((exchange): Priced[] => {
    const made = createdBy(exchange);
    // A replay shows the cost of an earlier create.
    if (made === undefined || lengths.has(made.id)) return [];
    const { seconds, source, resolution } = billed(made.body, lengths);
    lengths.set(made.id, lengthOf(made.body, lengths));
    if (seconds === undefined) return [];
    const table = source === 0 ? prices.withoutSources : prices.withSources;
    const wanted = round(table[resolution] * (seconds + source));
    const of = `${seconds + source} s at ${resolution}${source === 0 ? '' : ', including source videos'}`;
    return [{ n: exchange.n, of, cost: made.cost, wanted }];
  });
  return priced
    .filter(({ cost, wanted }) => !(Math.abs(cost - wanted) <= Math.min(CENT, wanted / 2)))
    .slice(0, MOST_TOLD)
    .map(
      ({ n, of, cost, wanted }) =>
        `Create request #${n} (${of}) costs ${cost}. According to the prices in the profile, the cost should be ${wanted}.`,
    );
}

interface Created {
  readonly id: unknown;
  readonly cost: number;
  readonly body: Readonly<Record<string, unknown>>;
}

function createdBy({ request, response, superseded }: Exchange): Created | undefined {
  if (request.method !== 'POST' || response?.status !== 202 || superseded === true) return undefined;
  const [record, body] = [jsonOf(response), jsonIn(request.body ?? '')];
  if (!isObject(record) || !isObject(body) || typeof record['cost_usd'] !== 'number') return undefined;
  return { id: record['id'], cost: record['cost_usd'], body };
}

interface Billed {
  readonly seconds: number | undefined;
  readonly source: number;
  readonly resolution: Resolution;
}

/** Returns the billed seconds; undefined if the document leaves them open, or a source is not known. */
function billed(body: Created['body'], lengths: ReadonlyMap<unknown, unknown>): Billed {
  const { mode = 'text-to-video', duration_seconds: asked, source_video_ids: sources = [] } = body;
  const resolution = RESOLUTIONS.find((tier) => tier === body['resolution']) ?? '720p';
  const isText = mode === 'text-to-video';
  const isExtension = body['reference_video_operation'] === 'extend';
  const parts = Array.isArray(sources) ? sources.map((id) => lengths.get(id)) : [];
  const known = parts.filter((part) => typeof part === 'number');
  const isPinned = body['audio'] !== false && (isText || (isExtension && parts.length > 0));
  const isKnown = isPinned && known.length === parts.length;
  const source = known.reduce((sum, part) => sum + part, 0);
  return { seconds: isKnown && typeof asked === 'number' ? asked : undefined, source, resolution };
}

/** Returns the length of a clip as a source. An edit is as long as its own first source. */
function lengthOf(body: Created['body'], lengths: ReadonlyMap<unknown, unknown>): unknown {
  const { source_video_ids: sources } = body;
  if (body['reference_video_operation'] !== 'edit') return body['duration_seconds'];
  return Array.isArray(sources) ? lengths.get(sources[0]) : undefined;
}
