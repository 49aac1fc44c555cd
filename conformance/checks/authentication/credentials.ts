/**
 * Authentication: each endpoint with each way to write wrong or missing credentials. If there is a key without credits,
 * the creates use it. A server that accepts such a key returns 402, and the run pays nothing.
 */

import { defineProbe, type Check } from '../../engine/define.ts';
import { notApplicable, pass, untestable } from '../../engine/outcome.ts';
import type { ProbeTools, SendOptions } from '../../engine/probe-tools.ts';
import { TEXT } from '../lib/bodies.ts';
import { cases, httpCases, is, type Expectation } from '../lib/cases.ts';
import { DOWNLOAD, look, ofDownload } from '../lib/downloads.ts';
import { describeRequest, noneOf } from '../lib/rules.ts';
import { REQUEST_OF } from '../lib/lookups.ts';

type Spelling = (key: string) => string;
type Ways = Readonly<Record<string, Spelling>>;

/** The groups of wrong credentials, each with the mistake of a server that accepts them. */
const GROUPS = {
  'other-scheme': {
    what: 'the key after a scheme other than Bearer',
    failing: 'The server uses the text after the first space as the key, whatever the scheme is.',
    ways: {
      basic: (key) => `Basic ${key}`,
      'basic, encoded as a name': (key) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
      'basic, encoded as a password': (key) => `Basic ${Buffer.from(`api:${key}`).toString('base64')}`,
      token: (key) => `Token ${key}`,
      digest: (key) => `Digest ${key}`,
      'longer scheme': (key) => `BearerToken ${key}`,
      'shorter scheme': (key) => `Bear ${key}`,
    },
  },
  empty: {
    what: 'a scheme without a key, or without a space before the key',
    failing: 'The server stores an empty key for some account, so an empty key in a request matches this account.',
    ways: {
      'scheme alone': () => 'Bearer',
      'scheme and spaces': () => 'Bearer   ',
      nothing: () => '',
      glued: (key) => `Bearer${key}`,
      'the word null': () => 'Bearer null',
      'the word undefined': () => 'Bearer undefined',
    },
  },
  'other-form': {
    what: 'other characters around the key, after the scheme',
    failing: 'The server searches the whole header for a valid key.',
    ways: {
      'scheme and colon': (key) => `Bearer: ${key}`,
      'as a value': (key) => `Bearer key=${key}`,
      'in quotes': (key) => `Bearer "${key}"`,
    },
  },
  doubled: {
    what: 'more than one key or scheme',
    failing: 'The server uses the last word of the header as the key, or any word that is a valid key.',
    ways: {
      'key twice': (key) => `Bearer ${key} ${key}`,
      'other key behind': (key) => `Bearer ${key} no-such-key`,
      'other key before': (key) => `Bearer no-such-key ${key}`,
      'list of two': (key) => `Bearer no-such-key, Bearer ${key}`,
      'scheme twice': (key) => `Bearer Bearer ${key}`,
    },
  },
  'near-key': {
    what: 'a nearly correct key (in another case, percent-encoded, or with an added, removed or changed character)',
    failing:
      'The server decodes keys, ignores the case of their letters, compares only their beginning, or accepts a text that contains the key.',
    ways: {
      'other case': otherCase,
      'character behind': (key) => `Bearer ${key}0`,
      'character in front': (key) => `Bearer 0${key}`,
      'last character gone': (key) => `Bearer ${key.slice(0, -1)}`,
      'last character another': (key) => `Bearer ${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`,
      'first character gone': (key) => `Bearer ${key.slice(1)}`,
      'first character percent-encoded': (key) => `Bearer %${key.charCodeAt(0).toString(16)}${key.slice(1)}`,
      'pattern for all': () => 'Bearer *',
      'pattern for its end': (key) => `Bearer ${key.slice(0, 3)}%`,
    },
  },
} as const satisfies Readonly<Record<string, { what: string; failing: string; ways: Ways }>>;
const NAMES = Object.keys(GROUPS) as (keyof typeof GROUPS)[];
/** Every way to write wrong credentials, by its name. */
export const EVERY_WAY = NAMES.flatMap((name): [string, Spelling][] => Object.entries(GROUPS[name].ways));
const ENDPOINTS = ['create', 'get', 'content', 'part', 'head'] as const;
/** Ways that may produce a valid key, if anybody may open an account. The key sees no clip, but could pay for one. */
export const ANOTHER_KEY: ReadonlySet<string> = new Set([
  'character behind',
  'last character gone',
  'last character another',
]);

/** Returns the key in the other case. A key without letters is replaced by an unknown key. */
function otherCase(key: string): string {
  const swapped = key === key.toUpperCase() ? key.toLowerCase() : key.toUpperCase();
  return swapped === key ? 'Bearer no-such-key' : `Bearer ${swapped}`;
}

