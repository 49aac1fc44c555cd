import { expect, test } from 'vitest';

import { TEXT_SETTINGS, unknownVariables } from './text-settings.ts';

const set = (...names: string[]): string[] => unknownVariables(Object.fromEntries(names.map((name) => [name, '1'])));

test('the warning about a misspelled variable has the near names', () => {
  expect(set('STANDIN_LATENZY')).toEqual([
    'STANDIN_LATENZY is not a setting, so it has no effect; did you mean STANDIN_LATENCY?',
  ]);
  expect(set('STANDIN_PROT')).toEqual([expect.stringContaining('STANDIN_PORT')]);
  expect(set('STANDIN_latency')).toEqual([expect.stringContaining('did you mean STANDIN_LATENCY?')]);
});

test('the warning about an unknown variable says where to find all of them', () => {
  expect(set('STANDIN_WHATEVER_ELSE')).toEqual([
    'STANDIN_WHATEVER_ELSE is not a setting, so it has no effect; `standin serve --help` lists all settings',
  ]);
});

test('every setting, every key of the kit, what exec sets and what Kubernetes sets is known', () => {
  const keys = ['STANDIN_API_KEY', 'STANDIN_API_KEY_OTHER', 'STANDIN_API_KEY_ONCE'];
  const exec = [
    'STANDIN_URL',
    'STANDIN_CONTROL_URL',
    'STANDIN_CONTROL_TOKEN',
    'STANDIN_CERTIFICATE',
    'STANDIN_COMMAND',
  ];
  const kubernetes = ['STANDIN_SERVICE_HOST', 'STANDIN_SERVICE_PORT', 'STANDIN_PORT_4242_TCP_ADDR'];
  expect(set(...TEXT_SETTINGS.map(({ variable }) => variable), ...keys, ...exec, ...kubernetes, 'PATH')).toEqual([]);
});
