/** Gets with an Idempotency-Key, which has no meaning there. */

import type { HeaderLine } from '../../client/exchange.ts';
import type { ProbeTools } from '../../engine/probe-tools.ts';

/** The same for each look of a run. */
export function keyOfLooks(kit: Pick<ProbeTools, 'runId'>): HeaderLine[] {
  return [['Idempotency-Key', `standin-${kit.runId}-looks`]];
}
