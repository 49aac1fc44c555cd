/** The limits of an engine whose operations a real service answers. */

import type { Effect } from '../faults/effect.ts';
import type { ScenarioCatalog } from '../faults/scenario.ts';

/** The spending behind a proxy, in US dollars. */
export interface Spending {
  /** Undefined where nothing may be spent. */
  readonly budget: number | undefined;
  readonly spent: number;
  /** The possible cost of creates without a known outcome. */
  readonly uncertain: number;
  readonly creates: number;
}

/** A check that found a broken promise. */
export interface BrokenCheck {
  readonly check: string;
  readonly times: number;
  /** How it was broken first. */
  readonly why: string;
}

/** The result of judging the responses of a service. */
export interface Checked {
  /** Exchanges that were judged. */
  readonly judged: number;
  readonly broken: readonly BrokenCheck[];
}

/** The facts about a service, for people. */
export interface ServiceReport {
  /** In front of `/v1`. */
  readonly url: string;
  readonly spending: Spending;
  /** Undefined where its answers are not judged. */
  readonly checked: Checked | undefined;
}

/** A service in front of which the engine stands, with its fault rules, its journal and its control API. */
export interface ServiceRules {
  /** Why an effect makes no sense in front of it, as the end of a sentence; nothing where it does. */
  problemOf(effect: Effect): string | undefined;
  /** Why a route of the control API makes no sense in front of it: by its tag, or by its own name. */
  controlProblem(tag: string, operationId: string): string | undefined;
  report(): ServiceReport;
}

/** Why a scenario makes no sense in front of a service: its name, and what one of its rules does. */
export function scenarioProblem(
  service: ServiceRules | undefined,
  { find }: ScenarioCatalog,
  name: string,
): string | undefined {
  const scenario = service && find(name);
  if (service === undefined || scenario === undefined) return undefined;
  const problem = scenario.rules.map(({ effect }) => service.problemOf(effect)).find((found) => found !== undefined);
  if (problem !== undefined) return `The scenario ${name} cannot run in a proxy: ${problem}.`;
  if (scenario.account.balance === undefined) return undefined;
  return `The scenario ${name} cannot run in a proxy. The scenario sets a balance, but the real service owns the ledger.`;
}
