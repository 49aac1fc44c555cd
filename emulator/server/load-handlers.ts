/** Loads the user's module of MSW handlers, in JavaScript or TypeScript. */

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createJiti } from 'jiti';
import { mustBeLoadable, toFileError } from '../../lib/named-file.ts';
import { SettingsError } from '../settings/settings.ts';
import type { UserHandlers } from '../transport/user-handlers.ts';

const MSW_MISSING = /^Cannot find (module|package) 'msw['/]/;
const WANTED = 'export an array of MSW request handlers, as default or as `handlers`';

/** Returns the default export or the export `handlers`. Throws a SettingsError if both are missing. */
export async function loadHandlers(path: string): Promise<UserHandlers> {
  const module = await load(path);
  const handlers = [module['handlers'], module['default'], nested(module['default'])].find(Array.isArray);
  if (handlers === undefined) throw wrong(`${path} exports no handlers; ${WANTED}`);
  const invalid = handlers.findIndex((handler) => !isRequestHandler(handler));
  if (invalid >= 0) {
    throw wrong(`item ${invalid} in ${path} is not an MSW request handler; ${WANTED}`);
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

/** Returns the handlers below `default`, where a compiled CommonJS module has its exports. */
function nested(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'handlers' in value ? value.handlers : undefined;
}

/** Checks the shape of a handler, because the user may have another copy of msw. WebSocket handlers lack `run`. */
function isRequestHandler(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && 'run' in value && !('kind' in value && value.kind !== 'request')
  );
}
