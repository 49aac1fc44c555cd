/** What makes sense in front of a service that answers in place of the engine's own operations. */

import type { Effect } from '../faults/effect.ts';
import type { ScenarioCatalogue } from '../faults/scenario.ts';

/** A service in front of which the engine stands, with its fault rules, its journal and its control API. */
export interface ServiceRules {
  /** Why an effect makes no sense in front of it, as the end of a sentence; nothing where it does. */
  problemOf(effect: Effect): string | undefined;
  /** Why a route of the control API makes no sense in front of it: by its tag, or by its own name. */
  controlProblem(tag: string, operationId: string): string | undefined;
}

/** Why a scenario makes no sense in front of a service: its name, and what one of its rules does. */
export function scenarioProblem(
  service: ServiceRules | undefined,
  { find }: ScenarioCatalogue,
  name: string,
): string | undefined {
  const scenario = service && find(name);
  if (service === undefined || scenario === undefined) return undefined;
  const problem = scenario.rules.map(({ effect }) => service.problemOf(effect)).find((found) => found !== undefined);
  if (problem !== undefined) return `The scenario ${name} cannot be played here: ${problem}.`;
  if (scenario.account.balance === undefined) return undefined;
  return `The scenario ${name} cannot be played here: it sets a balance, and the ledger is that of the service behind the proxy.`;
}
