/** The dependencies of the operations of a proxy. */

import type { ServiceReport } from '../emulator/api/service.ts';
import type { UpstreamWarning } from '../emulator/domain/trace.ts';
import type { MemoryBudget } from '../lib/memory-budget.ts';
import type { Generations } from './generations.ts';
import type { SpendGuard } from './spend/spend-guard.ts';
import type { PriceOfCreate } from './spend/price-list.ts';
import type { Upstream } from './upstream/client.ts';

/** An answer of the service, as the judge of `--check` sees it: before any fault rule has changed it. */
export interface PassedExchange {
  readonly method: string;
  /** Path and query below the base URL. */
  readonly path: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Where it was short enough to be read. */
  readonly text: string | undefined;
  /** Real milliseconds: when it was asked, and until its headers had come. */
  readonly at: number;
  readonly ms: number;
}

/**
 * Judges an answer by what needs no request of its own: the promises that it breaks. `redact` takes the keys of the
 * caller out of a text.
 */
export type PassiveJudge = (exchange: PassedExchange, redact: (text: string) => string) => readonly UpstreamWarning[];

export interface ProxyParts {
  readonly upstream: Upstream;
  /** How this process names itself in Via. */
  readonly via: string;
  readonly spendGuard: SpendGuard;
  readonly priceOf: PriceOfCreate;
  readonly generations: Generations;
  /** The memory for records while they are read. */
  readonly reading: MemoryBudget;
  readonly judge: PassiveJudge | undefined;
  /** Hears of a body that ended otherwise than announced. */
  readonly noteLength: (() => void) | undefined;
  readonly report: () => ServiceReport;
}
