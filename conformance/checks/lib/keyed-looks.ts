/** Gets with an Idempotency-Key, which has no meaning there. */

import type { HeaderLine } from '../../client/exchange.ts';
import type { Kit } from '../../engine/kit.ts';

/** The same for each look of a run. */
export function keyOfLooks(kit: Pick<Kit, 'runId'>): HeaderLine[] {
  return [['Idempotency-Key', `standin-${kit.runId}-looks`]];
}
