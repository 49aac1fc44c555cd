/**
 * Loads a module on first use, so that startup is faster (decision 0009). Node caches a failed load, so a load starts
 * only if enough file descriptors are free.
 */

import { expectFreeFiles } from './open-files.ts';

export interface Lazy<Module> {
  /** The module, or undefined before it is loaded. */
  readonly now: Module | undefined;
  /** The latest load, unless it failed. */
  readonly loading: Promise<Module> | undefined;
  /** Loads the module once for all callers, which continue in order of arrival. A failed load is retried later. */
  load(): Promise<Module>;
}

/** Creates a lazy module. */
export function lazy<Module>(load: () => Promise<Module>): Lazy<Module> {
  let now: Module | undefined;
  let loading: Promise<Module> | undefined;
  const begin = async (): Promise<Module> => {
    expectFreeFiles();
    return (now = await load());
  };
  return {
    get now() {
      return now;
    },
    get loading() {
      return loading;
    },
    load: () => {
      loading ??= begin().catch((cause: unknown) => {
        loading = undefined;
        throw cause;
      });
      return loading;
    },
  };
}
