/** Warns about unknown STANDIN_ variables, because a misspelled variable has no effect. */

import { orList, nearNames } from '../domain/near-names.ts';
import { TEXT_SETTINGS } from './text-settings.ts';

const PREFIX = 'STANDIN_';

/** Variables of other commands, clients and test helpers. */
const OTHERS = ['URL', 'CONTROL_URL', 'CERTIFICATE', 'API_KEY', 'COMMAND'];

/** The pattern of additional keys, which `standin conformance` reads. */
const KEY = /^API_KEY_/;

/** Kubernetes and old Docker set these variables in each container next to a service named standin. */
const SERVICE = /^(SERVICE_|PORT_\d)/;

/** Returns a warning for each unknown variable, with the most similar names. */
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
