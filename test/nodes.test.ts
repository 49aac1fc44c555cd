/** Other versions of Node run every test that depends on Node: what is left out is what loads nothing of it, and a few with a reason. */

import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

import { projectAt, projectOf } from './architecture/project.ts';
import { dependOnNode, testsIn, whyItDepends } from './nodes/depends-on-node.ts';
import { REASONS } from './nodes/on-one-node.ts';

const { modules } = projectAt(fileURLToPath(new URL('..', import.meta.url)));
const chosen = dependOnNode(modules);

/** Doors, sockets, streams, packaging, the command, MSW: never left out, whatever they import. */
const ALWAYS =
  /^(test\/(doors|scenarios|content|msw|hostile)\/|emulator\/(transport|msw)\/|test\/(msw|cli|clients|https|ending|install|packaging|user-handlers|supertest|fuzz|cold-start|low-on-files)[\w-]*\.test\.ts)/;

describe('other versions of Node', () => {
  test('run all tests of doors, sockets, streams, packaging, the command and MSW', () => {
    const loading = testsIn(modules).filter((path) => ALWAYS.test(path));
    expect(loading.length).toBeGreaterThan(20);
    expect(loading.filter((path) => !chosen.includes(path) && whyItDepends(path, modules) !== undefined)).toEqual([]);
  });

  test('leave out by name only tests that there are, and that they would run otherwise', () => {
    const named = Object.keys(REASONS);
    expect(named.filter((path) => whyItDepends(path, modules) === undefined)).toEqual([]);
    expect(testsIn(modules)).toEqual(expect.arrayContaining(named));
  });

  test('leave out the pure units, and no more than half of all', () => {
    expect(chosen).not.toContain('contract/dimensions.test.ts');
    expect(chosen.length).toBeGreaterThan(testsIn(modules).length / 2);
  });
});

describe('a new test', () => {
  const file = (line: string): string => `/** Planted. */\n${line}\n`;
  const files = {
    'test/a.test.ts': file("import { a } from '../emulator/a.ts';"),
    'test/b.test.ts': file("import { b } from '../emulator/b.ts';"),
    'test/c.test.ts': file("import type { b } from '../emulator/b.ts';"),
    'test/d.test.ts': file("await fetch('http://localhost');"),
    'test/e.test.ts': file("import '../dist/bin/standin.js';"),
    'emulator/a.ts': file("export const a = async () => import('./b.ts');"),
    'emulator/b.ts': file("import { connect } from 'node:net';\nexport const b = connect;"),
  };

  test('of a socket is chosen, however it comes by it; one that loads nothing of Node is not', () => {
    const { modules } = projectOf(files);
    expect(dependOnNode(modules)).toEqual(['test/a.test.ts', 'test/b.test.ts', 'test/d.test.ts', 'test/e.test.ts']);
    expect(whyItDepends('test/a.test.ts', modules)).toBe('emulator/b.ts imports node:net');
  });
});
