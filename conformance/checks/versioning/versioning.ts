/** Versioning, and the rules of HTTP for the three operations and for all other paths. */

import type { RequirementId } from '../../../contract/requirements/requirements.ts';
import { defineProbe, type Check, type Probe } from '../../engine/define.ts';
import { untestable } from '../../engine/outcome.ts';
import { header } from '../../client/exchange.ts';
import { readRetryAfter } from '../../client/retry-after.ts';
import { TEXT } from '../lib/bodies.ts';
import { cases, each, expects, httpCases, is, observations, ofAnswers, jointly } from '../lib/cases.ts';
import { BASE } from '../lib/clips.ts';
import { DOWNLOAD } from '../lib/downloads.ts';
import { SPELLINGS, STRANGE_METHODS, UNKNOWN } from '../lib/lookups.ts';
import { CONTROL, readAlike } from '../lib/control-requests.ts';
import { errorCode, hasStatus, ifSent } from '../lib/rules.ts';

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
    const rawTarget = `/v1/videos/..%2f..%2fetc/${kit.unknownId}`;
    await kit.send('dots', { ...strange, method: 'GET', path: '/v1/videos', rawTarget });
    await kit.create('chunked', TEXT, { key: 'poor', chunked: true });
    await kit.create('expect', TEXT, { key: 'poor', headers: [['Expect', '100-continue']] });
    await kit.create('encoded', TEXT, { key: 'poor', headers: [['Content-Encoding', 'gzip']] });
  },
});

const PASSIVE = { from: [UNKNOWN], passive: true, authority: 'http' } as const;

const HTTP: readonly Check[] = [
  ...cases(PASSIVE, {
    'http.body.complete': [
      'The body of each response has the length that its headers state (RFC 9112, 6.3).',
      'The server counts characters instead of bytes for `Content-Length`, or sends the length of another body.',
      ofAnswers(
        // The kit stops one download itself, and a body without Content-Length has no stated length.
        ({ elsewhere, label, response }) =>
          elsewhere !== true && label !== 'cut' && header(response, 'content-length') !== undefined,
        ({ response: { body, complete, ...head } }) =>
          complete ? undefined : [`${header(head, 'content-length')} bytes`, `${body.size} bytes`],
        true,
      ),
      { requirement: 'errors.protocol' },
    ],
    'http.retry-after': [
      'The value of `Retry-After` is a whole number of seconds or an HTTP date (RFC 9110, 10.2.3).',
      'The server sends a fraction such as 1.5, or a date in another form.',
      ofAnswers(
        ({ response }) => header(response, 'retry-after') !== undefined,
        ({ response }) => {
          const value = header(response, 'retry-after') ?? '';
          const isRead = readRetryAfter(value, 0) !== undefined;
          return isRead ? undefined : ['a whole number of seconds or an HTTP date', value];
        },
        true,
      ),
      { requirement: 'limits.retry-after' },
    ],
    'http.json.bom': [
      'No JSON response begins with a byte order mark (RFC 8259, 8.1).',
      'The server adds a byte order mark to its JSON.',
      ofAnswers(
        ({ response }) => response.body.text !== undefined && response.body.size > 0,
        ({ response: { body } }) =>
          body.text?.startsWith('\ufeff') === true
            ? ['JSON without a byte order mark', 'a byte order mark']
            : undefined,
      ),
      { requirement: 'service.json' },
    ],
  }),
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
      expects('trace', ({ response: { body, status } }) => status >= 400 || !/\[key |bearer/i.test(body.text ?? ''), [
        'a response without the key',
      ]),
      { requirement: 'authentication.key.shown-once', from: [SOCKET] },
    ],
  }),
];

type Seen = readonly [id: string, label: string, requirement: RequirementId];

/** Builds observations of the responses to unusual requests. */
function seen(from: Probe, rows: readonly Seen[]): Check[] {
  return observations(
    [from],
    rows.map(([id, label, requirement]) => [
      id,
      `The response to this request: ${label}.`,
      ifSent(
        label,
        NOT_ANSWERED,
        jointly([label], ([answer]) => `${answer.response.status} ${errorCode(answer) ?? ''}`.trim()),
      ),
      { requirement },
    ]),
  );
}

const NOT_ANSWERED = untestable('The server did not respond to the requests of this check.');

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
      each(['create', 'poll 1', 'whole'], (answer) => !is(404, 405)(answer), ['the operation under /v1']),
    ],
    'versioning.path.base': [
      'If the base URL has a path, a get request under this path returns the record.',
      'The server is behind a proxy, and does not know the path prefix.',
      (evidence) => hasStatus(evidence.one('poll 1'), 200, 'a get request under the base URL'),
      { from: [BASE] },
    ],
  }),
  ...HTTP,
  ...seen(STRANGE_METHODS, [
    ...['put', 'patch', 'delete', 'options', 'post content', 'unknown path'].map((label): Seen => [
      `http.beyond.${label.replace(' ', '-')}`,
      label,
      'errors.protocol',
    ]),
    ['versioning.openapi.place', 'openapi', 'versioning.openapi.place'],
  ]),
  ...seen(
    SOCKET,
    ['frob', 'trace', 'two keys', 'dots', 'expect', 'encoded'].map((label) => [
      `http.socket.${label.replace(' ', '-')}`,
      label,
      'errors.protocol',
    ]),
  ),
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
  ...seen(SPELLINGS, [['versioning.path.none', 'no version', 'versioning.base-path']]),
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
