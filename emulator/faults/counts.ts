/** The counts of rules in an account, limited in number and by the remaining memory. */

import type { Account, FaultState, RuleCount } from '../domain/account.ts';
import type { NamedRule } from './rule.ts';

export interface RulesOfScope {
  /** The origin of the rules: the server, the account or a scenario. Rules of different scopes may have the same id. */
  readonly scope: 'all' | 'own' | 'scenario';
  readonly rules: readonly NamedRule[];
  /** Whether the rules became known after the arrival. Rules for the arrival then act at the current point. */
  readonly isLate?: boolean;
}

/** The most counts of an account. Above it, the oldest count of a single generation is dropped. */
export const MOST_COUNTS = 100_000;
/** The characters of an id that distinguish counts. Ids of generations are shorter, but a path may be longer. */
const LONGEST_ID = 64;

/** Returns the name of a count. A rule that counts per generation has a count for each generation. */
export function countName(rule: NamedRule, generation = ''): string {
  // A joined string does not retain the long text from which the id was cut.
  return rule.when.per === 'generation' ? [rule.id, generation.slice(0, LONGEST_ID)].join('@') : rule.id;
}

/** Returns the scope and the id of the rule of a count. An id contains no `@`. */
export function ruleOfCount(key: string): string {
  const at = key.indexOf('@');
  return at < 0 ? key : key.slice(0, at);
}

/** Returns the rules and counts of an account, and creates them if the account has none. */
export function stateOf(account: Account): FaultState {
  if (account.faults === undefined) {
    account.faults = { rules: [], counts: new Map() };
    account.changes.hasNewRules = true;
    account.changes.isDirty = true;
  }
  return account.faults;
}

/**
 * Stores a count. Without room for a new count, drops the oldest count of a generation. Counts of the whole account
 * stay, or a spent rule would fire again.
 */
export function keepCount(
  account: Account,
  key: string,
  { count, isFull = false }: { readonly count: RuleCount; readonly isFull?: boolean | undefined },
): void {
  const { counts } = stateOf(account);
  if (!counts.has(key) && (isFull || counts.size >= MOST_COUNTS)) {
    for (const oldest of counts.keys()) {
      if (!oldest.includes('@')) continue;
      drop(account, oldest);
      break;
    }
  }
  counts.set(key, count);
  noteCount(account, key);
}

/** Drops the counts of these rules, or all counts. */
export function dropCounts(account: Account, dropped?: RulesOfScope): void {
  const names = dropped && new Set(dropped.rules.map(({ id }) => `${dropped.scope} ${id}`));
  for (const key of stateOf(account).counts.keys()) if (names?.has(ruleOfCount(key)) !== false) drop(account, key);
}

function drop(account: Account, key: string): void {
  stateOf(account).counts.delete(key);
  noteCount(account, key);
}

function noteCount({ changes }: Account, key: string): void {
  changes.faultCounts.push(key);
  changes.isDirty = true;
}
