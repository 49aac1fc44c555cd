import { expect, test } from 'vitest';

import { select } from './select.ts';

test('the case in which nothing goes wrong is none to choose: whoever names it hears that it is played first', () => {
  const chosen = (only: string[]): unknown => select(['storm_503'], [], { only, skip: [] });
  expect(() => chosen(['healthy'])).toThrow(/"healthy" is the first case of each audition.*storm_503/);
  expect(() => chosen(['storm'])).toThrow('Near it: storm_503.');
});
