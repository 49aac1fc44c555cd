/** Selects scenarios and checks by globs over their names, as the conformance kit does. */

import { toGlob } from '../../conformance/text/glob.ts';
import { nearest } from '../../conformance/text/nearest.ts';
import type { ClientCheck } from '../checks/client-check.ts';
import { HEALTHY } from './case-scenario.ts';

/** A selection that is not possible. The message names the pattern and the nearest names. */
export class SelectionProblem extends Error {
  override readonly name = 'SelectionProblem';
}

export interface Selection {
  readonly only: readonly string[];
  readonly skip: readonly string[];
}

/** Returns the selected scenarios and checks. Throws if a pattern matches neither a scenario nor a check. */
export function select(
  scenarios: readonly string[],
  checks: readonly ClientCheck[],
  { only, skip }: Selection,
): { readonly scenarios: readonly string[]; readonly checks: readonly ClientCheck[] } {
  const ids = checks.map(({ id }) => id);
  // The healthy case always runs, so its name next to others selects nothing.
  const named = only.length > 1 ? only.filter((pattern) => pattern !== HEALTHY) : only;
  for (const pattern of [...named, ...skip]) mustFit(pattern, [...scenarios, ...ids]);
  const chosen = (names: readonly string[]): string[] => {
    const own = only.filter((pattern) => names.some(toGlob(pattern)));
    const kept = own.length === 0 ? names : names.filter((name) => own.some((pattern) => toGlob(pattern)(name)));
    return kept.filter((name) => !skip.some((pattern) => toGlob(pattern)(name)));
  };
  const left = chosen(scenarios);
  if (left.length === 0)
    throw new SelectionProblem('No scenario is selected, because --skip removes all scenarios that --only selects.');
  const kept = new Set(chosen(ids));
  return { scenarios: left, checks: checks.filter(({ id }) => kept.has(id)) };
}

function mustFit(pattern: string, names: readonly string[]): void {
  if (names.some(toGlob(pattern))) return;
  if (pattern === HEALTHY) {
    const one = `Add a scenario, such as ${names[0] ?? 'storm_503'}.`;
    throw new SelectionProblem(`"${HEALTHY}" is the first case of each audition, not a scenario. ${one}`);
  }
  const near = nearest(pattern, names);
  const hint = near.length === 0 ? '`standin audition --list` lists them.' : `Similar names: ${near.join(', ')}.`;
  throw new SelectionProblem(`"${pattern}" matches no scenario and no check. ${hint}`);
}
