import { expect, test } from 'vitest';

import { select } from './select.ts';

test('a pattern that names the healthy case is rejected, because this case always runs first', () => {
  const chosen = (only: string[]): unknown => select([{ name: 'storm_503' }], [], { only, skip: [] });
  expect(() => chosen(['healthy'])).toThrow(/"healthy" is the first case of each audition.*storm_503/);
  expect(() => chosen(['storm'])).toThrow('Similar names: storm_503.');
});
