/** The place of the cache on each system. */

import { join } from 'node:path';
import { expect, test } from 'vitest';

import { cacheFolder } from './cache-folder.ts';

const home = join('/home', 'ada');

test('STANDIN_CACHE_FOLDER is taken as it stands, before the system’s own place', () => {
  const env = { STANDIN_CACHE_FOLDER: '/elsewhere', XDG_CACHE_HOME: '/xdg' };
  expect(cacheFolder({ env, platform: 'linux', home })).toBe('/elsewhere');
});

test.each([
  ['linux', {}, join(home, '.cache', 'standin')],
  ['linux', { XDG_CACHE_HOME: '/xdg' }, join('/xdg', 'standin')],
  ['darwin', { XDG_CACHE_HOME: '/xdg' }, join(home, 'Library', 'Caches', 'standin')],
  ['win32', { LOCALAPPDATA: '/local' }, join('/local', 'standin')],
  ['win32', {}, join(home, 'AppData', 'Local', 'standin')],
] as const)('on %s with %o the cache lies in %s', (platform, env, expected) => {
  expect(cacheFolder({ env, platform, home })).toBe(expected);
});

test('an empty variable counts as not set', () => {
  const env = { STANDIN_CACHE_FOLDER: '', XDG_CACHE_HOME: '' };
  expect(cacheFolder({ env, platform: 'linux', home })).toBe(join(home, '.cache', 'standin'));
});
