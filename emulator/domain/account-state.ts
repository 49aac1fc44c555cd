/** A whole account as plain data, for snapshots. The conversion of many generations is slow, so it runs in steps. */

import { accountOf, headOf, type Account, type AccountHead } from './account.ts';
import { countSources } from './account-generations.ts';
import { bytesOfGeneration, bytesOfRules } from './account-size.ts';
import { readClock } from './clock.ts';
import { depthOf, derivationProblem } from './derivation.ts';
import type { FaultState } from './fault-state.ts';
import type { Generation } from './generation.ts';
import type { IdempotencyRecord } from './generation.ts';
import { isBalanced } from './ledger.ts';
import type { Steps } from './derivation.ts';

/** The contents of an account at one moment. Later changes of the account do not affect the copy. */
export interface AccountCopy {
  /** The head of the account. Its clock is anchored at the moment of the copy. */
  readonly account: AccountHead;
  readonly open: readonly Generation[];
  readonly ended: readonly Generation[];
  readonly retained: readonly Generation[];
  readonly idempotency: readonly IdempotencyRecord[];
  readonly faults: FaultState;
}

/** An idempotency record in the form of a snapshot. */
export interface StoredIdempotencyRecord {
  readonly claim: Omit<IdempotencyRecord, 'generation'>;
  readonly id: string;
}

export interface AccountState {
  readonly account: AccountHead;
  /** All generations, including retained ones. Each follows its sources. */
  readonly generations: readonly Generation[];
  /** The ids of the generations whose reservation is held, oldest first. */
  readonly open: readonly string[];
  /** The ids of the settled generations, in the order in which they ended. */
  readonly ended: readonly string[];
  readonly claims: readonly StoredIdempotencyRecord[];
  readonly faults: FaultState;
}

/** Copies an account in its current state. */
export function copyAccount(account: Account, realNow: number): AccountCopy {
  const { clock, open, ended, retained, idempotency, faults } = account;
  return {
    account: { ...headOf(account), clock: { ...clock, anchor: realNow, reading: readClock(clock, realNow) } },
    open: [...open.values()],
    ended: [...ended.values()],
    retained: [...retained.values()],
    idempotency: [...idempotency.values()],
    faults: { rules: faults?.rules ?? [], counts: new Map(faults?.counts) },
  };
}

/** Converts a copy to the form of a snapshot. */
export function* toState({ account, open, ended, retained, idempotency, faults }: AccountCopy): Steps<AccountState> {
  const known = new Map<string, Generation>();
  for (const generation of [...open, ...retained, ...ended]) {
    known.set(generation.id, generation);
    yield;
  }
  const generations = new Map<string, Generation>();
  for (const generation of [...open, ...ended]) {
    addWithSources(known, generation, generations);
    yield;
  }
  return {
    account,
    generations: [...generations.values()],
    open: open.map(({ id }) => id),
    ended: ended.map(({ id }) => id),
    claims: idempotency.map(({ generation: id, ...claim }) => ({ claim, id })),
    faults,
  };
}

/** Builds an account from a state. `stateProblem` must have accepted the state. */
export function* fromState(state: AccountState): Steps<Account> {
  const account = accountOf(state.account);
  const left = new Map<string, Generation>();
  const depths = new Map<string, number>();
  for (const stored of state.generations) {
    const generation = withDepth(stored, depths);
    left.set(generation.id, generation);
    countSources(account, generation);
    account.bytes += bytesOfGeneration(generation);
    yield;
  }
  yield* moveAll(state.open, left, account.open);
  yield* moveAll(state.ended, left, account.ended);
  for (const [id, generation] of left) account.retained.set(id, generation);
  for (const { claim, id } of state.claims) {
    account.idempotency.set(claim.key, { ...claim, generation: id });
    yield;
  }
  account.faults = state.faults;
  account.bytes += bytesOfRules(state.faults.rules);
  return account;
}

/** Returns the reason why a state cannot be restored, or undefined if it is valid. */
export function* stateProblem({ account, generations, open, ended }: AccountState): Steps<string | undefined> {
  const derivation = yield* derivationProblem(generations);
  if (derivation !== undefined) return `generation ${derivation}`;
  const known = new Map<string, Generation>();
  for (const generation of generations) {
    if (known.has(generation.id)) return `generation ${generation.id} appears twice`;
    known.set(generation.id, generation);
    yield;
  }
  const listed = new Set<string>();
  let held = 0;
  for (const [ids, isHeld] of [[open, true] as const, [ended, false] as const]) {
    for (const id of ids) {
      const generation = known.get(id);
      if (generation === undefined) return `generation ${id} is listed, but missing`;
      if (listed.has(id)) return `generation ${id} is listed twice`;
      listed.add(id);
      const problem = isHeld ? heldProblem(generation) : settledProblem(generation);
      if (problem !== undefined) return `generation ${id} ${problem}`;
      if (isHeld) held += generation.cost;
      yield;
    }
  }
  if (held !== account.ledger.reserved) return 'the ledger does not hold the reservations of the open generations';
  return isBalanced(account.ledger) ? undefined : 'the ledger does not balance';
}

function heldProblem({ status, refund }: Generation): string | undefined {
  const isFinal = status === 'completed' || status === 'failed';
  return isFinal && refund === undefined ? 'has ended, but its reservation is listed as held' : undefined;
}

function settledProblem({ status }: Generation): string | undefined {
  return status === 'completed' || status === 'failed' ? undefined : 'has not ended, but is listed as settled';
}

/** Adds a generation after its sources. Chains may be long, so the depth-first search is not recursive. */
function addWithSources(
  known: ReadonlyMap<string, Generation>,
  generation: Generation,
  found: Map<string, Generation>,
): void {
  const waiting = [generation];
  for (let next = waiting.at(-1); next !== undefined; next = waiting.at(-1)) {
    const missing = next.assignment.sources.find(({ id }) => !found.has(id) && known.has(id));
    const source = missing === undefined ? undefined : known.get(missing.id);
    if (source !== undefined) {
      waiting.push(source);
      continue;
    }
    found.set(next.id, next);
    waiting.pop();
  }
}

/** Returns the generation with the depth that follows from its sources. The depth in the snapshot is ignored. */
function withDepth(generation: Generation, depths: Map<string, number>): Generation {
  const depth = depthOf(generation, depths);
  if (depth > 0) depths.set(generation.id, depth);
  if (generation.assignment.depth === depth) return generation;
  return { ...generation, assignment: { ...generation.assignment, depth } };
}

function* moveAll(ids: readonly string[], from: Map<string, Generation>, to: Map<string, Generation>): Steps<void> {
  for (const id of ids) {
    const generation = from.get(id);
    if (generation === undefined) continue;
    to.set(id, generation);
    from.delete(id);
    yield;
  }
}
