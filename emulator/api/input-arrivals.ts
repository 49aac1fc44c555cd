/**
 * Fetches the input files of generations in the background. A generation gets its size and its plan when its files have
 * arrived. It stores the URLs, so a later poll can resume the fetch.
 */

import { findGeneration } from '../domain/account-generations.ts';
import type { Account, EnteredAccount } from '../domain/account.ts';
import { readClock } from '../domain/clock.ts';
import { decide, decideOn, type Accounts } from '../domain/decide.ts';
import type { Generation } from '../domain/generation.ts';
import { planArrived } from '../domain/plan.ts';
import type { InspectionOrder, Provider } from '../domain/ports.ts';
import { StoreUnavailable } from '../domain/store.ts';
import type { AccountLifetimes } from './lifetimes.ts';

export interface ArrivalsOptions {
  readonly accounts: Accounts;
  readonly provider: Provider;
  readonly lifetimes: AccountLifetimes;
  readonly realNow: () => number;
  /** Receives a generation that got its plan. */
  readonly onPlanned: (account: EnteredAccount, generation: Generation) => void;
  readonly reportCrash: (cause: unknown) => void;
}

export class InputArrivals {
  readonly #options: ArrivalsOptions;
  /** The ids of the generations that this process fetches for, by account lifetime. Ids repeat after a reset. */
  readonly #fetching = new WeakMap<AbortSignal, Set<string>>();

  constructor(options: ArrivalsOptions) {
    this.#options = options;
  }

  /**
   * Fetches the input files of a generation, unless this process is fetching them. A poll calls it again, because the
   * process that started the fetch may have ended.
   */
  begin(account: EnteredAccount, generation: Generation): void {
    const { lifetimes, reportCrash } = this.#options;
    const lifetime = lifetimes.signalOf(account.name);
    const fetching = this.#fetching.get(lifetime) ?? new Set();
    if (fetching.has(generation.id)) return;
    this.#fetching.set(lifetime, fetching.add(generation.id));
    this.#fetch(account, generation, lifetime)
      .catch((cause: unknown) => {
        // A later poll begins again.
        if (!(cause instanceof StoreUnavailable)) reportCrash(cause);
      })
      .finally(() => fetching.delete(generation.id));
  }

  async #fetch(account: EnteredAccount, generation: Generation, lifetime: AbortSignal): Promise<void> {
    const { accounts, provider, realNow, onPlanned } = this.#options;
    const isAlone = generation.assignment.sources.length === 0;
    const order = isAlone
      ? orderOf(generation)
      : await decide({ accounts, account }, (open) => orderOf(generation, open));
    if (order === undefined) return;
    const { size, failure } = await provider.fetch(order);
    const decided = await decideOn(accounts, account.name, (open) => {
      // After a reset, the same id may belong to another generation.
      if (lifetime.aborted) return undefined;
      const planned = planArrived(open, generation.id, { size, failure, now: readClock(open.clock, realNow()) });
      return planned && { open, planned };
    });
    if (decided?.result !== undefined) onPlanned(decided.result.open, decided.result.planned);
  }
}

function orderOf({ assignment, plan }: Generation, account?: Account): InspectionOrder {
  const size = plan.kind === 'waiting' && plan.isAdaptive === true ? undefined : assignment.size;
  const sizeOf = (id: string) => account && findGeneration(account, id)?.assignment.size;
  const sourceSizes = assignment.sources.flatMap(({ id }) => sizeOf(id) ?? []);
  return { ...assignment, size, sourceSizes };
}
