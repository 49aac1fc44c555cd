/** The counts of rules in an account, limited in number and by the remaining memory. */

import type { Account } from '../domain/account.ts';
import { emptyFaultState, type FaultState, type RuleCount } from '../domain/fault-state.ts';
import type { NamedRule } from './rule.ts';

/** The origin of a rule: the server, the account or a scenario. Rules of different scopes may have the same id. */
export type RuleScope = 'all' | 'own' | 'scenario';

/** A count, and whether memory for another count is left. */
export interface Counted {
  readonly count: RuleCount;
  readonly isFull?: boolean | undefined;
}

/** The most counts of an account. Above it, the oldest count of a single generation is dropped. */
export const MOST_COUNTS = 100_000;
/** The characters of an id that distinguish counts. Ids of generations are shorter, but a path may be longer. */
const LONGEST_ID = 64;

/** Returns the name of a count. A rule that counts per generation has a count for each generation. */
export function countName(rule: NamedRule, generation = ''): string {
  return rule.when.per === 'generation' ? `${rule.id}@${generation.slice(0, LONGEST_ID)}` : rule.id;
}

/** Returns the rules and counts of an account, and creates them if the account has none. */
export function stateOf(account: Account): FaultState {
  if (account.faults === undefined) {
    account.faults = emptyFaultState();
    account.changes.hasNewRules = true;
    account.changes.isDirty = true;
  }
  return account.faults;
}

/** Stores a count. A new count without room replaces the oldest count of a generation. */
export function keepCount(account: Account, key: string, { count, isFull = false }: Counted): void {
  const { counts } = stateOf(account);
  const isNew = !counts.has(key);
  if (isNew && (isFull || counts.size >= MOST_COUNTS)) {
    const oldest = oldestOfGeneration(counts);
    if (oldest !== undefined) drop(account, counts, oldest);
  }
  counts.set(key, count);
  account.changes.faultCounts.push(key);
  account.changes.isDirty = true;
}

/** Drops all counts of these rules. */
export function dropCounts(account: Account, scope: RuleScope, rules: readonly NamedRule[]): void {
  const ids = new Set(rules.map(({ id }) => `${scope} ${id}`));
  const { counts } = stateOf(account);
  for (const key of counts.keys()) {
    const [rule = ''] = key.split('@');
    if (ids.has(rule)) drop(account, counts, key);
  }
}

export function clearCounts(account: Account): void {
  const { counts } = stateOf(account);
  for (const key of counts.keys()) drop(account, counts, key);
  account.changes.isDirty = true;
}

function drop(account: Account, counts: FaultState['counts'], key: string): void {
  counts.delete(key);
  account.changes.faultCounts.push(key);
  account.changes.isDirty = true;
}

/** Finds the oldest count of a generation. A count of the whole account stays, or a spent rule would fire again. */
function oldestOfGeneration(counts: ReadonlyMap<string, RuleCount>): string | undefined {
  for (const key of counts.keys()) if (key.includes('@')) return key;
  return undefined;
}
