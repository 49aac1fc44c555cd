/** The Idempotency-Key of get requests, where it has no meaning. */

import type { HeaderLine } from '../../client/exchange.ts';
import type { ProbeTools } from '../../engine/probe-tools.ts';

/** Returns the same key for each of these get requests of a run. */
export function keyOfLooks(kit: Pick<ProbeTools, 'runId'>): HeaderLine[] {
  return [['Idempotency-Key', `standin-${kit.runId}-looks`]];
}
