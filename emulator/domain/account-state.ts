/** A whole account as plain data, for snapshots and forks. Work on many generations is slow, so it runs in steps. */

import { accountOf, COLLECTIONS, headOf } from './account.ts';
import type { Account, AccountHead, CollectionName, FaultState } from './account.ts';
import { countSources } from './account-generations.ts';
import { bytesOfGeneration, bytesOfRules } from './account-size.ts';
import { readClock } from './clock.ts';
import { derivationProblem, type Steps } from './derivation.ts';
import type { Generation, IdempotencyRecord } from './generation.ts';
import { isBalanced } from './ledger.ts';

/** The contents of an account at one moment. Each collection keeps its order. */
export interface AccountState extends Readonly<Record<CollectionName, readonly Generation[]>> {
  /** The head of the account. Its clock is anchored at the moment of the copy. */
  readonly account: AccountHead;
  readonly idempotency: readonly IdempotencyRecord[];
  readonly faults: FaultState;
}

/** Copies an account in its current state. Later changes of the account do not affect the copy. */
export function copyAccount(account: Account, realNow: number): AccountState {
  const { clock, open, ended, idempotency, faults } = account;
  return {
    account: { ...headOf(account), clock: { ...clock, anchor: realNow, reading: readClock(clock, realNow) } },
    open: [...open.values()],
    ended: [...ended.values()],
    idempotency: [...idempotency.values()],
    faults: { rules: faults?.rules ?? [], counts: new Map(faults?.counts) },
  };
}

/** Builds an account from a state. `stateProblem` must have accepted the state. */
export function* fromState(state: AccountState): Steps<Account> {
  const account = accountOf(state.account);
  for (const name of COLLECTIONS) {
    for (const generation of state[name]) {
      account[name].set(generation.id, generation);
      countSources(account, generation);
      account.bytes += bytesOfGeneration(generation);
      yield;
    }
  }
  for (const record of state.idempotency) {
    account.idempotency.set(record.key, record);
    yield;
  }
  account.faults = state.faults;
  account.bytes += bytesOfRules(state.faults.rules);
  return account;
}

/** Returns the reason why a state cannot be restored, or undefined if it is valid. */
export function* stateProblem(state: AccountState): Steps<string | undefined> {
  const { ledger } = state.account;
  const known = new Map<string, Generation>();
  let held = 0;
  for (const name of COLLECTIONS) {
    for (const generation of state[name]) {
      const problem = known.has(generation.id) ? 'appears twice' : statusProblem(name, generation);
      if (problem !== undefined) return `generation ${generation.id} ${problem}`;
      known.set(generation.id, generation);
      if (name === 'open') held += generation.cost;
      yield;
    }
  }
  const derivation = yield* derivationProblem(known);
  if (derivation !== undefined) return `generation ${derivation}`;
  if (held !== ledger.reserved) return 'the ledger does not hold the reservations of the open generations';
  return isBalanced(ledger) ? undefined : 'the ledger does not balance';
}

function statusProblem(name: CollectionName, { status, refund }: Generation): string | undefined {
  const hasEnded = status === 'completed' || status === 'failed';
  if (name !== 'open') return hasEnded ? undefined : 'has not ended, but is listed as settled';
  return hasEnded && refund === undefined ? 'has ended, but its reservation is listed as held' : undefined;
}
