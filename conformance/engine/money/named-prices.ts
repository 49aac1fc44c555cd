/** Compares the costs of creates with the prices in a profile, which may pin prices that the document leaves open. */

import type { Profile } from '../../profile/profile.ts';
import type { Exchange } from '../../client/exchange.ts';
import { createsIn, type MadeCreate } from '../measured.ts';
import { priceOf } from './prices.ts';

/** A server may round to cents. */
const CENT = 0.01;
const MOST_TOLD = 3;

/**
 * Returns a sentence for each create whose cost differs. Only text and extensions with sound are compared: the table
 * does not determine the cost of others.
 */
export function otherPrices(exchanges: readonly Exchange[], { prices }: Pick<Profile, 'prices'>): string[] {
  if (prices === undefined) return [];
  const wrong = createsIn(exchanges).flatMap((made): string[] => {
    const { create, resolution, seconds, sources, cost } = made;
    const isAccepted = create.response?.status === 202 && create.superseded !== true;
    if (!isAccepted || cost === undefined || !isPinned(made)) return [];
    const source = sources.reduce<number>((sum, part = 0) => sum + part, 0);
    const wanted = priceOf(prices, { resolution, output: seconds, source }) ?? cost;
    if (Math.abs(cost - wanted) <= Math.min(CENT, wanted / 2)) return [];
    const of = `${seconds + source} s at ${resolution}${source === 0 ? '' : ', including source videos'}`;
    return [
      `Create request #${create.n} (${of}) costs ${cost}. According to the prices in the profile, the cost should be ${wanted}.`,
    ];
  });
  return wrong.slice(0, MOST_TOLD);
}

/** Returns whether the document determines the billed seconds, and the run knows the length of each source. */
function isPinned({ body, sources }: MadeCreate): boolean {
  const { mode = 'text-to-video', audio } = body;
  const isExtension = body['reference_video_operation'] === 'extend' && sources.length > 0;
  return audio !== false && (mode === 'text-to-video' || isExtension) && !sources.includes(undefined);
}
