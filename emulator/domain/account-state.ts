/** A whole account as plain data, for snapshots and for stores. */

import { accountOf, type Account, type AccountHead } from './account.ts';
import { countSources, findSource } from './account-generations.ts';
import { bytesOfAccount } from './account-size.ts';
import { readClock } from './clock.ts';
import { depthOf, derivationProblem } from './derivation.ts';
import type { Generation } from './generation.ts';
import type { IdempotencyRecord } from './idempotency-record.ts';
import { isBalanced } from './ledger.ts';

/** An idempotency record as a snapshot has it. */
export interface StoredIdempotencyRecord {
  readonly claim: Omit<IdempotencyRecord, 'generation'>;
  readonly id: string;
}

export interface AccountState {
  /** Its clock is anchored at the snapshot and continues from that reading when the state is restored. */
  readonly account: AccountHead;
  /** Sources before the generations made from them; retained ones included. */
  readonly generations: readonly Generation[];
  /** Ids of generations whose reservation is held, oldest first. */
  readonly open: readonly string[];
  /** Ids of settled generations, in the order in which they ended. */
  readonly ended: readonly string[];
  readonly claims: readonly StoredIdempotencyRecord[];
}

/** Takes the state of an account. */
export function toState(account: Account, realNow: number): AccountState {
  const { open, ended, idempotency } = account;
  const generations = new Map<string, Generation>();
  for (const generation of [...open.values(), ...ended.values()]) addWithSources(account, generation, generations);
  const { clock } = account;
  return {
    account: { ...headOf(account), clock: { ...clock, anchor: realNow, reading: readClock(clock, realNow) } },
    generations: [...generations.values()],
    open: [...open.keys()],
    ended: [...ended.keys()],
    claims: Array.from(idempotency.values(), ({ generation: id, ...claim }) => ({ claim, id })),
  };
}

/** Restores an account; its clock continues from now. The state has to be sound: see `stateProblem`. */
export function fromState(state: AccountState, realNow: number): Account {
  const account = accountOf({ ...state.account, clock: { ...state.account.clock, anchor: realNow } });
  const left = new Map(withDepths(state.generations).map((generation) => [generation.id, generation]));
  moveAll(state.open, left, account.open);
  moveAll(state.ended, left, account.ended);
  for (const [id, generation] of left) account.retained.set(id, generation);
  for (const generation of state.generations) countSources(account, generation);
  for (const { claim, id } of state.claims) account.idempotency.set(claim.key, { ...claim, generation: id });
  account.bytes = bytesOfAccount(account);
  return account;
}

/** Says why a state cannot be restored, or nothing when it is sound. */
export function stateProblem({ account, generations, open, ended }: AccountState): string | undefined {
  const derivation = derivationProblem(generations);
  if (derivation !== undefined) return `generation ${derivation}`;
  const known = new Map(generations.map((generation) => [generation.id, generation]));
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

/** The single values of an account, without its collections. */
export function headOf(account: AccountHead): AccountHead {
  const { name, origin, settings, setUp, clock, ledger, isRevoked, revokedKeys, scenarios, created, slots, fullAt } =
    account;
  return { name, origin, settings, setUp, clock, ledger, isRevoked, revokedKeys, scenarios, created, slots, fullAt };
}

function isFinal(generation: Generation | undefined): boolean {
  return generation?.status === 'completed' || generation?.status === 'failed';
}

/** Depth first, without recursion: chains of derived generations may be long. */
function addWithSources(account: Account, generation: Generation, found: Map<string, Generation>): void {
  const waiting = [generation];
  for (let next = waiting.at(-1); next !== undefined; next = waiting.at(-1)) {
    const missing = next.assignment.sources.find(({ id }) => !found.has(id) && findSource(account, id) !== undefined);
    const source = missing === undefined ? undefined : findSource(account, missing.id);
    if (source !== undefined) {
      waiting.push(source);
      continue;
    }
    found.set(next.id, next);
    waiting.pop();
  }
}

/** The depth is computed from the sources, whatever the snapshot says. */
function withDepths(generations: readonly Generation[]): readonly Generation[] {
  const depths = new Map<string, number>();
  return generations.map((generation) => {
    const depth = depthOf(generation, depths);
    if (depth > 0) depths.set(generation.id, depth);
    if (generation.assignment.depth === depth) return generation;
    return { ...generation, assignment: { ...generation.assignment, depth } };
  });
}

function moveAll(ids: readonly string[], from: Map<string, Generation>, to: Map<string, Generation>): void {
  for (const id of ids) {
    const generation = from.get(id);
    if (generation === undefined) continue;
    to.set(id, generation);
    from.delete(id);
  }
}
