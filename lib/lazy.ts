/**
 * Loads a module on first use, so that a start without it is faster (decision 0009). Node remembers a failed load, so a
 * load begins only if the process can open enough files.
 */

import { expectFreeFiles } from './open-files.ts';

export interface Lazy<Module> {
  /** The module after its load. */
  readonly now: Module | undefined;
  /** Loads the module once for all callers, which continue in the order of their arrival. A failed load is tried again. */
  load(): Promise<Module>;
}

/** Makes a lazy module. `files` is the number of files that the load opens at once. */
export function lazy<Module>(load: () => Promise<Module>, files?: number): Lazy<Module> {
  let now: Module | undefined;
  let loading: Promise<Module> | undefined;
  const begin = async (): Promise<Module> => {
    expectFreeFiles(files);
    return (now = await load());
  };
  return {
    get now() {
      return now;
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
