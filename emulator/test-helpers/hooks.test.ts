/** Which hooks are taken. */

import { expect, onTestFinished, test } from 'vitest';
import { findHooks, type Hooks } from './hooks.ts';

const ignore = (): void => undefined;
const hooks: Hooks = { beforeAll: ignore, afterAll: ignore, beforeEach: ignore, afterEach: ignore };

test('the globals of a runner are found, as jest has them', () => {
  Object.assign(globalThis, hooks);
  onTestFinished(() => {
    for (const name of Object.keys(hooks)) Reflect.deleteProperty(globalThis, name);
  });
  expect(findHooks(undefined)).toEqual(hooks);
});

test('hooks that are passed in are taken as they are', () => {
  expect(findHooks(hooks)).toBe(hooks);
});

test('some of the globals are not enough', () => {
  Object.assign(globalThis, { beforeAll: ignore });
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'beforeAll'));
  expect(() => findHooks(undefined)).toThrow('useStandin({ hooks:');
});
