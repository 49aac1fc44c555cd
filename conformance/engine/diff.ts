/** What changed between two reports. */

import type { Report } from './report.ts';

export interface Change {
  readonly id: string;
  readonly kind: 'verdict' | 'observation' | 'added' | 'removed';
  readonly before: string;
  readonly after: string;
}

/** Verdicts and observations that differ, and checks that only one of the two has. */
export function diffReports(before: Report, after: Report): Change[] {
  const old = new Map(before.results.map((result) => [result.id, result]));
  const now = new Map(after.results.map((result) => [result.id, result]));
  const ids = [...new Set([...old.keys(), ...now.keys()])];
  return ids.flatMap((id): Change[] => {
    const [one, two] = [old.get(id), now.get(id)];
    if (one === undefined) return [{ id, kind: 'added', before: '', after: two?.verdict ?? '' }];
    if (two === undefined) return [{ id, kind: 'removed', before: one.verdict, after: '' }];
    if (one.verdict !== two.verdict) return [{ id, kind: 'verdict', before: one.verdict, after: two.verdict }];
    if (one.value === two.value) return [];
    return [{ id, kind: 'observation', before: one.value ?? '', after: two.value ?? '' }];
  });
}
