/** The scenario files: all of them, under their permanent names, each with a test. */

import { describe, expect, test } from 'vitest';

import { createScenarioCatalogue } from '../../emulator/faults/catalogue.ts';
import { readScenario, scenarioNames } from '../../fixtures/scenario-files.ts';
import { CREATES } from './cases/creates.ts';
import { DOWNLOADS } from './cases/downloads.ts';
import { LIVES } from './cases/lives.ts';
import { REFUSALS } from './cases/refusals.ts';
import { SCENARIO_NAMES } from './names.ts';

/** Rows of the list that are more than one scenario. */
const SHARED = new Map([
  [37, 3],
  [45, 2],
]);

const catalogue = createScenarioCatalogue();

describe('the scenario files', () => {
  test('are those of the list, and no others', () => {
    expect(scenarioNames()).toEqual(SCENARIO_NAMES.toSorted());
  });

  test('have a test each', () => {
    const tested = [CREATES, DOWNLOADS, LIVES, REFUSALS].flatMap((cases) => Object.keys(cases));
    expect(tested.toSorted()).toEqual(scenarioNames());
  });

  test('have the numbers 1 to 46', () => {
    const numbers = scenarioNames().map((name) => catalogue.find(name)?.number ?? 0);
    const wanted = Array.from({ length: 46 }, (_, at) => at + 1).flatMap((number) =>
      Array.from({ length: SHARED.get(number) ?? 1 }, () => number),
    );
    expect(numbers.toSorted((a, b) => a - b)).toEqual(wanted);
  });

  test.each(SCENARIO_NAMES)('%s tells in sentences what the server and a correct client do', (name) => {
    const sentences: unknown = expect.stringMatching(/^[A-Z].*\.$/);
    expect(catalogue.find(name)).toMatchObject({ name, server: sentences, client: sentences });
  });

  test.each(SCENARIO_NAMES)('%s is data: no text in it holds code or a path of a machine', (name) => {
    expect(JSON.stringify(readScenario(name))).not.toMatch(/\$\{|=>|function|file:|\/home|\.\.\//);
  });
});
