/** The fault rules of one account and what each has counted: a part of the aggregate. Evaluating them is for `faults/`. */

import type { OperationName } from '../../contract/error-entry.ts';
import type { NamedRule } from '../faults/rule.ts';

/** What a rule remembers: when it saw its first request, how many matched, how often it fired. */
export interface RuleCount {
  /** Nothing before the first. */
  readonly since?: number | undefined;
  /** When the rule was added to an account that was open already; its time to live goes by that. */
  readonly added?: number | undefined;
  readonly seen: number;
  readonly hits: number;
  /** How many requests have got a draw index, by operation: a draw must not depend on how the operations' requests interleave. */
  readonly drawn: Readonly<Partial<Record<OperationName, number>>>;
}

/** A rule that has seen nothing yet. */
export const NO_COUNT: RuleCount = { seen: 0, hits: 0, drawn: {} };

export interface FaultState {
  /** The account's own rules, in their order. */
  rules: readonly NamedRule[];
  /** By the rule's scope and id, `own slow-polls`; where a rule counts per generation, `own slow-polls@<id>`. */
  readonly counts: Map<string, RuleCount>;
}

/** The same as plain data, for snapshots. */
export interface StoredFaultState {
  readonly rules: readonly NamedRule[];
  readonly counts: Readonly<Record<string, RuleCount>>;
}

/** The state of an account that has no rule and has counted nothing. */
export function emptyFaultState(): FaultState {
  return { rules: [], counts: new Map() };
}

/** Takes the state as plain data. */
export function toStoredFaults(faults: FaultState | undefined): StoredFaultState {
  return faults === undefined
    ? { rules: [], counts: {} }
    : { rules: faults.rules, counts: Object.fromEntries(faults.counts) };
}

/** Makes the state of plain data. */
export function fromStoredFaults({ rules, counts }: StoredFaultState): FaultState {
  return { rules, counts: new Map(Object.entries(counts)) };
}
