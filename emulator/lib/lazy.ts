/** Loads a module with its first use; a start that does not need it is quicker without (decision 0009). */

export interface Lazy<Module> {
  /** The module, once it is loaded. Awaiting a promise again and again would cost a microtask per request. */
  readonly now: Module | undefined;
  /** One load for all callers, who go on in order of arrival; a load that failed is tried again. */
  load(): Promise<Module>;
}

/** A module that is loaded when it is first asked for. */
export function lazy<Module>(load: () => Promise<Module>): Lazy<Module> {
  let now: Module | undefined;
  let loading: Promise<Module> | undefined;
  return {
    get now() {
      return now;
    },
    load: () => {
      loading ??= load().then(
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
