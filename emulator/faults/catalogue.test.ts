import { expect, test } from 'vitest';

import { createScenarioCatalogue } from './catalogue.ts';

test('at a quick pace a scenario has the rules of its short waits, and another the rules that it has', () => {
  const quick = createScenarioCatalogue('quick');
  expect(quick.find('storm_503')?.rules).toMatchObject([{ when: { window: { toSeconds: 6 } } }]);
  expect(createScenarioCatalogue().find('storm_503')?.rules).toMatchObject([{ when: { window: { toSeconds: 60 } } }]);
  expect(quick.find('skips_running')).toEqual(createScenarioCatalogue().find('skips_running'));
});

test('what a scenario expects of a client is nothing that an emulator has', () => {
  expect(createScenarioCatalogue().find('storm_503')).not.toHaveProperty('audition');
});
