/** Keeps everything in this process. Each verb runs to its end without giving way, which makes it atomic. */

import type { Account } from '../domain/account.ts';
import { openClock, readClock } from '../domain/clock.ts';
import { lookAt, moveTo, type Generation } from '../domain/generation.ts';
import { openLedger, reserve, type Ledger } from '../domain/ledger.ts';
import { admit } from '../domain/limits.ts';
import type { AccountRequest, Opened, Reservation, Reserved, Store } from '../domain/store.ts';
import {
  addGeneration,
  changeGeneration,
  findClaim,
  findGeneration,
  settleDue,
  waitForRoom,
  type Shelf,
} from './shelf.ts';
import { createShelves, type Shelves, type StoreBounds } from './shelves.ts';

/** A store in memory, bounded as told. */
export function createMemoryStore(bounds: StoreBounds): Store {
  const shelves = createShelves(bounds);
  return {
    openAccount: async (request, realNow) => openAccount(shelves, request, realNow),
    findAccount: async (name, realNow) => {
      const shelf = shelves.find(name);
      if (shelf?.account.settings.settle === 'eager') settleDue(shelf, readClock(shelf.account.clock, realNow));
      return shelf?.account;
    },
    changeAccount: async (name, step) => {
      return inShelf(shelves, name, (shelf) => {
        shelf.account = step(shelf.account);
        return shelf.account;
      });
    },
    admit: async (name, operation, { rate, now }) => {
      const shelf = shelves.find(name);
      const admission = admit(rate, shelf?.account.fullAt[operation] ?? 0, now);
      if (shelf !== undefined) {
        shelf.account = { ...shelf.account, fullAt: { ...shelf.account.fullAt, [operation]: admission.fullAt } };
      }
      return admission;
    },
    findClaim: async (name, key, now) => inShelf(shelves, name, (shelf) => findClaim(shelf, key, now)),
    reserve: async (reservation) => {
      return (
        inShelf(shelves, reservation.account, (shelf) => carryOut(shelves, shelf, reservation)) ?? { kind: 'full' }
      );
    },
    find: async (name, id) => inShelf(shelves, name, (shelf) => findGeneration(shelf, id)),
    look: async (name, id, look) => {
      return inShelf(shelves, name, (shelf) => changeGeneration(shelf, id, (generation) => lookAt(generation, look)));
    },
    revise: async (name, id, step) => inShelf(shelves, name, (shelf) => changeGeneration(shelf, id, step)),
    move: async (name, id, { status, failure }) => {
      const step = (generation: Generation) => moveTo(generation, status, failure);
      return inShelf(shelves, name, (shelf) => changeGeneration(shelf, id, step));
    },
  };
}

/** An account that idled through a slow upload may have made room meanwhile; then there is nothing to be found in it. */
function inShelf<Result>(shelves: Shelves, name: string, step: (shelf: Shelf) => Result): Result | undefined {
  const shelf = shelves.find(name);
  return shelf === undefined ? undefined : step(shelf);
}

function openAccount(shelves: Shelves, request: AccountRequest, realNow: number): Opened {
  const shelf = shelves.find(request.name);
  if (shelf === undefined) {
    const account = newAccount(request, realNow);
    return shelves.add(account, realNow) ? { kind: 'open', account } : { kind: 'full' };
  }
  if (request.setUp !== '' && request.setUp !== shelf.account.setUp) return { kind: 'differs' };
  shelf.lastSeen = realNow;
  return { kind: 'open', account: shelf.account };
}

function newAccount({ name, setUp, settings }: AccountRequest, realNow: number): Account {
  return {
    name,
    settings,
    setUp,
    clock: openClock(settings.clock, realNow),
    ledger: openLedger(settings.balance),
    created: 0,
    isRevoked: false,
    slots: [],
    fullAt: { create: 0, get: 0, content: 0 },
  };
}

function carryOut(shelves: Shelves, shelf: Shelf, { now, realNow, claim, draft, maxLive }: Reservation): Reserved {
  const earlier = claim === undefined ? undefined : findClaim(shelf, claim.key, now);
  if (earlier !== undefined) return { kind: 'claimed', earlier };
  if (shelf.account.settings.settle === 'eager') settleDue(shelf, now);

  const retryMs = maxLive === undefined ? 0 : waitForRoom(shelf, maxLive, now);
  if (retryMs > 0) return { kind: 'too-many-live', retryMs };

  const { generation, slots } = draft({ number: shelf.account.created + 1, slots: shelf.account.slots });
  const hold = (): Ledger | undefined => reserve(shelf.account.ledger, generation.cost);
  if (hold() === undefined) return { kind: 'insufficient' };
  if (!shelves.makeRoomIn(shelf, realNow)) return { kind: 'full' };
  // Only now, because making room may have settled an ended generation of this account.
  const ledger = hold();
  if (ledger === undefined) return { kind: 'insufficient' };

  shelf.account = { ...shelf.account, ledger, slots, created: shelf.account.created + 1 };
  addGeneration(shelf, generation, claim);
  return { kind: 'accepted', generation };
}
