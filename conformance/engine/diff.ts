/** Compares two reports and lists the changes, the most serious first. */

import type { Result } from './judge.ts';
import type { Report } from './report.ts';

/** The kinds of changes, the most serious first. */
export const CHANGE_KINDS = ['regression', 'observation', 'verdict', 'removed', 'added'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

export interface Change {
  readonly id: string;
  readonly kind: ChangeKind;
  /** The promise or observation of the check. */
  readonly proves: string;
  /** The verdict with its details; empty if the report does not have the check. */
  readonly before: string;
  readonly after: string;
}

/**
 * Returns different verdicts and observations, and checks that only one report has. A check that fails now and did not
 * fail before is a regression.
 */
export function diffReports(before: Report, after: Report): Change[] {
  const [old, now] = [byId(before), byId(after)];
  const ids = [...new Set([...old.keys(), ...now.keys()])];
  return ids
    .flatMap((id) => changeOf(old.get(id), now.get(id)) ?? [])
    .toSorted((one, other) => CHANGE_KINDS.indexOf(one.kind) - CHANGE_KINDS.indexOf(other.kind));
}

/** Returns the number of checks in both reports. Without any, nothing was compared. */
export function comparedChecks(before: Report, after: Report): number {
  const now = byId(after);
  return before.results.filter(({ id }) => now.has(id)).length;
}

function byId({ results }: Report): ReadonlyMap<string, Result> {
  return new Map(results.map((result) => [result.id, result]));
}

function changeOf(before: Result | undefined, after: Result | undefined): Change | undefined {
  const { id, proves } = after ?? before ?? { id: '', proves: '' };
  const kind = kindOf(before, after);
  return kind === undefined ? undefined : { id, kind, proves, before: textOf(before), after: textOf(after) };
}

function kindOf(before: Result | undefined, after: Result | undefined): ChangeKind | undefined {
  if (after?.verdict === 'fail' && before?.verdict !== 'fail') return 'regression';
  if (before === undefined) return 'added';
  if (after === undefined) return 'removed';
  if (before.verdict !== after.verdict)
    return [before, after].some(({ verdict }) => verdict === 'observed') ? 'observation' : 'verdict';
  return before.value === after.value ? undefined : 'observation';
}

function textOf(result: Result | undefined): string {
  if (result === undefined) return '';
  const { verdict, value, expected, got, reason } = result;
  if (value !== undefined) return `"${value}"`;
  if (expected !== undefined) return `${verdict}: expected ${expected}, got ${got ?? 'nothing'}`;
  return reason === undefined ? verdict : `${verdict}: ${reason}`;
}
