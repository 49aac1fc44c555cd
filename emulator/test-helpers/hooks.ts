/** Finds the hooks of the test runner without importing a runner. */

/** A hook function. Vitest, Jest and node:test all accept this form. */
export type Hook = (run: () => Promise<void>) => unknown;

const NAMES = ['beforeAll', 'afterAll', 'beforeEach', 'afterEach'] as const;

export type Hooks = Readonly<Record<(typeof NAMES)[number], Hook>>;

/** Returns the given hooks, or else the runner's global hooks. Throws if there are none. */
export function findHooks(passed: Hooks | undefined): Hooks {
  const found = passed ?? globalHooks();
  if (found !== undefined) return found;
  throw new Error(
    'useStandin() found no global hooks. Pass the hooks of your test runner: useStandin({ hooks: { beforeAll, afterAll, beforeEach, afterEach } }).',
  );
}

function globalHooks(): Hooks | undefined {
  const found = NAMES.map((name): unknown => Reflect.get(globalThis, name));
  if (!found.every((hook) => typeof hook === 'function')) return undefined;
  return Object.fromEntries(NAMES.map((name, at) => [name, found[at]])) as unknown as Hooks;
}
