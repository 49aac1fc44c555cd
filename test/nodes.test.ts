/** Other versions of Node run every test that touches Node: what is left out is what touches nothing of it, and a few with a reason. */

import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

import { projectAt, projectOf } from './architecture/project.ts';
import { dependOnNode, loadedBy, testsIn, whatItTouches, whyItDepends } from './nodes/depends-on-node.ts';
import { ON_EACH, partOf } from './nodes/in-turn.ts';
import { REASONS } from './nodes/on-one-node.ts';

const { modules } = projectAt(fileURLToPath(new URL('..', import.meta.url)));
const chosen = dependOnNode(modules);

/** Without the panel, which a browser runs. */
const OURS = /^(emulator\/(?!panel\/)|conformance\/|bin\/|proxy\/|audition\/)(?!.*(\.test\.ts|\/testing\/))/;
/** Not imported from their sources: tests start them as processes and threads, or import the build, as users do. */
const STARTED = [
  'bin/standin.ts',
  'conformance/client/clip-worker.ts',
  'conformance/prove/main.ts',
  'conformance/prove/run/worker-process.ts',
  'conformance/vitest.ts',
];

describe('other versions of Node', () => {
  test('run all tests of doors, sockets, streams, packaging, the command and MSW', () => {
    const loading = testsIn(modules).filter((path) => ON_EACH.test(path));
    expect(loading.length).toBeGreaterThan(20);
    expect(loading.filter((path) => !chosen.includes(path) && whyItDepends(path, modules) !== undefined)).toEqual([]);
  });

  test('that share them run these on each, and of the others each on one', () => {
    const parts = [0, 1, 2].map((place) => partOf(chosen, place, 3));
    const runs = chosen.map((path) => [path, parts.filter((part) => part.includes(path)).length]);
    expect(runs).toEqual(chosen.map((path) => [path, ON_EACH.test(path) ? 3 : 1]));
    expect(partOf(chosen, 0, 1)).toEqual(chosen);
  });

  test('leave out by name only tests that there are, and that they would run otherwise', () => {
    const named = Object.keys(REASONS);
    expect(named.filter((path) => whyItDepends(path, modules) === undefined)).toEqual([]);
    expect(testsIn(modules)).toEqual(expect.arrayContaining(named));
  });

  test('leave out the pure units, and what goes through the engine without touching Node', () => {
    const leftOut = [
      'contract/dimensions.test.ts',
      'emulator/journal/explain.test.ts',
      'conformance/engine/plan.test.ts',
    ];
    expect(testsIn(modules)).toEqual(expect.arrayContaining(leftOut));
    expect(chosen.filter((path) => leftOut.includes(path))).toEqual([]);
  });

  test('load each file of ours that touches Node', () => {
    const loaded = loadedBy([...STARTED, ...chosen], modules);
    const touching = modules.filter((module) => OURS.test(module.path) && whatItTouches(module) !== undefined);
    expect(touching.length).toBeGreaterThan(40);
    expect(touching.map(({ path }) => path).filter((path) => !loaded.has(path))).toEqual([]);
  });
});

describe('a new test', () => {
  const file = (line: string): string => `/** Planted. */\n${line}\n`;
  const files = {
    'test/a.test.ts': file("import { a } from '../emulator/a.ts';"),
    'test/b.test.ts': file("import { b } from './support/b.ts';"),
    'test/c.test.ts': file("import type { b } from './support/b.ts';"),
    'test/d.test.ts': file("await fetch('http://localhost');"),
    'test/e.test.ts': file("import '../dist/bin/standin.js';"),
    'test/support/b.ts': file("import { connect } from 'node:net';\nexport const b = connect;"),
    'emulator/a.ts': file("export const a = async () => import('./b.ts');"),
    'emulator/a.test.ts': file("import { a } from './a.ts';"),
    'emulator/b.ts': file("import { connect } from 'node:net';\nexport const b = connect;"),
    'emulator/b.odd.whole.test.ts': file("import { b } from './b.ts';"),
  };
  const planted = projectOf(files).modules;

  test('that touches a socket is chosen: itself, by what it tests, or by what only tests load', () => {
    expect(dependOnNode(planted)).toEqual([
      'emulator/b.odd.whole.test.ts',
      'test/b.test.ts',
      'test/d.test.ts',
      'test/e.test.ts',
    ]);
    expect(whyItDepends('test/b.test.ts', planted)).toBe('test/support/b.ts imports node:net');
  });

  test('of code that touches a socket would be missed, were none chosen', () => {
    expect([...loadedBy(['test/a.test.ts'], planted)]).toEqual(['test/a.test.ts', 'emulator/a.ts', 'emulator/b.ts']);
    expect(loadedBy(['test/d.test.ts'], planted).has('emulator/b.ts')).toBe(false);
  });
});