const CREDENTIALS = defineProbe({
  id: 'authentication.credentials',
  mayBeCharged: true,
  mayHangUp: true,
  sends:
    'The kit sends create requests. The kit also sends get requests, downloads, range requests and HEAD requests for a completed clip. The credentials of each request are wrong: another scheme, no key, two keys, or a nearly correct key.',
  after: ['any-clip', DOWNLOAD],
  run: async (kit) => {
    for (const endpoint of ENDPOINTS) {
      await ask(kit, [endpoint, 'right'], {});
      const meant = EVERY_WAY.filter(([way]) => endpoint !== 'create' || !ANOTHER_KEY.has(way));
      for (const [way, spell] of meant) await ask(kit, [endpoint, way], { spell });
    }
  },
});

async function ask(
  kit: ProbeTools,
  [endpoint, way]: readonly [(typeof ENDPOINTS)[number], string],
  options: SendOptions,
): Promise<void> {
  const label = `${endpoint} ${way}`;
  const { id, key } = kit.generation('any-clip');
  if (endpoint !== 'create') await look(kit, [endpoint, label], { id, key, ...options });
  else {
    const own = kit.hasKey('poor') ? 'poor' : 'primary';
    // The server would accept a valid create with the right key, and the run would pay for it.
    await kit.create(label, way === 'right' ? { ...TEXT, prompt: '' } : TEXT, { key: own, ...options });
  }
}

const SCHEMES: Ways = { lower: (key) => `bearer ${key}`, mixed: (key) => `bEARER ${key}` };

const SAME_SCHEME = defineProbe({
  id: 'authentication.same-scheme',
  mayBeCharged: true,
  sends:
    'An invalid create request. A get request, a range request and a HEAD request for a completed clip. The authentication scheme is written in lowercase and in mixed case.',
  ...ofDownload(async (kit, { id, key }) => {
    for (const [way, spell] of [['usual', undefined] as const, ...Object.entries(SCHEMES)]) {
      await kit.create(`create ${way}`, { ...TEXT, prompt: '' }, { spell });
      for (const kind of ['get', 'part', 'head'] as const)
        await look(kit, [kind, `${kind} ${way}`], { id, key, spell });
    }
  }),
});

const OPERATIONS = { create: ['create'], get: ['get'], content: ['content', 'part', 'head'] } as const;

export const CREDENTIAL_CHECKS: readonly Check[] = [
  ...cases(
    [CREDENTIALS],
    NAMES.flatMap((group) =>
      (Object.keys(OPERATIONS) as (keyof typeof OPERATIONS)[]).map((operation) => [
        `authentication.${group}.${operation}`,
        `A ${REQUEST_OF[operation]} is rejected if its Authorization header has ${GROUPS[group].what}.`,
        GROUPS[group].failing,
        allShut(OPERATIONS[operation], Object.keys(GROUPS[group].ways)),
        { requirement: `authentication.${operation}.${group === 'empty' ? 'missing' : 'invalid'}` },
      ]),
    ),
  ),
  ...httpCases(
    [SAME_SCHEME],
    ['create', 'get', 'part', 'head'].map((endpoint) => [
      `http.scheme.${endpoint}`,
      `The authentication scheme is case-insensitive (RFC 9110, 11.1): ${endpoint}.`,
      'One endpoint of the server accepts the authentication scheme only in the usual case (Bearer).',
      sameAsUsual(endpoint),
      { requirement: 'authentication.bearer' },
    ]),
  ),
];

/** Expects that wrong credentials are rejected. A 402 shows that the server accepted the key. */
function allShut(endpoints: readonly string[], ways: readonly string[]): Expectation {
  return ({ one }) => {
    const answers = endpoints.flatMap((endpoint) =>
      ways.filter((way) => endpoint !== 'create' || !ANOTHER_KEY.has(way)).map((way) => one(`${endpoint} ${way}`)),
    );
    // A server that does not support HEAD may return 501.
    const opened = answers.filter(
      ({ response: { status } }) => status < 400 || status === 402 || (status >= 500 && status !== 501),
    );
    if (opened.length > 0) return noneOf(opened, [], ['a rejection (400 to 499, except 402)', describeRequest]);
    const known = endpoints.map((endpoint) => one(`${endpoint} right`)).find((answer) => !is(401, 403, 501)(answer));
    return known === undefined
      ? untestable('Inconclusive: the server rejected the correct key as well.', ...answers.slice(0, 1))
      : pass(known, ...answers.slice(0, 3));
  };
}

function sameAsUsual(endpoint: string): Expectation {
  return ({ one }) => {
    const usual = one(`${endpoint} usual`);
    if (is(401, 403)(usual)) return notApplicable('The server rejects the key with `Bearer` too.', usual);
    const others = Object.keys(SCHEMES).map((way) => one(`${endpoint} ${way}`));
    return noneOf(others.filter(is(401, 403)), [usual, ...others], [`${usual.response.status}, as with \`Bearer\``]);
  };
}
