/** The counts of rules in an account: within a bound of counts, and within the memory that is left. */

import type { Account } from '../domain/account.ts';
import { bytesOfCount } from '../domain/account-size.ts';
import { emptyFaultState, type FaultState, type RuleCount } from '../domain/fault-state.ts';
import type { NamedRule } from './rule.ts';

/** Where a rule comes from: an account's own rule and one of the server's may have the same name. */
export type RuleScope = 'all' | 'own' | 'scenario';

/** A count, and whether there is memory for another. */
export interface Counted {
  readonly count: RuleCount;
  readonly isFull?: boolean | undefined;
}

/** The most counts of an account. Beyond it, the oldest count of a single generation is dropped. */
export const MOST_COUNTS = 100_000;
/** Characters of an id that tell counts apart. No id of ours is longer, but a path may be. */
const LONGEST_ID = 64;

/** A rule that counts per generation has a count for each. */
export function countedName(rule: NamedRule, generation = ''): string {
  return rule.when.per === 'generation' ? `${rule.id}@${generation.slice(0, LONGEST_ID)}` : rule.id;
}

/** The rules and counts of an account, which may have had none so far. */
export function stateOf(account: Account): FaultState {
  if (account.faults === undefined) {
    account.faults = emptyFaultState();
    account.changes.hasNewRules = true;
    account.changes.isDirty = true;
  }
  return account.faults;
}

/**
 * Keeps a count in place of the earlier count. If a new count has no room, the oldest count of a generation is dropped.
 */
export function keepCount(account: Account, counted: string, { count, isFull = false }: Counted): void {
  const { counts } = stateOf(account);
  const isNew = !counts.has(counted);
  if (isNew && (isFull || counts.size >= MOST_COUNTS)) {
    const oldest = oldestOfGeneration(counts);
    if (oldest !== undefined) drop(account, counts, oldest);
  }
  if (isNew) account.bytes += bytesOfCount(counted);
  counts.set(counted, count);
  account.changes.faultCounts.push(counted);
  account.changes.isDirty = true;
}

/** Drops all counts of these rules. */
export function dropCounts(account: Account, scope: RuleScope, rules: readonly NamedRule[]): void {
  const ids = new Set(rules.map(({ id }) => `${scope} ${id}`));
  const { counts } = stateOf(account);
  for (const counted of counts.keys()) {
    const [rule = ''] = counted.split('@');
    if (ids.has(rule)) drop(account, counts, counted);
  }
}

/** Drops all counts. */
export function clearCounts(account: Account): void {
  const { counts } = stateOf(account);
  for (const counted of counts.keys()) drop(account, counts, counted);
  account.changes.isDirty = true;
}

function drop(account: Account, counts: FaultState['counts'], counted: string): void {
  counts.delete(counted);
  account.bytes -= bytesOfCount(counted);
  account.changes.faultCounts.push(counted);
  account.changes.isDirty = true;
}

/** Counts for the whole account are never dropped: a rule that has had its only hit would fire again. */
function oldestOfGeneration(counts: ReadonlyMap<string, RuleCount>): string | undefined {
  for (const counted of counts.keys()) if (counted.includes('@')) return counted;
  return undefined;
}
