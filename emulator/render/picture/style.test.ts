/** Styles follow from prompt and seed. */

import { expect, test } from 'vitest';

import { STYLES, styleOf } from './style.ts';

const prompts = Array.from({ length: 500 }, (_, index) => `prompt ${index}`);

test('the same prompt under the same seed always looks the same', () => {
  expect(prompts.map((prompt) => styleOf({ prompt, seed: 7 }).index)).toEqual(
    prompts.map((prompt) => styleOf({ prompt, seed: 7 }).index),
  );
});

test('every style is reached, none much more often than others', () => {
  const counts = STYLES.map((style) => prompts.filter((prompt) => styleOf({ prompt, seed: 1 }) === style).length);
  expect(Math.min(...counts)).toBeGreaterThan(5);
  expect(Math.max(...counts)).toBeLessThan(50);
});

test('another seed shows another picture for most prompts', () => {
  const same = prompts.filter((prompt) => styleOf({ prompt, seed: 1 }) === styleOf({ prompt, seed: 2 })).length;
  expect(same).toBeLessThan(prompts.length / 8);
});
