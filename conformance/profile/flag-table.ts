/** The fields of a profile that have a flag. The command, its help, the schema and the guide read this table. */

import { EDITION_TEXT, NEWEST_EDITION } from '../engine/edition.ts';
import { KEY_NAMES, KEY_PURPOSES, keyFlag, keyVariable } from '../client/keys.ts';

export interface ProfileFlag {
  /** The path of the field in the profile, with dots. */
  readonly field: string;
  readonly flag: string;
  /** The name of its argument. A switch has no argument. */
  readonly argument?: string;
  /** The environment variable that sets the field, too. */
  readonly variable?: string;
  readonly says: string;
  /** The type of the argument. Default: text. */
  readonly reads?: 'list' | 'number' | 'time';
}

/** The texts of the fields that are not keys, for the help and the schema. */
export const FIELD_TEXTS = {
  only: 'run only these checks or sections; * matches any characters',
  skip: 'do not run these checks or sections; * matches any characters',
  gates: 'kinds of promises that fail the run if the server breaks them, from the API document or from HTTP',
  edition: EDITION_TEXT,
  reuse:
    'ids of completed generations of the account. The run uses these generations instead of paying for new generations',
  budget: 'maximum cost of the run in US dollars',
  thorough: 'also check every resolution, aspect ratio, workflow and rule for input files. This costs more',
  hostile: 'also send huge bodies and deeply nested JSON',
  provoke: 'also send requests in quick succession until the server returns 429',
  concurrency: 'maximum number of parallel requests',
  ratePerSecond: 'maximum number of requests that start in one second',
  'timing.requestSeconds': 'maximum time of one request, in seconds',
  'timing.patienceSeconds': 'maximum total waiting time of one request after 429 and 503, in seconds',
  'timing.generationSeconds': 'maximum time of one generation, from its create request to its end, in seconds',
  'timing.runSeconds': 'maximum time of the whole run, in seconds',
  'explore.rounds':
    'after the run, search for broken promises with this many random sequences of requests. For each mistake, the report shows the shortest sequence',
  'explore.seed': 'with --explore: seed of the random sequences',
  'explore.seconds': 'with --explore: end the search after this time, such as 90s, 5m or 1h',
} as const;

type Field = keyof typeof FIELD_TEXTS;

const KEYS = KEY_NAMES.map((name): ProfileFlag => {
  const [flag, variable] = [keyFlag(name), keyVariable(name)];
  return { field: `keys.${name}`, flag, argument: 'key', variable, says: KEY_PURPOSES[name] };
});

/** The flags in the order of the help. */
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
    says: `${FIELD_TEXTS.gates} (document, http; default: document)`,
  },
  row('edition', '--edition', { argument: 'edition', byDefault: NEWEST_EDITION }),
  row('reuse', '--reuse', { argument: 'ids', reads: 'list' }),
  row('budget', '--budget', { argument: 'usd', reads: 'number' }),
  row('thorough', '--thorough'),
  row('hostile', '--hostile'),
  row('provoke', '--provoke'),
  row('concurrency', '--concurrency', { argument: 'n', reads: 'number', byDefault: 4 }),
  row('ratePerSecond', '--rate', { argument: 'n', reads: 'number' }),
  row('timing.requestSeconds', '--timeout', { argument: 'seconds', reads: 'number', byDefault: 30 }),
  row('timing.patienceSeconds', '--patience', { argument: 'seconds', reads: 'number', byDefault: 120 }),
  row('timing.generationSeconds', '--generation-timeout', { argument: 'seconds', reads: 'number', byDefault: 1800 }),
  row('timing.runSeconds', '--run-timeout', { argument: 'seconds', reads: 'number', byDefault: 7200 }),
  row('explore.rounds', '--explore', { argument: 'rounds', reads: 'number' }),
  row('explore.seed', '--seed', { argument: 'n', reads: 'number', byDefault: 1 }),
  row('explore.seconds', '--for', { argument: 'time', reads: 'time' }),
];

/** Returns the flag that sets a field or the object around it, if there is such a flag. */
export function flagFor(path: readonly string[]): ProfileFlag | undefined {
  const field = `${path.join('.')}.`;
  return PROFILE_FLAGS.find((known) => field.startsWith(`${known.field}.`));
}

type Argument = Pick<ProfileFlag, 'argument' | 'reads'> & {
  /** The default, which the help text names. A test compares it with the schema of the profile. */
  readonly byDefault?: number | string;
};

function row(field: Field, flag: string, { byDefault, ...argument }: Argument = {}): ProfileFlag {
  const note = byDefault === undefined ? '' : ` (default: ${byDefault})`;
  return { field, flag, says: FIELD_TEXTS[field] + note, ...argument };
}
