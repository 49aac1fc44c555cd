/** Selects scenarios and checks by globs over their names, as the conformance kit does. */

import { toGlob } from '../../conformance/text/glob.ts';
import { nearest } from '../../conformance/text/nearest.ts';
import type { ClientCheck } from '../checks/client-check.ts';
import { HEALTHY } from './case-scenario.ts';

/** A selection that is not possible. The message names the pattern and the nearest names. */
export class SelectionProblem extends Error {
  override readonly name = 'SelectionProblem';
}

/** Returns the selected scenarios and checks. Throws if a pattern matches neither a scenario nor a check. */
export function select<Scenario extends { readonly name: string }>(
  scenarios: readonly Scenario[],
  checks: readonly ClientCheck[],
  { only, skip }: Readonly<Record<'only' | 'skip', readonly string[]>>,
) {
  const [names, ids] = [scenarios.map(({ name }) => name), checks.map(({ id }) => id)];
  // The healthy case always runs, so its name next to others selects nothing.
  const named = only.length > 1 ? only.filter((pattern) => pattern !== HEALTHY) : only;
  for (const pattern of [...named, ...skip]) mustFit(pattern, [...names, ...ids]);
  const chosen = (some: readonly string[]): ReadonlySet<string> => {
    const own = only.filter((pattern) => some.some(toGlob(pattern)));
    const kept = own.length === 0 ? some : some.filter((name) => own.some((pattern) => toGlob(pattern)(name)));
    return new Set(kept.filter((name) => !skip.some((pattern) => toGlob(pattern)(name))));
  };
  const [left, kept] = [chosen(names), chosen(ids)];
  if (left.size === 0)
    throw new SelectionProblem('No scenario is selected, because --skip removes all scenarios that --only selects.');
  return { scenarios: scenarios.filter(({ name }) => left.has(name)), checks: checks.filter(({ id }) => kept.has(id)) };
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
