/** Versioning, and the rules of HTTP for the three operations and for all other paths. */

import { defineObservation, defineProbe, type Check, type Probe } from '../../engine/define.ts';
import { fail, observed, pass, untestable } from '../../engine/outcome.ts';
import { header } from '../../client/exchange.ts';
import { readRetryAfter } from '../../client/retry-after.ts';
import { CUT } from '../content/parts.ts';
import { TEXT } from '../lib/bodies.ts';
import { cases, httpCases, observations, ofAnswers, jointly } from '../lib/cases.ts';
import { BASE } from '../lib/clips.ts';
import { DOWNLOAD } from '../lib/downloads.ts';
import { SPELLINGS, STRANGE_METHODS, UNKNOWN } from '../lib/lookups.ts';
import { CONTROL, readAlike } from '../lib/twins.ts';
import { describe, errorCode, hasStatus, noneOf } from '../lib/rules.ts';

/** The requests that need a plain socket. */
export const SOCKET = defineProbe({
  id: 'http.socket',
  mayHangUp: true,
  sends:
    'Requests over a plain socket. A get request, a request with an unknown method, and a TRACE request. A get request with two Authorization lines, and a get request with encoded dots in its path. Three create requests with a key that has no credits. The first has a chunked body. The second has Expect. The third has a Content-Encoding.',
  raw: true,
  keys: ['poor'],
  run: async (kit) => {
    const path = `/v1/videos/${kit.unknownId}`;
    const strange = { key: 'primary', outsideApi: true } as const;
    await kit.send('get', { method: 'GET', path, key: 'primary' });
    await kit.send('frob', { ...strange, method: 'FROB', path });
    await kit.send('trace', { ...strange, method: 'TRACE', path });
    await kit.send('two keys', { ...strange, method: 'GET', path, headers: [['Authorization', 'Bearer no-such-key']] });
    await kit.send('dots', {
      ...strange,
      method: 'GET',
      path: '/v1/videos',
      rawTarget: `/v1/videos/..%2f..%2fetc/${kit.unknownId}`,
    });
    await kit.create('chunked', TEXT, { key: 'poor', chunked: true });
    await kit.create('expect', TEXT, { key: 'poor', headers: [['Expect', '100-continue']] });
    await kit.create('encoded', TEXT, { key: 'poor', headers: [['Content-Encoding', 'gzip']] });
  },
});

