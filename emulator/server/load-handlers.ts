/** Loads the user's module of MSW handlers, JavaScript or TypeScript. */

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createJiti } from 'jiti';
import { toFileError } from '../../lib/file-error.ts';
import { mustBeLoadable } from '../../lib/named-file.ts';
import { SettingsError } from '../settings/settings-error.ts';
import type { UserHandlers } from '../transport/user-handlers.ts';

const MSW_MISSING = /^Cannot find (module|package) 'msw['/]/;
const WANTED = 'export an array of MSW request handlers, as default or as `handlers`';

/** Reads the default export or the export `handlers`; a module without them is a SettingsError. */
export async function loadHandlers(path: string): Promise<UserHandlers> {
  const module = await load(path);
  const handlers = [module['handlers'], module['default'], nested(module['default'])].find(Array.isArray);
  if (handlers === undefined) throw wrong(`${path} has no handlers; ${WANTED}`);
  const stranger = handlers.findIndex((handler) => !isRequestHandler(handler));
  if (stranger >= 0) {
    throw wrong(`item ${stranger} in ${path} is not an MSW request handler; ${WANTED}`);
  }
  return handlers;
}

async function load(path: string): Promise<Readonly<Record<string, unknown>>> {
  const file = resolve(path);
  try {
    mustBeLoadable(file);
    return await createJiti(pathToFileURL(file).href, { fsCache: false }).import<Readonly<Record<string, unknown>>>(
      file,
    );
  } catch (cause) {
    const { message } = toFileError(cause);
    if (MSW_MISSING.test(message))
      throw wrong(`${path} needs the package msw. Run npm install --save-dev msw in the project of this file.`, cause);
    throw wrong(`${path} cannot be loaded: ${message}`, cause);
  }
}

function wrong(says: string, cause?: unknown): SettingsError {
  return new SettingsError(says, { path: 'handlers', cause });
}

/** A CommonJS module that was compiled from another kind has its exports below `default`. */
function nested(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'handlers' in value ? value.handlers : undefined;
}

/** By its shape, as the user's msw may be another copy than ours. Handlers of web sockets have no `run`. */
function isRequestHandler(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && 'run' in value && !('kind' in value && value.kind !== 'request')
  );
}
