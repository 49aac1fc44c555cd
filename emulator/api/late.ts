/** Modules that load with their first use: a start that does not need them is quicker without. */

export interface Late<Module> {
  /** The module, once it is there: asked again and again, a promise would cost a part of a poll each time. */
  readonly now: Module | undefined;
  /** One load for all who wait, so that they go on in the order in which they came; one that fails is tried again. */
  load(): Promise<Module>;
}

/** A module that nobody has asked for yet. */
export function late<Module>(load: () => Promise<Module>): Late<Module> {
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
