/** Reads what each scenario expects of a client from the scenario files. */

import { readScenario, scenarioNames } from '../../fixtures/scenario-files.ts';
import { Expectation, type ClientExpectation } from './expectation.ts';

/** Expectations by the name of their scenario; a scenario that says nothing of clients has none. */
export function readExpectations(): ReadonlyMap<string, ClientExpectation> {
  return new Map(
    scenarioNames().flatMap((name) => {
      const { audition } = readScenario(name) as { readonly audition?: unknown };
      return audition === undefined ? [] : [[name, Expectation.parse(audition)] as const];
    }),
  );
}
