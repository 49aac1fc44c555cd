/** Looks follow from prompt and seed. */

import { expect, test } from 'vitest';

import { LOOKS, lookOf } from './style.ts';

const prompts = Array.from({ length: 500 }, (_, index) => `prompt ${index}`);

test('the same prompt under the same seed always looks the same', () => {
  expect(prompts.map((prompt) => lookOf({ prompt, seed: 7 }).index)).toEqual(
    prompts.map((prompt) => lookOf({ prompt, seed: 7 }).index),
  );
});

test('every look is reached, none much more often than others', () => {
  const counts = LOOKS.map((look) => prompts.filter((prompt) => lookOf({ prompt, seed: 1 }) === look).length);
  expect(Math.min(...counts)).toBeGreaterThan(5);
  expect(Math.max(...counts)).toBeLessThan(50);
});

test('another seed shows another picture for most prompts', () => {
  const same = prompts.filter((prompt) => lookOf({ prompt, seed: 1 }) === lookOf({ prompt, seed: 2 })).length;
  expect(same).toBeLessThan(prompts.length / 8);
});
