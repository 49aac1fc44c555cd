/** All accounts in memory, and what happens when they are too many: the idle make room, the living never do. */

import type { Account } from '../domain/account.ts';
import { forgetOldestEnded, newShelf, type Shelf } from './shelf.ts';

export interface StoreBounds {
  /** Accounts kept at once; over it, one that has been idle for `idleMs` and has nothing live makes room. */
  readonly accounts: number;
  readonly idleMs: number;
  /** Generations kept in one account and in all; over it, the account's oldest ended one makes room. */
  readonly generationsPerAccount: number;
  readonly generations: number;
}

export interface Shelves {
  find(name: string): Shelf | undefined;
  /** The shelf of an account that is known to be open. */
  get(name: string): Shelf;
  /** False when there is no room. */
  add(account: Account, realNow: number): boolean;
  /** Makes room for one more generation and says whether there is. */
  makeRoomIn(shelf: Shelf): boolean;
}

/** Bounded shelves for accounts. */
export function createShelves(bounds: StoreBounds): Shelves {
  const shelves = new Map<string, Shelf>();
  let kept = 0;
  const forgetIdle = (idleSince: number): boolean => {
    const idlest = findIdlest(shelves, idleSince);
    kept -= idlest?.generations.size ?? 0;
    return idlest !== undefined && shelves.delete(idlest.account.name);
  };

  return {
    find: (name) => shelves.get(name),
    get: (name) => {
      const shelf = shelves.get(name);
      if (shelf === undefined) throw new Error(`No account is open with the name ${name}`);
      return shelf;
    },
    add: (account, realNow) => {
      if (shelves.size >= bounds.accounts && !forgetIdle(realNow - bounds.idleMs)) return false;
      shelves.set(account.name, newShelf(account, realNow));
      return true;
    },
    makeRoomIn: (shelf) => {
      const isFull = shelf.generations.size >= bounds.generationsPerAccount || kept >= bounds.generations;
      if (isFull && !forgetOldestEnded(shelf)) return false;
      kept += isFull ? 0 : 1;
      return true;
    },
  };
}

function findIdlest(shelves: ReadonlyMap<string, Shelf>, idleSince: number): Shelf | undefined {
  let idlest: Shelf | undefined;
  for (const shelf of shelves.values()) {
    if (shelf.open.size > 0 || shelf.lastSeen > idleSince) continue;
    if (idlest === undefined || shelf.lastSeen < idlest.lastSeen) idlest = shelf;
  }
  return idlest;
}
