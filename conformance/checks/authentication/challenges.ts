/** Authentication: the rules of HTTP for schemes and challenges, and the behavior that the document leaves open. */

import { defineProbe, type Check } from '../../engine/define.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import { observed, pass, untestable, type Outcome } from '../../engine/outcome.ts';
import { header } from '../../client/exchange.ts';
import { alike, type Case, cases, type Expectation, httpCases, observations, ofAnswers } from '../lib/cases.ts';
import { UNAUTHORIZED_CREATE, UNKNOWN } from '../lib/lookups.ts';

const QUERIES = ['api_key', 'key', 'access_token'] as const;

/** The schemes that are registered for other ways to authenticate. A server may have its own name for Bearer. */
const OTHER_SCHEMES = new Set(['basic', 'digest', 'hoba', 'mutual', 'negotiate', 'ntlm', 'oauth']);

const ODD = defineProbe({
  id: 'authentication.odd',
  mayHangUp: true,
  sends:
    'The kit sends get requests for an unknown id. The key is in an unusual place, or the Authorization header has an unusual spelling.',
  run: async (kit) => {
    const id = kit.unknownId;
    const spelled = async (label: string, spell: (key: string) => string): Promise<unknown> =>
      kit.get(label, id, { key: 'primary', spell });
    await spelled('lower case', (key) => `bearer ${key}`);
    await spelled('upper case', (key) => `BEARER ${key}`);
    await spelled('two spaces', (key) => `Bearer  ${key}`);
    await spelled('basic', (key) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`);
    await spelled('no scheme', (key) => key);
    await spelled('no token', () => 'Bearer');
    await spelled('long token', () => `Bearer ${'x'.repeat(6000)}`);
    await spelled('odd characters', () => 'Bearer {"key":1}');
    await kit.get('x-api-key', id, { key: 'primary', place: { header: 'X-Api-Key' } });
  },
});

/** Proxies log queries, so this probe sends only a key that cannot pay. */
const QUERY = defineProbe({
  id: 'authentication.query',
  sends:
    'The kit sends get requests for an unknown id. The only credential is an API key in the query. This key has no credits.',
  keys: ['poor'],
  run: async (kit) => {
    for (const query of QUERIES) await kit.get(query, kit.unknownId, { key: 'poor', place: { query } });
  },
});

const HTTP: readonly Check[] = [
  ...httpCases([ODD, UNKNOWN], {
    'http.scheme.lower-case': scheme('lower case', '`bearer`'),
    'http.scheme.upper-case': scheme('upper case', '`BEARER`'),
    'http.scheme.two-spaces': scheme('two spaces', 'two spaces after the scheme', 'should'),
  }),
  ...cases(
    { from: [UNAUTHORIZED_CREATE], passive: true },
    {
      'http.challenge': [
        'Every 401 has `WWW-Authenticate` (RFC 9110, 15.5.2).',
        'The server sends a 401 without `WWW-Authenticate`, or with an empty `WWW-Authenticate`.',
        ofAnswers(
          ({ response }) => response.status === 401,
          ({ response }) =>
            schemesOf(response).length > 0
              ? undefined
              : ['a challenge in WWW-Authenticate', header(response, 'www-authenticate') ?? 'none'],
        ),
        { requirement: 'authentication.challenge', authority: 'http' },
      ],
      'http.challenge.scheme': [
        'The `WWW-Authenticate` of a 401 names a scheme that gives access to the API (RFC 9110, 11.6.1 and 15.5.2). Other schemes, such as Basic, are not enough.',
        'The server names only Basic in `WWW-Authenticate`, so browsers ask for a password.',
        nameScheme,
        { requirement: 'authentication.challenge', authority: 'http' },
      ],
    },
  ),
];

export const AUTHENTICATION_HTTP_CHECKS: readonly Check[] = [
  ...HTTP,
  ...observations(
    [ODD],
    ['basic', 'no scheme', 'no token', 'long token', 'odd characters', 'x-api-key'].map((label) => [
      `authentication.other-places.${label.replace(' ', '-')}`,
      [`The key is sent in an unusual form (${label}): the response to a get request for an unknown id.`, label],
    ]),
  ),
  ...observations(
    [QUERY],
    QUERIES.map((name) => [
      `authentication.other-places.query-${name.replace('_', '-')}`,
      [`The key is sent in the query (?${name}=): the response to a get request for an unknown id.`, name],
    ]),
  ),
  ...observations([UNAUTHORIZED_CREATE], {
    'authentication.challenge.missing': [
      'The value of `WWW-Authenticate` in the response to a create request without a key.',
      challenge('create missing'),
    ],
    'authentication.challenge.invalid': [
      'The value of `WWW-Authenticate` in the response to a create request with an unknown key.',
      challenge('create invalid'),
    ],
    'error-code.missing-key': [
      'The status and the error code for a create request without a key.',
      'create missing',
      { requirement: 'errors.codes' },
    ],
    'error-code.invalid-key': [
      'The status and the error code for a create request with an unknown key.',
      'create invalid',
      { requirement: 'errors.codes' },
    ],
    'errors.precedence.key-and-body': [
      'The status and the error code for a create request with an unknown key and an invalid body.',
      'create invalid body',
    ],
    'errors.precedence.key-and-id': [
      'The status and the error code for a get request with an unknown key and an unknown id.',
      'get unknown invalid',
    ],
  }),
];

/** Builds a row that expects the same status for an unknown id as with `Bearer` (RFC 9110, 11.1). */
function scheme(label: string, what: string, level: Check['level'] = 'must'): Case {
  return [
    `The server accepts an Authorization header with ${what} (RFC 9110, 11.1 and 11.4).`,
    'The server compares the scheme byte by byte, so it returns 401.',
    (evidence) => {
      const usual = evidence.one('unknown get');
      if (usual.response.status === 401) return untestable('The server rejects the key with `Bearer` too.', usual);
      return alike('unknown get', [label], ', as with `Bearer`')(evidence);
    },
    { requirement: 'authentication.bearer', level },
  ];
}

/** Judges the scheme of a challenge. Basic alone is correct only if the server accepts the key as a user name. */
function nameScheme(evidence: Evidence): Outcome {
  const opened = evidence.every.find(
    ({ label, probe, response }) => probe === ODD.id && label === 'basic' && ![401, 403].includes(response.status),
  );
  return opened === undefined ? USABLE_SCHEME(evidence) : pass(opened);
}

const USABLE_SCHEME = ofAnswers(
  ({ response }) => response.status === 401 && schemesOf(response).length > 0,
  ({ response }) =>
    schemesOf(response).some((name) => !OTHER_SCHEMES.has(name))
      ? undefined
      : ['a challenge with Bearer', header(response, 'www-authenticate') ?? 'none'],
);

/** Returns the schemes of a challenge: the tokens outside of quotes that no `=` follows. */
function schemesOf(response: Answered['response']): string[] {
  const bare = (header(response, 'www-authenticate') ?? '').replaceAll(/"(\\.|[^"\\])*"/g, '""');
  const starts = bare.matchAll(/(?:^|,)\s*([\w!#$%&'*+.^`|~-]+)(?=\s*(?:,|$)|\s+[^\s=])/g);
  return Array.from(starts, ([, scheme = '']) => scheme.toLowerCase());
}

function challenge(label: string): Expectation {
  return ({ one }) => observed(header(one(label).response, 'www-authenticate') ?? 'none', one(label));
}
