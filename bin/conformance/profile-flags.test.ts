import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { KEY_NAMES, keyFlag } from '../../conformance/client/keys.ts';
import { PROFILE_FLAGS } from '../../conformance/profile/flag-table.ts';
import { loadProfile } from '../../conformance/profile/load-profile.ts';
import { readProfile } from '../../conformance/profile/read-profile.ts';
import { conformanceFlags } from './flags.ts';
import { fromFlags } from './profile-flags.ts';

/** Flags of the command, about files and output, which no profile has. */
const NOT_OF_A_PROFILE = new Set([
  '--profile',
  '--plan',
  '--baseline',
  '--write-baseline',
  '--journal',
  '--no-journal',
  '--report',
  '--observed',
  '--previous',
  '--verbose',
  '--json',
  '--help',
]);

/** A value that each kind of argument accepts, and that no default is. */
const SAMPLES: Readonly<Record<string, string>> = {
  names: 'http',
  edition: '0.1',
  usd: '7',
  n: '7',
  seconds: '7',
  rounds: '7',
  time: '7s',
};

const help = conformanceFlags(new Command('conformance')).helpInformation();
const flags = [...help.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)(?: <([^>]+)>)?/gm)]
  .map(([, flag = '', kind]) => ({ flag, value: kind === undefined ? undefined : (SAMPLES[kind] ?? 'sample') }))
  .filter(({ flag }) => !NOT_OF_A_PROFILE.has(flag));

test.each(flags)('$flag reaches the profile', ({ flag, value }) => {
  const command = conformanceFlags(new Command('conformance'));
  command.parse([flag, ...(value === undefined ? [] : [value])], { from: 'user' });
  const profile = readProfile(fromFlags(undefined, command.opts()));
  const rest = JSON.stringify(profile).replace(JSON.stringify(readProfile({})), '');
  expect(rest).toContain(value?.replace(/^7s$/, '7') ?? 'true');
  expect(profile).not.toEqual(readProfile({}));
});

const defaults = PROFILE_FLAGS.flatMap(({ field, flag, says }) => {
  const [, value] = /\(default: ([\d.]+)\)$/.exec(says) ?? [];
  return value === undefined ? [] : [{ flag, field, value }];
});

test.each(defaults)('the help of $flag names the default of the profile', ({ field, value }) => {
  const found = field.split('.').reduce<unknown>((at, name) => Object(at)[name], readProfile({}));
  expect(String(found)).toBe(value);
});

test('every key has a flag, and the help of the flag names its environment variable, which reaches the profile', async () => {
  for (const name of KEY_NAMES) {
    const [flag, variable] =
      name === 'primary' ? ['--key', 'STANDIN_API_KEY'] : [`--key-${name}`, `STANDIN_API_KEY_${name.toUpperCase()}`];
    expect(help.replaceAll(/\s+/g, ' ')).toMatch(new RegExp(`${flag} <key> [^<]*\\b${variable}\\b`));
    expect((await loadProfile(undefined, { [variable]: 'sample' }, {})).keys).toEqual({ [name]: 'sample' });
  }
});

test('the guide tells what each key and each switch adds', () => {
  const guide = readFileSync('docs/conformance-staging.md', 'utf8');
  const [table = ''] = /## What each key adds.*/s.exec(guide) ?? [];
  const wanted = [
    ...KEY_NAMES.filter((name) => name !== 'primary').map(keyFlag),
    '--thorough',
    '--hostile',
    '--provoke',
  ];
  expect(wanted.filter((flag) => !table.includes(`| \`${flag}\``))).toEqual([]);
});
