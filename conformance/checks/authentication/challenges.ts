/** Authentication: challenges, schemes, headers that must not replace the key, and behavior that is left open. */

import { header, type HeaderLine } from '../../client/exchange.ts';
import type { Sent } from '../../client/spec.ts';
import { type Check, defineProbe } from '../../engine/define.ts';
import { type Answered, type Evidence, objectOf } from '../../engine/evidence.ts';
import { idempotencyKeyOf } from '../../engine/make-generation.ts';
import { missing, notApplicable, type Outcome, pass, untestable } from '../../engine/outcome.ts';
import {
  alike,
  type Case,
  cases,
  expects,
  httpCases,
  is,
  jointly,
  mustBe,
  observations,
  ofAnswers,
} from '../lib/cases.ts';
import { DOWNLOAD, look, ofDownload } from '../lib/downloads.ts';
import { BASE, WATCHED } from '../lib/clips.ts';
import { BY_WHOM, keyOfLooks, REQUEST_OF, UNAUTHORIZED_CREATE, UNKNOWN } from '../lib/lookups.ts';
import { ifSent, noneOf, STILL_RUNNING } from '../lib/rules.ts';

const LOOKS = Object.entries({ get: 'get', content: 'part' } as const);

const COOKIES = defineProbe({
  id: 'authentication.cookies',
  sends:
    'A get request and a range request with the key. If a response has set a cookie, the kit sends the same requests again, with that cookie instead of the key.',
  // The download must be the first request for a clip.
  ...ofDownload(async (kit, { id, key }) => {
    const known: Sent[] = [];
    for (const [label, kind] of LOOKS) known.push(await look(kit, [kind, `${label} known`], { id, key }));
    const cookies = [...new Set(known.flatMap(cookiesOf))].join('; ');
    if (cookies === '') return undefined;
    const headers: HeaderLine[] = [['Cookie', cookies]];
    for (const [label, kind] of LOOKS) await look(kit, [kind, label], { id, key: undefined, headers });
  }),
});

/** Returns the cookies of a response, as a browser sends them back. */
function cookiesOf({ exchange }: Sent): string[] {
  const lines = exchange.response?.headers.filter(([name]) => name.toLowerCase() === 'set-cookie') ?? [];
  return lines.map(([, line]) => line.split(';')[0]?.trim() ?? '').filter((pair) => pair !== '');
}

const KEYED_GET = defineProbe({
  id: 'get.keyed',
  sends:
    'A get request and a range request for the cheapest clip after its completion. Each request is sent twice: with the Idempotency-Key of the create request, and without an Idempotency-Key.',
  after: [BASE, 'any-clip', DOWNLOAD],
  run: async (kit) => {
    const { id } = kit.generation(BASE);
    const headers: HeaderLine[] = [['Idempotency-Key', idempotencyKeyOf(kit.runId, BASE.id)]];
    for (const [label, kind] of LOOKS) {
      await look(kit, [kind, label], { id });
      await look(kit, [kind, `${label} keyed`], { id, headers });
    }
  },
});

const KEYED_AGAIN = defineProbe({
  id: 'get.keyed-again',
  sends:
    'A get request for a completed generation. An earlier get request, sent while the generation was running, had the same Idempotency-Key.',
  after: [WATCHED],
  run: async (kit) => {
    const { id, key } = kit.generation(WATCHED);
    await kit.get('get keyed again', id, { key, headers: keyOfLooks(kit) });
  },
});

function tooFast({ one }: Evidence): Outcome {
  const reason = 'The generation was completed before a get request showed the status "running".';
  return untestable(missing('--key-watched', reason), one('get keyed again'));
}

