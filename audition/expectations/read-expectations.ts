/** Reads the expectations for a client from the scenario files. */

import { readScenario, scenarioNames } from '../../fixtures/scenario-files.ts';
import { Expectation, type ClientExpectation } from './expectation.ts';

/** Returns expectations by scenario name. Scenarios without expectations are not included. */
export function readExpectations(): ReadonlyMap<string, ClientExpectation> {
  return new Map(
    scenarioNames().flatMap((name) => {
      const { audition } = readScenario(name) as { readonly audition?: unknown };
      return audition === undefined ? [] : [[name, Expectation.parse(audition)] as const];
    }),
  );
}
