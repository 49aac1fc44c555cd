/** The fault rules of one account and their counts: a part of the aggregate. `faults/` evaluates them. */

import type { OperationName } from '../../contract/error-entry.ts';
import type { NamedRule } from '../faults/rule.ts';

/** The counts of a rule: its first request, the number of matches, and the number of times it fired. */
export interface RuleCount {
  /** The time at which the first request matched. */
  readonly since?: number | undefined;
  /** The time at which the rule was added to an account that was already open. The lifetime of the rule starts then. */
  readonly added?: number | undefined;
  readonly seen: number;
  readonly hits: number;
  /** The requests that took a draw index, by operation, so that draws do not depend on other operations. */
  readonly drawn: Readonly<Partial<Record<OperationName, number>>>;
}

/** The count of a rule that no request has matched yet. */
export const NO_COUNT: RuleCount = { seen: 0, hits: 0, drawn: {} };

export interface FaultState {
  /** The account's own rules, in their order. */
  rules: readonly NamedRule[];
  /** The counts by scope and id of the rule: `own slow-polls`. A rule that counts per generation adds `@<id>`. */
  readonly counts: Map<string, RuleCount>;
}
