/**
 * Loads a module with its first use; a start that does not need it is quicker without (decision 0009). Node remembers a
 * load that failed, so none is begun that would fail for want of files.
 */

import { expectFreeFiles } from './open-files.ts';

export interface Lazy<Module> {
  /** The module, once it is loaded. Awaiting a promise again and again would cost a microtask per request. */
  readonly now: Module | undefined;
  /** One load for all callers, who go on in order of arrival; a load that failed is tried again. */
  load(): Promise<Module>;
}

/** A module that is loaded when it is first asked for, once as many files can be opened as that opens at once. */
export function lazy<Module>(load: () => Promise<Module>, files?: number): Lazy<Module> {
  let now: Module | undefined;
  let loading: Promise<Module> | undefined;
  return {
    get now() {
      return now;
    },
    load: () => {
      loading ??= begin(load, files).then(
        (loaded) => (now = loaded),
        (cause: unknown) => {
          loading = undefined;
          throw cause;
        },
      );
      return loading;
    },
  };
}

async function begin<Module>(load: () => Promise<Module>, files: number | undefined): Promise<Module> {
  expectFreeFiles(files);
  return load();
}
