/** The dependencies of the proxy's operations. */

import type { Call } from '../emulator/api/call.ts';
import type { ServiceReport } from '../emulator/api/service.ts';
import type { UpstreamWarning } from '../emulator/domain/trace.ts';
import type { MemoryBudget } from '../lib/memory-budget.ts';
import type { Generations } from './generations.ts';
import type { SpendGuard } from './spend/spend-guard.ts';
import type { PriceOfCreate } from './spend/price.ts';
import type { Upstream } from './upstream/client.ts';

/** A response of the service for `--check`, before fault rules change it. */
export interface PassedExchange {
  readonly method: string;
  /** The path and query below the base URL. */
  readonly path: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The text, if it was short enough to be read. */
  readonly text: string | undefined;
  /** The time of the request, and the time until the headers arrived, in real milliseconds. */
  readonly at: number;
  readonly ms: number;
}

/**
 * Returns the promises that a response breaks, without extra requests. `redact` removes the caller's keys from a text.
 */
export type PassiveJudge = (exchange: PassedExchange, redact: (text: string) => string) => readonly UpstreamWarning[];

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