export const OTHER_HEADER_CHECKS: readonly Check[] = [
  ...cases(
    [COOKIES],
    (['get', 'content'] as const).map((endpoint) => [
      `authentication.${endpoint}.missing.cookie`,
      `A ${REQUEST_OF[endpoint]} without a key is rejected, even with a cookie that an earlier response set.`,
      'The framework of the server opens a session for each client that once sent a key.',
      ifSent(
        endpoint,
        ({ one }) => notApplicable('No response set a cookie.', one(`${endpoint} known`)),
        expects(endpoint, is(401, 403, 404), ['401']),
      ),
      { defect: 'authentication' },
    ]),
  ),
  ...cases([BASE, KEYED_GET], {
    'get.answer.record.keyed': [
      'A get request returns the current record, even if it has the Idempotency-Key of the create request.',
      'The server also replays responses for get requests. So the server returns the record in its first state.',
      jointly(['get', 'get keyed'], ([plain, keyed]) => {
        const shown = [plain, keyed].map(objectOf).map(({ id, status }) => JSON.stringify([id, status]));
        if (!is(200)(plain))
          return notApplicable('The get request without an Idempotency-Key did not return 200.', plain);
        return is(200)(keyed) && shown[0] === shown[1] ? undefined : [`200 with the same id and status: ${shown[0]}`];
      }),
      { defect: 'idempotency' },
    ],
    'get.answer.record.keyed.again': [
      'Two get requests with the same Idempotency-Key each return the current record. The first get request is sent before the generation is completed, the second after the completion.',
      'The server stores the response to every request with an Idempotency-Key. So polls return the first response forever.',
      ifSent(
        `${STILL_RUNNING} 1`,
        tooFast,
        jointly([`${STILL_RUNNING} 1`, 'get keyed again'], (answers, evidence) => {
          const [early, last] = answers.map((answer) => objectOf(answer)['status']);
          if (early === 'completed') return tooFast(evidence);
          return is(200)(answers[1]) && last === 'completed' ? undefined : ['200 with the status "completed"'];
        }),
      ),
      { from: [WATCHED, KEYED_AGAIN], defect: 'idempotency' },
    ],
    'content.answer.keyed': [
      'A download returns the clip, even if it has the Idempotency-Key of the create request.',
      'The server also replays responses for downloads. So the server returns the record instead of the clip.',
      jointly(['content', 'content keyed'], ([plain, keyed]) => {
        if (plain.response.status >= 300)
          return notApplicable('The server rejected the download without an Idempotency-Key.', plain);
        const type = header(plain.response, 'content-type');
        const isSame = keyed.response.status < 300 && header(keyed.response, 'content-type') === type;
        return isSame ? undefined : [`${type}, as without it`];
      }),
      { requirement: 'content.answer.status', defect: 'idempotency' },
    ],
  }),
];

/** The rejected requests whose status is observed. */
const REJECTED: Readonly<Record<string, readonly [label: string, what: string]>> = {
  'error-code.missing-key': ['create missing', 'a create request without a key'],
  'error-code.invalid-key': ['create invalid', 'a create request with an unknown key'],
  'errors.precedence.key-and-body': ['create invalid body', 'a create request with an unknown key and an invalid body'],
  'errors.precedence.key-and-id': ['get unknown invalid', 'a get request with an unknown key and an unknown id'],
};

const QUERIES = ['api_key', 'key', 'access_token'] as const;

/** The schemes that are registered for other ways to authenticate. A server may have its own name for Bearer. */
const OTHER_SCHEMES = new Set(['basic', 'digest', 'hoba', 'mutual', 'negotiate', 'ntlm', 'oauth']);

type Spellings = Readonly<Record<string, (key: string) => string>>;

/** The spellings that RFC 9110 allows, and others. */
const VALID: Spellings = {
  'lower case': (key) => `bearer ${key}`,
  'upper case': (key) => `BEARER ${key}`,
  'two spaces': (key) => `Bearer  ${key}`,
};
const UNUSUAL: Spellings = {
  basic: (key) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
  'no scheme': (key) => key,
  'no token': () => 'Bearer',
  'long token': () => `Bearer ${'x'.repeat(6000)}`,
  'odd characters': () => 'Bearer {"key":1}',
};

