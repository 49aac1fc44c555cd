/** The fault rules of one account and their counts: a part of the aggregate. `faults/` evaluates them. */

import type { OperationName } from '../../contract/error-entry.ts';
import type { NamedRule } from '../faults/rule.ts';

/** The counts of a rule: when it saw its first request, how many matched, how often it fired. */
export interface RuleCount {
  /** When the first request matched. */
  readonly since?: number | undefined;
  /** When the rule was added to an account that was open already; its time to live begins then. */
  readonly added?: number | undefined;
  readonly seen: number;
  readonly hits: number;
  /**
   * How many requests have taken a draw index, by operation: a draw must not depend on how the requests of different
   * operations interleave.
   */
  readonly drawn: Readonly<Partial<Record<OperationName, number>>>;
}

/** A rule that has seen nothing yet. */
export const NO_COUNT: RuleCount = { seen: 0, hits: 0, drawn: {} };

export interface FaultState {
  /** The account's own rules, in their order. */
  rules: readonly NamedRule[];
  /** By scope and id of the rule, `own slow-polls`; for a rule that counts per generation, `own slow-polls@<id>`. */
  readonly counts: Map<string, RuleCount>;
}

/** No rules, no counts. */
export function emptyFaultState(): FaultState {
  return { rules: [], counts: new Map() };
}
