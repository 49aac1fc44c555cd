/** All accounts in memory, and what happens when they are too many: the idle make room, the living never do. */

import type { Holdings } from '../domain/account-state.ts';
import { readClock } from '../domain/clock.ts';
import type { StoreWatch } from '../domain/store.ts';
import { forgetOneEnded, hasEnded, hasLive, newShelf, sizeOf, type Shelf } from './shelf.ts';

export interface StoreBounds {
  /** Accounts kept at once; over it, one that has been idle for `idleMs` and has nothing live makes room. */
  readonly accounts: number;
  readonly idleMs: number;
  /** Generations kept in one account; over it, one of its ended ones makes room. */
  readonly generationsPerAccount: number;
  /** Generations kept in all; over it, an ended one makes room, of this account or else of the one that was idle longest. */
  readonly generations: number;
}

export interface Shelves {
  find(name: string): Shelf | undefined;
  /** All of them, in the order in which they came. */
  all(): Iterable<Shelf>;
  /** Puts holdings on a shelf of their own, in the place of one with the same name; false when there is no room. */
  put(holdings: Holdings, realNow: number): boolean;
  remove(name: string): boolean;
  /** Makes room for one more generation and says whether there is. */
  makeRoomIn(shelf: Shelf, realNow: number): boolean;
}

/** Bounded shelves for accounts. */
export function createShelves(bounds: StoreBounds, watch?: StoreWatch): Shelves {
  const shelves = new Map<string, Shelf>();
  let kept = 0;
  const forgetIdle = (realNow: number): boolean => {
    const idlest = leastRecent(
      shelves,
      (shelf) => shelf.lastSeen <= realNow - bounds.idleMs && !hasLive(shelf, realNow),
    );
    return idlest !== undefined && remove(idlest.account.name);
  };
  const remove = (name: string): boolean => {
    const shelf = shelves.get(name);
    if (shelf === undefined) return false;
    kept -= sizeOf(shelf);
    shelves.delete(name);
    watch?.accountForgotten(name);
    return true;
  };
  const forgetElsewhere = (realNow: number): boolean => {
    const idlest = leastRecent(shelves, (shelf) => hasEnded(shelf, realNow));
    return idlest !== undefined && forgetIn(idlest, realNow);
  };

  return {
    find: (name) => shelves.get(name),
    all: () => shelves.values(),
    remove,
    put: (holdings, realNow) => {
      const { name } = holdings.account;
      const earlier = shelves.get(name);
      const growth = holdings.open.size + holdings.ended.size - (earlier === undefined ? 0 : sizeOf(earlier));
      if (holdings.open.size + holdings.ended.size > bounds.generationsPerAccount) return false;
      if (growth > 0 && kept + growth > bounds.generations) return false;
      if (earlier === undefined && shelves.size >= bounds.accounts && !forgetIdle(realNow)) return false;
      shelves.set(name, newShelf(holdings, { realNow, watch }));
      kept += growth;
      return true;
    },
    makeRoomIn: (shelf, realNow) => {
      const isShelfFull = sizeOf(shelf) >= bounds.generationsPerAccount;
      const isFull = isShelfFull || kept >= bounds.generations;
      if (isFull && !forgetIn(shelf, realNow) && (isShelfFull || !forgetElsewhere(realNow))) return false;
      kept += isFull ? 0 : 1;
      return true;
    },
  };
}

function forgetIn(shelf: Shelf, realNow: number): boolean {
  return forgetOneEnded(shelf, readClock(shelf.account.clock, realNow));
}

function leastRecent(shelves: ReadonlyMap<string, Shelf>, fits: (shelf: Shelf) => boolean): Shelf | undefined {
  let idlest: Shelf | undefined;
  for (const shelf of shelves.values()) {
    if (idlest !== undefined && shelf.lastSeen >= idlest.lastSeen) continue;
    if (fits(shelf)) idlest = shelf;
  }
  return idlest;
}
