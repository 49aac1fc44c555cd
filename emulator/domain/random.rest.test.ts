/** A property that only 200,000 ids show. */

import { expect, test } from 'vitest';
import { uuid } from './random.ts';

test('a uuid is drawn once in 200,000, and uses every digit at every free place', () => {
  const ids = Array.from({ length: 200_000 }, (_, at) => uuid([0, 'account', 'generation', at]));
  expect(new Set(ids).size).toBe(ids.length);
  for (const place of [0, 7, 9, 12, 15, 17, 20, 22, 24, 35]) {
    expect(new Set(ids.slice(0, 2000).map((id) => id[place])).size).toBe(16);
  }
});
