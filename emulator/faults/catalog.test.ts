import { expect, test } from 'vitest';

import { createScenarioCatalog } from './catalog.ts';

test('at a quick pace a scenario has the rules of its short waits, and another the rules that it has', () => {
  const quick = createScenarioCatalog('quick');
  expect(quick.find('storm_503')?.rules).toMatchObject([{ when: { window: { toSeconds: 6 } } }]);
  expect(createScenarioCatalog().find('storm_503')?.rules).toMatchObject([{ when: { window: { toSeconds: 60 } } }]);
  expect(quick.find('skips_running')).toEqual(createScenarioCatalog().find('skips_running'));
});

test('the expectations of a scenario are not in the emulator', () => {
  expect(createScenarioCatalog().find('storm_503')).not.toHaveProperty('audition');
});
