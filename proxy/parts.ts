/** The dependencies of the proxy's operations. */

import type { SeenExchange } from '../conformance/passive/passive-judge.ts';
import type { Call } from '../emulator/api/call.ts';
import type { ServiceReport } from '../emulator/api/service.ts';
import type { UpstreamWarning } from '../emulator/domain/trace.ts';
import type { MemoryBudget } from '../lib/memory-budget.ts';
import type { Generations } from './generations.ts';
import type { SpendGuard } from './spend/spend-guard.ts';
import type { PriceOfCreate } from './spend/price.ts';
import type { Upstream } from './upstream/client.ts';

/**
 * Returns the promises that a response of the service breaks, before fault rules change it, and without extra requests. `redact` removes the caller's keys from a text.
 */
export type PassiveJudge = (exchange: SeenExchange, redact: (text: string) => string) => readonly UpstreamWarning[];

export interface ProxyParts {
  readonly upstream: Upstream;
  /** The name of this process in Via. */
  readonly via: string;
  readonly spendGuard: SpendGuard;
  readonly priceOf: PriceOfCreate;
  readonly generations: Generations;
  /** The memory for records that are being read. */
  readonly reading: MemoryBudget;
  readonly judge: PassiveJudge | undefined;
  /** Called for a body whose length differs from the announced length. */
  readonly noteLength: (() => void) | undefined;
  readonly report: () => ServiceReport;
}

/** One request of a client, and everything that its operation needs. */
export interface Exchange {
  readonly parts: ProxyParts;
  readonly call: Call;
}
