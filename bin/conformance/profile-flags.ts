/** From flags to the profile, and back from a field of it to its flag. */

import type { ProfileInput } from '../../conformance/index.ts';

type Flags = Readonly<Record<string, unknown>>;

/** The fields of the profile that have a flag, by commander's names. */
const KEYS = {
  primary: 'key',
  other: 'keyOther',
  poor: 'keyPoor',
  once: 'keyOnce',
  revoked: 'keyRevoked',
  watched: 'keyWatched',
};
const TIMING = {
  requestSeconds: 'timeout',
  patienceSeconds: 'patience',
  generationSeconds: 'generationTimeout',
  runSeconds: 'runTimeout',
};
const PLAIN = {
  only: 'only',
  skip: 'skip',
  gates: 'gate',
  reuse: 'reuse',
  budget: 'budget',
  thorough: 'thorough',
  hostile: 'hostile',
  provoke: 'provoke',
  concurrency: 'concurrency',
  ratePerSecond: 'rate',
};

/** The profile as the flags give it. */
export function fromFlags(baseUrl: string | undefined, flags: Flags): ProfileInput {
  const prompt = flags['failingPrompt'];
  return {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    keys: picked(flags, KEYS),
    timing: picked(flags, TIMING),
    ...(typeof prompt === 'string' ? { triggers: { failing: { prompt } } } : {}),
    ...picked(flags, PLAIN),
  };
}

/** The flag that a field came from, if it did. */
export function flagOf(path: readonly string[], flags: Flags): string | undefined {
  const flag = propertyOf(path);
  return flag === undefined || flags[flag] === undefined ? undefined : spelt(flag);
}

/** The flag that sets a field, if there is one. */
export function flagFor(path: readonly string[]): string | undefined {
  const flag = propertyOf(path);
  return flag === undefined ? undefined : spelt(flag);
}

function propertyOf([part, field]: readonly string[]): string | undefined {
  const names = new Map<string | undefined, string>(Object.entries(TABLES[part ?? ''] ?? PLAIN));
  return names.get(part !== undefined && part in TABLES ? field : part);
}

function spelt(flag: string): string {
  return `--${flag.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

const TABLES: Readonly<Record<string, Readonly<Record<string, string>>>> = { keys: KEYS, timing: TIMING };

/** The flags that were given, under the names of the profile; the profile's schema judges their values. */
function picked(flags: Flags, names: Readonly<Record<string, string>>): Record<string, never> {
  const given = Object.entries(names).filter(([, flag]) => flags[flag] !== undefined);
  return Object.fromEntries(given.map(([name, flag]) => [name, flags[flag] as never]));
}
