/** The hooks of the test runner: its globals, or those that were passed in. No runner is imported. */

/** How a runner takes a hook: vitest, jest and node:test agree on this much. */
export type Hook = (run: () => Promise<void>) => unknown;

const NAMES = ['beforeAll', 'afterAll', 'beforeEach', 'afterEach'] as const;

export type Hooks = Readonly<Record<(typeof NAMES)[number], Hook>>;

/** The hooks that were passed in, or the runner's globals; throws when there are neither. */
export function findHooks(passed: Hooks | undefined): Hooks {
  const found = passed ?? globalHooks();
  if (found !== undefined) return found;
  throw new Error(
    'useStandin() finds no hooks among the globals. Pass your runner’s: useStandin({ hooks: { beforeAll, afterAll, beforeEach, afterEach } }).',
  );
}

function globalHooks(): Hooks | undefined {
  const found = NAMES.map((name): unknown => Reflect.get(globalThis, name));
  if (!found.every((hook) => typeof hook === 'function')) return undefined;
  return Object.fromEntries(NAMES.map((name, at) => [name, found[at]])) as unknown as Hooks;
}
