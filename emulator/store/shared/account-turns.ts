/**
 * Loads accounts for requests. Requests that need an account at the same time share one load. The next load of the
 * account begins after their decisions are sent. Therefore the commits of one replica do not conflict.
 */

import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Wanted } from './account-part.ts';

/** Captured now, because with fake timers of a test, every response would hang. */
const nextTick = process.nextTick.bind(process);

/** Resolves after all callbacks that are ready now have run. */
export function afterDecisions(): Promise<void> {
  return new Promise((resolve) => nextTick(resolve));
}

interface Turn<Loaded> {
  wanted: Wanted;
  readonly loaded: Promise<Loaded>;
}

export class AccountTurns<Loaded> {
  readonly #load: (name: string, wanted: Wanted) => Promise<Loaded>;
  /** The loads that have not begun, by account name. */
  readonly #next = new Map<string, Turn<Loaded>>();
  /** Promises by account name. Each resolves when the decisions on its load are sent. */
  readonly #current = new Map<string, Promise<unknown>>();

  constructor(load: (name: string, wanted: Wanted) => Promise<Loaded>) {
    this.#load = load;
  }

  /** Loads an account with at least these records. */
  enter(name: string, wanted: Wanted): Promise<Loaded> {
    const turn = this.#next.get(name) ?? { wanted, loaded: this.#run(name) };
    turn.wanted = union(turn.wanted, wanted);
    this.#next.set(name, turn);
    return turn.loaded;
  }

  async #run(name: string): Promise<Loaded> {
    await this.#current.get(name);
    // Requests of other connections arrive within this turn, so they can share the load.
    await endOfTurn();
    const wanted = this.#next.get(name)?.wanted ?? 'all';
    this.#next.delete(name);
    const loading = this.#load(name, wanted);
    const current = loading.then(afterDecisions, afterDecisions);
    this.#current.set(name, current);
    void current.then(() => {
      if (this.#current.get(name) === current) this.#current.delete(name);
    });
    return loading;
  }
}

function union(one: Wanted, other: Wanted): Wanted {
  if (one === 'all' || other === 'all') return 'all';
  if (other.size === 0) return one;
  return one.size === 0 ? other : new Set([...one, ...other]);
}
