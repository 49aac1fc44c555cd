/** A whole account as plain data, for snapshots: what it holds by reference is named by id instead. */

import type { Account } from './account.ts';
import { readClock } from './clock.ts';
import type { Assignment, Generation } from './generation.ts';
import { isBalanced } from './ledger.ts';
import type { Claim } from './claim.ts';

/** A generation whose sources are ids. */
export interface StoredGeneration extends Omit<Generation, 'assignment'> {
  readonly assignment: Omit<Assignment, 'sources'> & { readonly sources: readonly StoredSource[] };
}

export interface StoredSource {
  readonly id: string;
  readonly handles: readonly string[];
}

export interface StoredClaim {
  readonly claim: Claim;
  readonly id: string;
}

export interface AccountState {
  /** Its clock stands as it read when the state was taken, and goes on from there when the state is put back. */
  readonly account: Account;
  /** Sources before what was made from them; among them those that the account itself has forgotten. */
  readonly generations: readonly StoredGeneration[];
  /** Ids of those whose reservation is held, oldest first. */
  readonly open: readonly string[];
  /** Ids of those that are settled, in the order in which they ended. */
  readonly ended: readonly string[];
  readonly claims: readonly StoredClaim[];
}

/** What an account holds, while it is in a store. */
export interface Holdings {
  readonly account: Account;
  readonly open: ReadonlyMap<string, Generation>;
  readonly ended: ReadonlyMap<string, Generation>;
  readonly claims: ReadonlyMap<string, StoredClaim>;
}

/** Takes the state of an account. */
export function toState({ account, open, ended, claims }: Holdings, realNow: number): AccountState {
  const generations = new Map<string, StoredGeneration>();
  for (const generation of [...open.values(), ...ended.values()]) store(generation, generations);
  return {
    account: { ...account, clock: { ...account.clock, anchor: realNow, reading: readClock(account.clock, realNow) } },
    generations: [...generations.values()],
    open: [...open.keys()],
    ended: [...ended.keys()],
    claims: [...claims.values()],
  };
}

/** Makes an account's holdings of its state; the clock starts from now. The state has to be sound. */
export function fromState(state: AccountState, realNow: number): Holdings {
  const generations = new Map<string, Generation>();
  for (const stored of state.generations) generations.set(stored.id, load(stored, generations));
  return {
    account: { ...state.account, clock: { ...state.account.clock, anchor: realNow } },
    open: pick(generations, state.open),
    ended: pick(generations, state.ended),
    claims: new Map(state.claims.map((taken) => [taken.claim.key, taken])),
  };
}

/** An account with nothing in it. */
export function emptyHoldings(account: Account): Holdings {
  return { account, open: new Map(), ended: new Map(), claims: new Map() };
}

/** The same, as state. */
export function emptyState(account: Account): AccountState {
  return { account, generations: [], open: [], ended: [], claims: [] };
}

/** Says why a state cannot be put back, or nothing when it is sound. */
export function stateProblem({ account, generations, open, ended }: AccountState): string | undefined {
  const known = new Map<string, StoredGeneration>();
  for (const generation of generations) {
    const missing = generation.assignment.sources.find(({ id }) => !known.has(id));
    if (missing !== undefined)
      return `generation ${generation.id} names the source ${missing.id}, which is not before it`;
    const depths = generation.assignment.sources.map(({ id }) => (known.get(id)?.assignment.depth ?? 0) + 1);
    if (generation.assignment.depth !== Math.max(0, ...depths))
      return `generation ${generation.id} has a depth that does not follow from its sources`;
    known.set(generation.id, generation);
  }
  const lost = [...open, ...ended].find((id) => !known.has(id));
  if (lost !== undefined) return `generation ${lost} is listed but not there`;
  const live = open.find((id) => isFinal(known.get(id)) && known.get(id)?.refund === undefined);
  const settled = ended.find((id) => !isFinal(known.get(id)));
  if (live !== undefined) return `generation ${live} has ended, but its reservation is listed as held`;
  if (settled !== undefined) return `generation ${settled} has not ended, but is listed as settled`;
  const held = open.reduce((sum, id) => sum + (known.get(id)?.cost ?? 0), 0);
  if (held !== account.ledger.reserved) return 'the ledger does not hold the reservations of the open generations';
  return isBalanced(account.ledger) ? undefined : 'the ledger does not balance';
}

function isFinal(generation: StoredGeneration | undefined): boolean {
  return generation?.status === 'completed' || generation?.status === 'failed';
}

function store(generation: Generation, stored: Map<string, StoredGeneration>): void {
  if (stored.has(generation.id)) return;
  const { sources, ...assignment } = generation.assignment;
  for (const source of sources) store(source.generation, stored);
  const named = sources.map(({ generation: { id }, handles }) => ({ id, handles }));
  stored.set(generation.id, { ...generation, assignment: { ...assignment, sources: named } });
}

function load({ assignment, ...stored }: StoredGeneration, loaded: ReadonlyMap<string, Generation>): Generation {
  const sources = assignment.sources.flatMap(({ id, handles }) => {
    const generation = loaded.get(id);
    return generation === undefined ? [] : [{ generation, handles }];
  });
  return { ...stored, assignment: { ...assignment, sources } };
}

function pick(generations: ReadonlyMap<string, Generation>, ids: readonly string[]): Map<string, Generation> {
  const picked = new Map<string, Generation>();
  for (const id of ids) {
    const generation = generations.get(id);
    if (generation !== undefined) picked.set(id, generation);
  }
  return picked;
}
