/** Keeps everything in this process. Each verb runs to its end without giving way, which makes it atomic. */

import { emptyHoldings, fromState, toState } from '../domain/account-state.ts';
import { newAccount, withCreated, type Account } from '../domain/account.ts';
import { readClock } from '../domain/clock.ts';
import { isEndedBy, lookAt, moveTo, type Generation } from '../domain/generation.ts';
import { isBalanced, reserve, type Ledger } from '../domain/ledger.ts';
import { admit } from '../domain/limits.ts';
import { eventsIn, idleAt, type Passed } from '../domain/time-events.ts';
import type { AccountRequest, Opened, Reservation, Reserved, Store, StoreWatch, TimeStep } from '../domain/store.ts';
import type { Trace } from '../domain/trace.ts';
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
export function createMemoryStore(bounds: StoreBounds, watch?: StoreWatch): Store {
  const shelves = createShelves(bounds, watch);
  return {
    ...accountVerbs(shelves),
    ...generationVerbs(shelves),
  };
}

type GenerationVerb = 'findClaim' | 'reserve' | 'list' | 'find' | 'look' | 'revise' | 'move';

function accountVerbs(shelves: Shelves): Omit<Store, GenerationVerb> {
  return {
    openAccount: (request, realNow) => openAccount(shelves, request, realNow),
    findAccount: async (name, realNow) => {
      const shelf = shelves.find(name);
      if (shelf?.account.settings.settle === 'eager') settleDue(shelf, readClock(shelf.account.clock, realNow));
      return shelf?.account;
    },
    listAccounts: async () => Array.from(shelves.all(), ({ account }) => account),
    changeAccount: async (name, step, traced) =>
      inShelf(shelves, name, (shelf) => {
        const { ledger } = shelf.account;
        shelf.account = balanced(step(shelf.account));
        takeDown(traced?.trace, shelf, { ledger });
        return shelf.account;
      }),
    deleteAccount: async (name) => shelves.remove(name),
    exportAccount: async (name, realNow) => inShelf(shelves, name, (shelf) => toState(shelf, realNow)),
    importAccount: async (state, realNow) => shelves.put(fromState(state, realNow), realNow),
    passTime: async (name, step, realNow) => inShelf(shelves, name, (shelf) => passTime(shelf, step, realNow)),
    admit: async (name, operation, { rate, now }) => {
      const shelf = shelves.find(name);
      const admission = admit(rate, shelf?.account.fullAt[operation] ?? 0, now);
      if (shelf !== undefined) {
        shelf.account = { ...shelf.account, fullAt: { ...shelf.account.fullAt, [operation]: admission.fullAt } };
      }
      return admission;
    },
  };
}

function generationVerbs(shelves: Shelves): Pick<Store, GenerationVerb> {
  return {
    findClaim: async (name, key, now) => inShelf(shelves, name, (shelf) => findClaim(shelf, key, now)),
    reserve: (reservation) => {
      return (
        inShelf(shelves, reservation.account, (shelf) => carryOut(shelves, shelf, reservation)) ?? { kind: 'full' }
      );
    },
    list: async (name) => inShelf(shelves, name, newestFirst) ?? [],
    find: async (name, id) => inShelf(shelves, name, (shelf) => findGeneration(shelf, id)),
    look: (name, id, look) => {
      return inShelf(shelves, name, (shelf) => {
        const before = findGeneration(shelf, id);
        const { ledger } = shelf.account;
        const after = changeGeneration(shelf, id, (generation) => lookAt(generation, look));
        if (before !== undefined && after !== undefined) takeDown(look.trace, shelf, { ledger, before, after });
        return after;
      });
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
    return shelves.put(emptyHoldings(account), realNow) ? { kind: 'open', account } : { kind: 'full' };
  }
  if (request.setUp !== '' && request.setUp !== shelf.account.setUp) return { kind: 'differs' };
  shelf.lastSeen = realNow;
  return { kind: 'open', account: shelf.account };
}

function balanced(account: Account): Account {
  if (!isBalanced(account.ledger)) throw new Error(`The ledger of an account would not balance: ${account.name}`);
  return account;
}

function passTime(shelf: Shelf, step: TimeStep, realNow: number): Passed {
  const from = readClock(shelf.account.clock, realNow);
  const clock = step(shelf.account.clock, idleAt(shelf.open.values()));
  const span = { from, to: readClock(clock, realNow) };
  const events = eventsIn({ account: shelf.account, open: shelf.open.values(), claims: shelf.claims.values() }, span);
  shelf.account = { ...shelf.account, clock };
  if (shelf.account.settings.settle === 'eager') settleDue(shelf, span.to);
  const live = Array.from(shelf.open.values()).filter((generation) => !isEndedBy(generation, span.to));
  return { ...span, account: shelf.account, events, live };
}

/** By the account's clock; what was created at one moment keeps its order. */
function newestFirst({ open, ended }: Shelf): Generation[] {
  return [...open.values(), ...ended.values()].toSorted((a, b) => a.createdAt - b.createdAt).reverse();
}

/** Eager settling and making room are part of the verb, so the books may change even where nothing is reserved. */
function carryOut(shelves: Shelves, shelf: Shelf, reservation: Reservation): Reserved {
  const { ledger } = shelf.account;
  const reserved = reserveIn(shelves, shelf, reservation);
  const after = reserved.kind === 'accepted' ? reserved.generation : undefined;
  takeDown(reservation.trace, shelf, { ledger, after });
  return reserved;
}

interface Taken {
  /** The books before the verb. */
  readonly ledger: Ledger;
  readonly before?: Generation | undefined;
  readonly after?: Generation | undefined;
}

function takeDown(trace: Trace | undefined, { account }: Shelf, { ledger, before, after }: Taken): void {
  const isSettled = account.ledger !== ledger;
  if (trace === undefined || (before === after && !isSettled)) return;
  trace.steps.push({
    generation: after?.id,
    statusBefore: before?.status,
    statusAfter: after?.status,
    booksBefore: isSettled ? ledger : undefined,
    booksAfter: isSettled ? account.ledger : undefined,
  });
}

function reserveIn(shelves: Shelves, shelf: Shelf, { now, realNow, claim, draft, maxLive }: Reservation): Reserved {
  const earlier = claim === undefined ? undefined : findClaim(shelf, claim.key, now);
  if (earlier !== undefined) return { kind: 'claimed', earlier };
  if (shelf.account.settings.settle === 'eager') settleDue(shelf, now);

  const retryMs = maxLive === undefined ? 0 : waitForRoom(shelf, maxLive, now);
  if (retryMs > 0) return { kind: 'too-many-live', retryMs };

  const { generation, slots } = draft({ number: shelf.account.created + 1, slots: shelf.account.slots });
  if (shelf.account.ledger.balance < generation.cost) return { kind: 'insufficient' };
  if (!shelves.makeRoomIn(shelf, realNow)) return { kind: 'full' };
  // Only now, because making room may have settled an ended generation of this account.
  const ledger = reserve(shelf.account.ledger, generation.cost);
  if (ledger === undefined) return { kind: 'insufficient' };

  shelf.account = withCreated(shelf.account, ledger, slots);
  addGeneration(shelf, generation, claim);
  return { kind: 'accepted', generation };
}
