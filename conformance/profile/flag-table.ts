/** The fields of a profile that have a flag. The command, its help, the schema and the guide read this table. */

import { KEY_NAMES, KEY_PURPOSES, keyFlag, keyVariable } from '../client/keys.ts';

export interface ProfileFlag {
  /** The path of the field in the profile, with dots. */
  readonly field: string;
  readonly flag: string;
  /** The name of its argument; none for a switch. */
  readonly argument?: string;
  /** The environment variable that sets the field, too. */
  readonly variable?: string;
  readonly says: string;
  /** How the argument is read; as text if left out. */
  readonly reads?: 'list' | 'number';
}

/** What the fields that are not keys say, in the help and in the schema. */
export const FIELD_TEXTS = {
  only: 'checks or sections to run, with * for any characters',
  skip: 'checks or sections to leave out, with * for any characters',
  gates: 'which requirements fail the run when broken',
  reuse: 'ids of completed generations that stand in for paid ones',
  budget: 'US dollars that the run may spend',
  thorough: 'also check every resolution, aspect ratio, workflow and rule for files, which costs more',
  hostile: 'also send huge bodies and deeply nested JSON',
  provoke: 'also send requests in quick succession until a 429',
  concurrency: 'requests under way at once',
  ratePerSecond: 'requests that may begin in a second',
  requestSeconds: 'limit of one request, in seconds',
  patienceSeconds: 'limit of all waits for one request that 429 or 503 ask for, in seconds',
  generationSeconds: 'limit of one generation, from create to end, in seconds',
  runSeconds: 'limit of the whole run, in seconds',
} as const;

type Field = keyof typeof FIELD_TEXTS;

const KEYS = KEY_NAMES.map((name): ProfileFlag => {
  return {
    field: `keys.${name}`,
    flag: keyFlag(name),
    argument: 'key',
    variable: keyVariable(name),
    says: KEY_PURPOSES[name],
  };
});

/** In the order of the help. */
export const PROFILE_FLAGS: readonly ProfileFlag[] = [
  ...KEYS,
  {
    field: 'triggers.failing',
    flag: '--failing-prompt',
    argument: 'prompt',
    says: 'a prompt that makes a generation fail',
  },
  row('only', '--only', { argument: 'globs', reads: 'list' }),
  row('skip', '--skip', { argument: 'globs', reads: 'list' }),
  {
    ...row('gates', '--gate', { argument: 'names', reads: 'list' }),
    says: `${FIELD_TEXTS.gates}: document, http (default: document)`,
  },
  row('reuse', '--reuse', { argument: 'ids', reads: 'list' }),
  row('budget', '--budget', { argument: 'usd', reads: 'number' }),
  row('thorough', '--thorough'),
  row('hostile', '--hostile'),
  row('provoke', '--provoke'),
  row('concurrency', '--concurrency', { argument: 'n', reads: 'number' }),
  row('ratePerSecond', '--rate', { argument: 'n', reads: 'number' }),
  timing('requestSeconds', '--timeout'),
  timing('patienceSeconds', '--patience'),
  timing('generationSeconds', '--generation-timeout'),
  timing('runSeconds', '--run-timeout'),
];

/** The flag that sets a field or the object around it, if there is one. */
export function flagFor(path: readonly string[]): ProfileFlag | undefined {
  const field = `${path.join('.')}.`;
  return PROFILE_FLAGS.find((known) => field.startsWith(`${known.field}.`));
}

function row(field: Field, flag: string, more: Pick<ProfileFlag, 'argument' | 'reads'> = {}): ProfileFlag {
  return { field, flag, says: FIELD_TEXTS[field], ...more };
}

function timing(field: Field, flag: string): ProfileFlag {
  return { ...row(field, flag, { argument: 'seconds', reads: 'number' }), field: `timing.${field}` };
}
