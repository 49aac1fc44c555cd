import { describe, expect, test } from 'vitest';

import { CLIENT_CHECKS } from '../checks/client-checks.ts';
import { isReachable, packageScenarios } from '../cases/case-scenario.ts';

const applicable = packageScenarios()
  .filter(isReachable)
  .map(({ name, audition }) => ({ name, expectation: audition }));

describe('expectations of scenarios', () => {
  test('exist for at least one scenario', () => {
    expect(applicable.length).toBeGreaterThan(0);
  });

  test.each(applicable)('$name names existing checks', ({ expectation }) => {
    const ids = CLIENT_CHECKS.map(({ id }) => id);
    for (const id of Object.keys(expectation.checks)) expect(ids).toContain(id);
  });

  test.each(applicable)('$name has a body for each part of its goal', ({ expectation: { goal, bodies } }) => {
    if (bodies === undefined) return;
    expect(bodies.length).toBeGreaterThanOrEqual(goal === 'make' ? 1 : 2);
    if (goal !== 'batch') expect(bodies).toHaveLength(goal === 'make' ? 1 : 2);
  });
});

describe('the checks', () => {
  test('have different ids', () => {
    const ids = CLIENT_CHECKS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(CLIENT_CHECKS.filter(({ kind }) => kind === 'safety'))('$id refers to a liveness check', ({ liveness }) => {
    expect(CLIENT_CHECKS.find(({ id }) => id === liveness)).toMatchObject({ kind: 'liveness' });
  });

  test.each(CLIENT_CHECKS)('$id describes in sentences its promise, its failure and its remedy', (check) => {
    const sentence: unknown = expect.stringMatching(/^[A-Z].*\.$/);
    expect(check).toMatchObject({ proves: sentence, failing: sentence, remedy: sentence });
    expect(check.rests.source).not.toBe('');
  });
});
