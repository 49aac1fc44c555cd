/** Finds STANDIN_ variables that nothing reads, because a misspelled one would be ignored silently. */

import { orList, nearNames } from '../domain/near-names.ts';
import { TEXT_SETTINGS } from './text-settings.ts';

const PREFIX = 'STANDIN_';

/** Read by `standin conformance`, by clients and by the helpers of other languages, or set by `standin exec`. */
const OTHERS = ['URL', 'CONTROL_URL', 'CERTIFICATE', 'API_KEY', 'COMMAND'];

/** `standin conformance` reads further keys. */
const KEY = /^API_KEY_/;

/** Kubernetes and old Docker set these in each container beside a service that is called standin. */
const SERVICE = /^(SERVICE_|PORT_\d)/;

/** A warning for each unknown variable, with the nearest names. */
export function unknownVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  const known = [...TEXT_SETTINGS.map(({ variable }) => variable.slice(PREFIX.length)), ...OTHERS];
  return Object.keys(env).flatMap((variable) => {
    const name = variable.startsWith(PREFIX) ? variable.slice(PREFIX.length) : undefined;
    if (name === undefined || known.includes(name) || KEY.test(name) || SERVICE.test(name)) return [];
    const near = nearNames(
      name,
      known.map((other) => other.toLowerCase()),
    ).map((other) => PREFIX + other.toUpperCase());
    const hint = near.length > 0 ? `did you mean ${orList(near)}?` : '`standin serve --help` lists all settings';
    return [`${variable} is not a setting, so it has no effect; ${hint}`];
  });
}
