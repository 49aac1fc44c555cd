import { expect, test } from 'vitest';
import { createMemoryBudget } from './memory-budget.ts';

test('a budget is taken up to its bound, and again once it was given back', () => {
  const budget = createMemoryBudget(10);
  expect([budget.take(6), budget.take(5), budget.take(4), budget.take(1)]).toEqual([true, false, true, false]);
  budget.giveBack(6);
  expect([budget.take(7), budget.take(6), budget.take(1)]).toEqual([false, true, false]);
});