const HTTP: readonly Check[] = [
  ...cases(
    { from: [UNKNOWN], passive: true },
    {
      'http.body.complete': [
        'The body of each response has the length that its headers state (RFC 9112, 6.3).',
        'The server counts characters instead of bytes for `Content-Length`, or sends the length of another body.',
        ofAnswers(
          // The kit stops one download itself, and a body without Content-Length has no stated length.
          ({ elsewhere, label, probe, response }) =>
            elsewhere !== true &&
            !(probe === CUT.id && label === 'cut') &&
            header(response, 'content-length') !== undefined,
          ({ response }) =>
            response.complete
              ? undefined
              : [`${header(response, 'content-length')} bytes`, `${response.body.size} bytes`],
          true,
        ),
        { requirement: 'errors.protocol', authority: 'http' },
      ],
      'http.retry-after': [
        'The value of `Retry-After` is a whole number of seconds or an HTTP date (RFC 9110, 10.2.3).',
        'The server sends a fraction such as 1.5, or a date in another form.',
        ofAnswers(
          ({ response }) => header(response, 'retry-after') !== undefined,
          ({ response }) => {
            const value = header(response, 'retry-after');
            return readRetryAfter(value, 0) === undefined
              ? ['a whole number of seconds or an HTTP date', String(value)]
              : undefined;
          },
          true,
        ),
        { requirement: 'limits.retry-after', authority: 'http' },
      ],
      'http.json.bom': [
        'No JSON response begins with a byte order mark (RFC 8259, 8.1).',
        'The server adds a byte order mark to its JSON.',
        ofAnswers(
          ({ response }) => response.body.text !== undefined && response.body.size > 0,
          ({ response }) =>
            response.body.text?.startsWith('\ufeff') === true
              ? ['JSON without a byte order mark', 'a byte order mark']
              : undefined,
        ),
        { requirement: 'service.json', authority: 'http' },
      ],
    },
  ),
  ...httpCases([SOCKET, CONTROL], {
    'http.chunked': [
      'A create request with a chunked body is accepted (RFC 9112, 7.1).',
      'The server sees an empty body, or reads the chunk lengths as part of the body.',
      readAlike(['chunked']),
      { requirement: 'create.body.json' },
    ],
    'http.trace': [
      'The response to TRACE does not contain the key (RFC 9110, 9.3.8).',
      'The server returns the Authorization header in the response.',
      (evidence) => {
        const answer = evidence.one('trace');
        return /\[key |bearer/i.test(answer.response.body.text ?? '') && answer.response.status < 400
          ? fail(answer, 'a response without the key', describe(answer))
          : pass(answer);
      },
      { requirement: 'authentication.key.shown-once', from: [SOCKET] },
    ],
  }),
];

const seen = (
  id: string,
  label: string,
  { requirement, from = STRANGE_METHODS }: { readonly requirement: Check['requirement']; readonly from?: Probe },
): Check =>
  defineObservation({
    id,
    requirement,
    proves: `The response to this request: ${label}.`,
    from: [from],
    judge: (evidence) => {
      const answer = evidence.maybe(label);
      return answer === undefined
        ? untestable('The server did not respond to the requests of this check.')
        : observed(`${answer.response.status} ${errorCode(answer) ?? ''}`.trim(), answer);
    },
  });

const SEEN_HEADERS = [
  'server',
  'x-powered-by',
  'access-control-allow-origin',
  'strict-transport-security',
  'ratelimit',
  'ratelimit-policy',
  'x-request-id',
];

export const VERSIONING_CHECKS: readonly Check[] = [
  ...cases([BASE, DOWNLOAD], {
    'versioning.path': [
      'The paths of all three operations begin with `/v1` under the base URL.',
      'The server serves one of the operations under another version or prefix.',
      (evidence) => {
        const answers = [evidence.one('create'), evidence.one('poll 1'), evidence.one('whole')];
        return noneOf(
          answers.filter(({ response }) => response.status === 404 || response.status === 405),
          answers,
          ['the operation under /v1'],
        );
      },
    ],
    'versioning.path.base': [
      'If the base URL has a path, a get request under this path returns the record.',
      'The server is behind a proxy, and does not know the path prefix.',
      (evidence) => hasStatus(evidence.one('poll 1'), 200, 'a get request under the base URL'),
      { from: [BASE] },
    ],
  }),
  ...HTTP,
  ...['put', 'patch', 'delete', 'options', 'post content', 'unknown path'].map((label) =>
    seen(`http.beyond.${label.replace(' ', '-')}`, label, { requirement: 'errors.protocol' }),
  ),
  ...['frob', 'trace', 'two keys', 'dots', 'expect', 'encoded'].map((label) =>
    seen(`http.socket.${label.replace(' ', '-')}`, label, { requirement: 'errors.protocol', from: SOCKET }),
  ),
  seen('versioning.openapi.place', 'openapi', { requirement: 'versioning.openapi.place' }),
  ...observations([UNKNOWN], {
    'versioning.path.before': [
      'The path of the base URL before `/v1`.',
      jointly(['unknown get'], ([answer]) => {
        const [before = ''] = new URL(answer.request.url).pathname.split('/v1/videos');
        return before === '' ? 'none' : before;
      }),
      { requirement: 'versioning.base-path' },
    ],
  }),
  seen('versioning.path.none', 'no version', { requirement: 'versioning.base-path', from: SPELLINGS }),
  ...observations(
    [UNKNOWN],
    SEEN_HEADERS.map((name) => [
      `header.${name}`,
      `Whether responses have the header ${name}.`,
      jointly(['unknown get'], ([{ response }]) => (header(response, name) === undefined ? 'absent' : 'present')),
      { requirement: name.startsWith('ratelimit') ? 'limits.rate.values' : 'errors.protocol' },
    ]),
  ),
];
