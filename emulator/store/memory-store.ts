/** Keeps everything in this process. Each verb runs to its end without giving way, which makes it atomic. */

import type { Account } from '../domain/account.ts';
import { openClock, readClock } from '../domain/clock.ts';
import { lookAt, moveTo } from '../domain/generation.ts';
import { openLedger, reserve } from '../domain/ledger.ts';
import { admit } from '../domain/limits.ts';
import type { AccountRequest, Opened, Reservation, Reserved, Store } from '../domain/store.ts';
import { addGeneration, changeGeneration, findClaim, settleDue, waitForRoom } from './shelf.ts';
import { createShelves, type Shelves, type StoreBounds } from './shelves.ts';

/** A store in memory, bounded as told. */
export function createMemoryStore(bounds: StoreBounds): Store {
  const shelves = createShelves(bounds);
  return {
    openAccount: async (request) => openAccount(shelves, request),
    findAccount: async (name, realNow) => {
      const shelf = shelves.find(name);
      if (shelf?.account.settings.settle === 'eager') settleDue(shelf, readClock(shelf.account.clock, realNow));
      return shelf?.account;
    },
    changeClock: async (name, change) => {
      const shelf = shelves.get(name);
      shelf.account = { ...shelf.account, clock: change(shelf.account.clock) };
    },
    admit: async (name, operation, { rate, now }) => {
      const shelf = shelves.get(name);
      const admission = admit(rate, shelf.account.fullAt[operation], now);
      shelf.account = { ...shelf.account, fullAt: { ...shelf.account.fullAt, [operation]: admission.fullAt } };
      return admission;
    },
    findClaim: async (name, key, now) => findClaim(shelves.get(name), key, now),
    reserve: async (reservation) => carryOut(shelves, reservation),
    look: async (name, id, look) => changeGeneration(shelves.get(name), id, (generation) => lookAt(generation, look)),
    revise: async (name, id, step) => changeGeneration(shelves.get(name), id, step),
    move: async (name, id, { status, failure }) =>
      changeGeneration(shelves.get(name), id, (generation) => moveTo(generation, status, failure)),
  };
}

function openAccount(shelves: Shelves, request: AccountRequest): Opened {
  const shelf = shelves.find(request.name);
  if (shelf === undefined) {
    const account = newAccount(request);
    return shelves.add(account, request.realNow) ? { kind: 'open', account } : { kind: 'full' };
  }
  if (request.setUp !== '' && request.setUp !== shelf.account.setUp) return { kind: 'differs' };
  shelf.lastSeen = request.realNow;
  return { kind: 'open', account: shelf.account };
}

function newAccount({ name, setUp, settings, realNow }: AccountRequest): Account {
  return {
    name,
    settings,
    setUp,
    clock: openClock(settings.clock, realNow),
    ledger: openLedger(settings.balance),
    created: 0,
    slots: [],
    fullAt: { create: 0, get: 0, content: 0 },
  };
}

function carryOut(shelves: Shelves, { account: name, now, claim, draft, maxLive }: Reservation): Reserved {
  const shelf = shelves.get(name);
  const earlier = claim === undefined ? undefined : findClaim(shelf, claim.key, now);
  if (earlier !== undefined) return { kind: 'claimed', earlier };
  if (shelf.account.settings.settle === 'eager') settleDue(shelf, now);

  const retryMs = maxLive === undefined ? 0 : waitForRoom(shelf, maxLive, now);
  if (retryMs > 0) return { kind: 'too-many-live', retryMs };

  const { generation, slots } = draft({ number: shelf.account.created + 1, slots: shelf.account.slots });
  const ledger = reserve(shelf.account.ledger, generation.cost);
  if (ledger === undefined) return { kind: 'insufficient' };
  if (!shelves.makeRoomIn(shelf)) return { kind: 'full' };

  shelf.account = { ...shelf.account, ledger, slots, created: shelf.account.created + 1 };
  addGeneration(shelf, generation, claim);
  return { kind: 'accepted', generation };
}
