/** The limits of an engine in front of a real service. */

import type { UpstreamWarning } from '../domain/trace.ts';
import type { Effect } from '../faults/effect.ts';
import type { ScenarioCatalog } from '../faults/scenario.ts';

/** The spending behind a proxy, in US dollars. */
export interface Spending {
  /** The budget, or undefined if the proxy may not spend. */
  readonly budget: number | undefined;
  readonly spent: number;
  /** The possible cost of creates without a known outcome. */
  readonly uncertain: number;
  readonly creates: number;
}

/** A check that found a broken promise, with the reason of the first failure. */
export interface BrokenCheck extends UpstreamWarning {
  readonly times: number;
}

/** The result of judging the responses of a service. */
export interface Checked {
  /** The number of judged exchanges. */
  readonly judged: number;
  readonly broken: readonly BrokenCheck[];
}

/** The facts about a service, for people. */
export interface ServiceReport {
  /** The URL before `/v1`. */
  readonly url: string;
  readonly spending: Spending;
  /** The result of the checks, or undefined if responses are not judged. */
  readonly checked: Checked | undefined;
}

/** A real service behind the engine, which adds fault rules, a journal and a control API. */
export interface ServiceRules {
  /** Returns the reason why an effect cannot be used here, as the end of a sentence, or undefined. */
  problemOf(effect: Effect): string | undefined;
  /** Returns the reason why a route of the control API cannot be used here, by its tag or operation id. */
  controlProblem(tag: string, operationId: string): string | undefined;
  report(): ServiceReport;
}

/** Returns the reason why a scenario cannot be used in front of a service, or undefined. */
export function scenarioProblem(
  service: ServiceRules | undefined,
  { find }: ScenarioCatalog,
  name: string,
): string | undefined {
  const scenario = service && find(name);
  if (scenario === undefined) return undefined;
  const problem = scenario.rules.map(({ effect }) => service?.problemOf(effect)).find((found) => found !== undefined);
  if (problem !== undefined) return `The scenario ${name} cannot run in a proxy: ${problem}.`;
  if (scenario.account.balance === undefined) return undefined;
  return `The scenario ${name} cannot run in a proxy. The scenario sets a balance, but the real service owns the ledger.`;
}
