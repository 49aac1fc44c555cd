/** Merges a profile: the built-in one or a file, then the environment, then the caller's options. */

import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FileError, mustBeLoadable, readNamedJson, toFileError } from '../../lib/named-file.ts';
import { KEY_NAMES, keyVariable } from '../client/keys.ts';
import type { ProfileInput } from './profile-input.ts';
import { ProfileError } from './read-profile.ts';
import { standinProfile } from './standin.ts';

/** Loads a profile. `name` is `standin`, or a JSON or TypeScript file with a `profile` or default export. */
export async function loadProfile(
  name: string | undefined,
  env: NodeJS.ProcessEnv,
  said: ProfileInput,
): Promise<ProfileInput> {
  const given = merge(fromEnvironment(env), said);
  return merge(await baseProfile(name, given.keys), given);
}

async function baseProfile(name: string | undefined, keys: ProfileInput['keys']): Promise<ProfileInput> {
  if (name === undefined) return {};
  if (name === 'standin') return standinProfile(randomUUID().slice(0, 8), keys);
  const path = resolve(name);
  const problem = `The kit cannot read the profile ${name}`;
  if (!existsSync(path)) throw new ProfileError(`${problem}: no such file. The built-in profile is called standin.`);
  try {
    // The `$schema` of a file is for editors.
    const { $schema: _, ...profile } = { $schema: undefined, ...(await contentsOf(path)) };
    return profile;
  } catch (error) {
    throw new ProfileError(`${problem}: ${toFileError(error).message}`);
  }
}

async function contentsOf(path: string): Promise<ProfileInput> {
  if (path.endsWith('.json')) return readNamedJson(path) as ProfileInput;
  mustBeLoadable(path);
  const { createJiti } = await import('jiti');
  const loaded = await createJiti(pathToFileURL(path).href).import<Record<string, unknown>>(path);
  const name = ['profile', 'default'].find((one) => Object.keys(loaded).includes(one));
  if (name === undefined) throw new FileError('it must export the profile as `profile` or as the default export');
  return Object(loaded[name]) as ProfileInput;
}

/** Reads `STANDIN_API_KEY`, `STANDIN_API_KEY_OTHER`, … and `STANDIN_URL`. */
function fromEnvironment(env: NodeJS.ProcessEnv): ProfileInput {
  const keys = KEY_NAMES.flatMap((name) => {
    const value = env[keyVariable(name)];
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  const baseUrl = env['STANDIN_URL'];
  return { keys: Object.fromEntries(keys), ...(baseUrl === undefined ? {} : { baseUrl }) };
}

/** Merges profiles one level deep. Later values win. */
function merge(base: ProfileInput, more: ProfileInput): ProfileInput {
  const { keys, triggers, timing, ...rest } = more;
  return {
    ...base,
    ...rest,
    keys: { ...base.keys, ...keys },
    triggers: { ...base.triggers, ...triggers },
    timing: { ...base.timing, ...timing },
  };
}
