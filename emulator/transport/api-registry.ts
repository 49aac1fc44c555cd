/** Finds the engine of an emulator, for entry points that are public entries. */

import type { Api } from '../api/messages.ts';

const apis = new WeakMap<object, Api>();

/** Registers the engine of an emulator, which users do not see. */
export function registerApi<Facade extends object>(emulator: Facade, api: Api): Facade {
  apis.set(emulator, api);
  return emulator;
}

/** The engine of what `createEmulator` returned; undefined for any other object. */
export function findApi(emulator: object): Api | undefined {
  return apis.get(emulator);
}
