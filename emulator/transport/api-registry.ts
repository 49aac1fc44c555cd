/** Which engine stands behind an emulator, for doors that are public entries of their own. */

import type { Api } from '../api/api-request.ts';

const apis = new WeakMap<object, Api>();

/** Remembers the engine of an emulator, without showing it to users. */
export function registerApi<Facade extends object>(emulator: Facade, api: Api): Facade {
  apis.set(emulator, api);
  return emulator;
}

/** The engine of what `createEmulator` returned; nothing for another object. */
export function findApi(emulator: object): Api | undefined {
  return apis.get(emulator);
}
