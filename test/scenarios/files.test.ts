/** The scenario files: all of them, under their permanent names, each with a test. */

import { describe, expect, test } from 'vitest';

import { createScenarioCatalog } from '../../emulator/faults/catalog.ts';
import { readScenario, scenarioNames } from '../../fixtures/scenario-files.ts';
import { CASES } from './cases/cases.ts';

/** Numbers that more than one scenario has, because a client does the same in each. */
const SHARED = new Map([
  [37, 3],
  [45, 2],
]);

const catalog = createScenarioCatalog();

describe('the scenario files', () => {
  test('have a test each, and no test has lost its file: names are permanent', () => {
    const tested = Object.keys(CASES);
    expect(tested.toSorted()).toEqual(scenarioNames());
    expect(tested.length).toBeGreaterThan(0);
  });

  test('are numbered from 1 on, without a gap', () => {
    const numbers = scenarioNames().map((name) => catalog.find(name)?.number ?? 0);
    const wanted = Array.from({ length: Math.max(...numbers) }, (_, at) => at + 1).flatMap((number) =>
      Array.from({ length: SHARED.get(number) ?? 1 }, () => number),
    );
    expect(numbers.toSorted((a, b) => a - b)).toEqual(wanted);
  });

  test.each(scenarioNames())('%s tells in sentences what the server and a correct client do', (name) => {
    const sentences: unknown = expect.stringMatching(/^[A-Z].*\.$/);
    expect(catalog.find(name)).toMatchObject({ name, server: sentences, client: sentences });
  });

  test.each(scenarioNames())('%s is data: no text in it holds code or a path of a machine', (name) => {
    expect(JSON.stringify(readScenario(name))).not.toMatch(/\$\{|=>|function|file:|\/home|\.\.\//);
  });
});
