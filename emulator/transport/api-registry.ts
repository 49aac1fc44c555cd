/** Maps emulators to their engines, for the entry points of the package. */

import type { Api } from '../api/messages.ts';

const apis = new WeakMap<object, Api>();

/** Registers the engine of an emulator. Users cannot access the engine. */
export function registerApi<Facade extends object>(emulator: Facade, api: Api): Facade {
  apis.set(emulator, api);
  return emulator;
}

/** Returns the engine of an emulator, or undefined for any other object. */
export function findApi(emulator: object): Api | undefined {
  return apis.get(emulator);
}
