/** The two repairs of the lockfile, on small lockfiles. */

import { expect, test } from 'vitest';

import { missingPlatforms, withAllPlatforms, withoutAddresses } from '../../scripts/lockfile.ts';
import type { Lockfile } from '../../scripts/lockfile.ts';

/** A tool in two versions. Each version has one platform in the lockfile and lacks one. */
const holed: Lockfile = {
  packages: {
    '': {},
    'node_modules/tool': {
      version: '2.0.0',
      optionalDependencies: { 'tool-linux-x64': '2.0.0', 'tool-darwin-arm64': '2.0.0' },
    },
    'node_modules/tool-linux-x64': { version: '2.0.0', integrity: 'sha512-a', cpu: ['x64'], os: ['linux'] },
    'node_modules/user/node_modules/tool': {
      version: '1.0.0',
      optionalDependencies: { 'tool-linux-x64': '1.0.0', 'tool-darwin-arm64': '1.0.0' },
    },
    'node_modules/user/node_modules/tool-linux-x64': {
      version: '1.0.0',
      integrity: 'sha512-b',
      cpu: ['x64'],
      os: ['linux'],
    },
  },
};

test('a platform that is left out is reported for each version of its package', () => {
  expect(missingPlatforms(holed)).toEqual([
    { path: 'node_modules/tool', name: 'tool-darwin-arm64', version: '2.0.0' },
    { path: 'node_modules/user/node_modules/tool', name: 'tool-darwin-arm64', version: '1.0.0' },
  ]);
});

test('it is put next to the other platform, with its own platform and without a copied digest', () => {
  const { packages } = withAllPlatforms(holed);
  expect(packages['node_modules/tool-darwin-arm64']).toEqual({ version: '2.0.0', cpu: ['arm64'], os: ['darwin'] });
  expect(packages['node_modules/user/node_modules/tool-darwin-arm64']).toEqual({
    version: '1.0.0',
    cpu: ['arm64'],
    os: ['darwin'],
  });
  expect(missingPlatforms({ packages })).toEqual([]);
});

test.each([
  ['tool-linux-arm64-musl', { os: ['linux'], cpu: ['arm64'], libc: ['musl'] }],
  ['tool-linux-arm-gnueabihf', { os: ['linux'], cpu: ['arm'], libc: ['glibc'] }],
  ['tool-win32-x64-msvc', { os: ['win32'], cpu: ['x64'] }],
])('%s tells its platform by its name', (name, platform) => {
  const optionalDependencies = { 'tool-linux-x64-gnu': '1.0.0', [name]: '1.0.0' };
  const sibling = { version: '1.0.0', os: ['linux'], cpu: ['x64'], libc: ['glibc'] };
  const { packages } = withAllPlatforms({
    packages: { 'node_modules/tool': { optionalDependencies }, 'node_modules/tool-linux-x64-gnu': sibling },
  });
  expect(packages[`node_modules/${name}`]).toEqual({ version: '1.0.0', ...platform });
});

test('a name without a platform is an error and no guess', () => {
  const optionalDependencies = { 'tool-linux-x64': '1.0.0', 'tool-extra': '1.0.0' };
  const packages = {
    'node_modules/tool': { optionalDependencies },
    'node_modules/tool-linux-x64': { version: '1.0.0' },
  };
  expect(() => withAllPlatforms({ packages })).toThrow('tool-extra');
});

test('addresses go, everything else stays', () => {
  const packages = {
    'node_modules/a': {
      version: '1.0.0',
      license: 'https://example.test/license',
      funding: { url: 'https://example.test' },
    },
    'node_modules/b': { version: '1.0.0', license: 'MIT' },
  };
  expect(withoutAddresses({ packages })).toEqual({
    packages: { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '1.0.0', license: 'MIT' } },
  });
});