const ODD = defineProbe({
  id: 'authentication.odd',
  mayHangUp: true,
  sends:
    'The kit sends get requests for an unknown id. The key is in an unusual place, or the Authorization header has an unusual spelling.',
  run: async (kit) => {
    for (const [label, spell] of Object.entries({ ...VALID, ...UNUSUAL }))
      await kit.get(label, kit.unknownId, { key: 'primary', spell });
    await kit.get('x-api-key', kit.unknownId, { key: 'primary', place: { header: 'X-Api-Key' } });
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

export const AUTHENTICATION_HTTP_CHECKS: readonly Check[] = [
  ...httpCases([ODD, UNKNOWN], {
    'http.scheme.lower-case': scheme('lower case', '`bearer`'),
    'http.scheme.upper-case': scheme('upper case', '`BEARER`'),
    'http.scheme.two-spaces': scheme('two spaces', 'two spaces after the scheme', 'should'),
  }),
  ...cases(
    {
      from: [UNAUTHORIZED_CREATE],
      passive: true,
      requirement: 'authentication.challenge',
      authority: 'http',
    },
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
      ],
      'http.challenge.scheme': [
        'The `WWW-Authenticate` of a 401 names a scheme that gives access to the API (RFC 9110, 11.6.1 and 15.5.2). Other schemes, such as Basic, are not enough.',
        'The server names only Basic in `WWW-Authenticate`, so browsers ask for a password.',
        nameScheme,
      ],
    },
  ),
  ...observations(
    [ODD],
    [...Object.keys(UNUSUAL), 'x-api-key'].map((label) => [
      `authentication.other-places.${label.replace(' ', '-')}`,
      `The key is sent in an unusual form (${label}): the response to a get request for an unknown id.`,
      label,
    ]),
  ),
  ...cases([QUERY], {
    'authentication.bearer.query': [
      'A key in the query does not authenticate a request.',
      'The server accepts a key in the query. Proxies and browsers write queries into their logs.',
      ({ answers }) => {
        mustBe(answers.length > 0, 'The run did not send these requests.');
        const opened = answers.filter(({ response: { status } }) => status < 300 || status === 404);
        return noneOf(opened, answers, ['401, because the request has no Authorization header']);
      },
      { level: 'should' },
    ],
  }),
  ...observations(
    [QUERY],
    QUERIES.map((name) => [
      `authentication.other-places.query-${name.replace('_', '-')}`,
      `The key is sent in the query (?${name}=): the response to a get request for an unknown id.`,
      name,
    ]),
  ),
  ...observations(
    [UNAUTHORIZED_CREATE],
    (['missing', 'invalid'] as const).map((kind) => [
      `authentication.challenge.${kind}`,
      `The value of \`WWW-Authenticate\` in the response to a create request ${BY_WHOM[kind]}.`,
      jointly([`create ${kind}`], ([{ response }]) => header(response, 'www-authenticate') ?? 'none'),
    ]),
  ),
  ...observations(
    [UNAUTHORIZED_CREATE],
    Object.entries(REJECTED).map(([id, [label, what]]) => [
      id,
      `The status and the error code for ${what}.`,
      label,
      id.startsWith('error-code') ? { requirement: 'errors.codes' } : {},
    ]),
  ),
];

/** Builds a row that expects the same status for an unknown id as with `Bearer` (RFC 9110, 11.1). */
function scheme(label: string, what: string, level: Check['level'] = 'must'): Case {
  return [
    `The server accepts an Authorization header with ${what} (RFC 9110, 11.1 and 11.4).`,
    'The server compares the scheme byte by byte, so it returns 401.',
    jointly(['unknown get'], ([usual], evidence) =>
      is(401)(usual)
        ? untestable('The server rejects the key with `Bearer` too.', usual)
        : alike('unknown get', [label], ', as with `Bearer`')(evidence),
    ),
    { requirement: 'authentication.bearer', level },
  ];
}

/** Judges the scheme of a challenge. Basic alone is correct only if the server accepts the key as a user name. */
function nameScheme(evidence: Evidence): Outcome {
  const basic = evidence.every.find(({ label, probe }) => probe === ODD.id && label === 'basic');
  return basic === undefined || is(401, 403)(basic) ? USABLE_SCHEME(evidence) : pass(basic);
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
