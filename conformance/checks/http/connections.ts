/** The rules of HTTP/1.1 for connections: delayed bodies, the end of a connection, upgrades, and requests in a row. */

import type { HeaderLine } from '../../client/exchange.ts';
import { defineProbe, type Check } from '../../engine/define.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import { fail, notApplicable } from '../../engine/outcome.ts';
import type { ProbeTools, SendOptions } from '../../engine/probe-tools.ts';
import { TEXT } from '../lib/bodies.ts';
import { alike, allOf, each, expects, holds, httpCases, jointly } from '../lib/cases.ts';
import { describe, noneOf } from '../lib/rules.ts';

/** The time that the kit waits for the server to close a connection. */
const QUIET_MS = 3000;
const TYPE: HeaderLine = ['Content-Type', 'application/json'];
const INVALID = JSON.stringify({ ...TEXT, prompt: '' });
const VALID = JSON.stringify(TEXT);

const CONNECTIONS = defineProbe({
  id: 'http.connections',
  mayHangUp: true,
  sends:
    'Requests on separate connections. Three requests have `Connection: close`: a get request for an unknown id over HTTP/1.1, the same over HTTP/1.0, and an invalid create request. Two invalid create requests have `Expect: 100-continue`. In one of them, the client waits for a response before it sends the body. The other uses HTTP/1.0. If the profile has a key that has no credits, the client also waits before it sends the body of a valid create request.',
  raw: true,
  run: async (kit) => {
    const get = { method: 'GET', path: `/v1/videos/${kit.unknownId}`, key: 'primary', quietMs: QUIET_MS } as const;
    await kit.send('close get', { ...get, bare: '1.1' });
    await kit.send('close old get', { ...get, bare: '1.0', outsideApi: true });
    await bareCreate(kit, ['close create', INVALID], { bare: '1.1' });
    await kit.create('usual invalid', INVALID);
    await bareCreate(kit, ['expect invalid', INVALID], EXPECTING);
    await bareCreate(kit, ['expect old', INVALID], { ...EXPECTING, bare: '1.0', holdsBody: false, outsideApi: true });
    if (!kit.hasKey('poor')) return undefined;
    await kit.create('usual valid', VALID, { key: 'poor' });
    await bareCreate(kit, ['expect valid', VALID], { ...EXPECTING, key: 'poor' });
  },
});

const EXPECTING: SendOptions = { bare: '1.1', holdsBody: true, headers: [['Expect', '100-continue']] };

function bareCreate(kit: ProbeTools, [label, body]: readonly [string, string], own: SendOptions): Promise<unknown> {
  const { headers = [], ...options } = own;
  const length: HeaderLine = ['Content-Length', String(Buffer.byteLength(body))];
  return kit.create(label, body, { quietMs: QUIET_MS, ...options, headers: [TYPE, length, ...headers] });
}

function expecting({ maybe, one }: Evidence): Answered[] {
  return [one('expect invalid'), ...(maybe('expect valid') === undefined ? [] : [one('expect valid')])];
}

/** The time without data after which a response counts as complete. */
const ANSWERED_MS = 200;
/** The headers that offer HTTP/2 over a plain connection. A server may reject the settings. */
const OFFER: HeaderLine[] = [
  ['Connection', 'Upgrade, HTTP2-Settings'],
  ['Upgrade', 'h2c'],
  ['HTTP2-Settings', 'AAMAAABkAAQAoAAAAAIAAAAA'],
];

const SHARED = defineProbe({
  id: 'http.shared-connections',
  mayHangUp: true,
  sends:
    'Three tests, each on its own connection. In the first, a get request for an unknown id offers HTTP/2. In the second, two get requests are pipelined, and the later get request has no key. In the third, an invalid chunked create request with a trailer is followed by a get request without a key.',
  raw: true,
  run: async (kit) => {
    const path = `/v1/videos/${kit.unknownId}`;
    const get = { method: 'GET', path, key: 'primary', bare: '1.1', outsideApi: true } as const;
    await kit.send('usual', get);
    const offer = await kit.send('offer', { ...get, headers: OFFER, quietMs: ANSWERED_MS });
    const { host, pathname } = new URL(String(kit.profile.baseUrl).replace(/\/$/, '') + path);
    // These bytes follow the headers like a body, but no header announces a body.
    const body = `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
    await kit.send('two', { ...get, quietMs: QUIET_MS, headers: [['Connection', 'keep-alive']], body });
    const headers: HeaderLine[] = [TYPE, ['Transfer-Encoding', 'chunked'], ['Connection', 'keep-alive']];
    const options = { bare: '1.1', quietMs: QUIET_MS, outsideApi: true, headers } as const;
    await kit.create('behind a trailer', `2\r\n{}\r\n0\r\nX-Checksum: 17\r\n\r\n${body}`, options);
    return { offer: offer.exchange.n };
  },
});

export const HTTP_CONNECTION_CHECKS: readonly Check[] = [
  ...httpCases([CONNECTIONS], {
    'http.connection.close': [
      'With `Connection: close`, the server closes the connection after its response (RFC 9112, 9.6).',
      'The server keeps the connection open. So a client hangs if it reads until the connection closes.',
      each(
        ['close get', 'close old get', 'close create'],
        ({ response: { connection } }) => connection?.isClosed !== false,
        ['a closed connection after the response', () => `an open connection ${QUIET_MS / 1000} s later`],
      ),
    ],
    'http.expect.answered': [
      'If a create request has `Expect: 100-continue`, the server sends 100 or a final status before the client sends the body (RFC 9110, 10.1.1).',
      'The server waits for a body that the client has not sent yet.',
      (evidence) => {
        const answers = expecting(evidence);
        const [first] = answers;
        if (first?.response.connection?.version === '1.0')
          return notApplicable('The server or a proxy uses HTTP/1.0. HTTP/1.0 does not support 100.', first);
        const silent = answers.filter(({ response: { connection } }) => connection?.isUnasked === true);
        return noneOf(silent, answers, [
          '100, or a final status',
          (answer) => `no response until the kit sent the body anyway, then ${describe(answer)}`,
        ]);
      },
    ],
    'http.expect.read': [
      'If the server requests the body with 100, its final status is the same as without `Expect` (RFC 9110, 10.1.1 and 15.2).',
      'The server requests the body with 100, but does not read the body.',
      (evidence) => {
        const asked = expecting(evidence).filter(({ response: { connection } }) => connection?.interim.includes(100));
        if (asked.length === 0) return notApplicable('The server did not request a body with 100.');
        const pairs = asked.map(({ label }) => alike(label.replace('expect', 'usual'), [label], ', as without Expect'));
        return allOf(pairs)(evidence);
      },
    ],
    'http.expect.old': [
      'The server does not send 100 in response to an HTTP/1.0 create request, because HTTP/1.0 does not support 100 (RFC 9110, 10.1.1 and 15.2).',
      'The server sends 100 to every client. An old client mistakes the 100 for the response.',
      expects('expect old', ({ response: { connection } }) => connection?.interim.includes(100) !== true, [
        'only the final response',
        (answer) => `100, then ${describe(answer)}`,
      ]),
    ],
  }),
  ...httpCases([SHARED], {
    'http.upgrade.offered': [
      'A client offers another protocol with `Upgrade`. If the server accepts the offer, it sends 101. Otherwise the status is the same as without `Upgrade` (RFC 9110, 7.8).',
      'The server closes the connection, because it cannot handle `Upgrade`.',
      (evidence) => {
        const [usual, offer] = [evidence.one('usual'), evidence.maybe('offer')];
        const unanswered = { n: Number(evidence.fact('offer') ?? usual.n) };
        if (offer === undefined) return fail([usual, unanswered], 'a response to the request with Upgrade', 'none');
        const { status } = offer.response;
        const isKept = status === 101 || status === usual.response.status;
        return holds(isKept, [usual, offer], [`101 or ${usual.response.status}`]);
      },
    ],
    'http.pipelined': [
      'If two requests are pipelined, the server sends both responses in order, or closes the connection (RFC 9112, 9.3.2).',
      'The server discards a request that arrived together with the previous request.',
      jointly(['two'], ([two]) => {
        const { body, connection } = two.response;
        const isAnswered = body.text?.includes('HTTP/1.1 ') === true;
        return isAnswered || connection?.isClosed === true
          ? undefined
          : ['two responses, or a closed connection', `one response, then nothing for ${QUIET_MS / 1000} s`];
      }),
    ],
    'http.chunked.trailer': [
      'A chunked create request with a trailer does not change the status of the next request on the same connection (RFC 9112, 7.1 and 7.1.2).',
      'The server reads the lines of the trailer as the next request.',
      jointly(['two', 'behind a trailer'], ([two, behind]) => {
        const [usual, second] = [two, behind].map(statusOfSecond);
        if (behind.response.status === 411) return notApplicable('The server requires a Content-Length.', behind);
        if (usual === undefined || second === undefined)
          return notApplicable('The kit could not read a second response.', two, behind);
        if ([usual, second].some((status) => status === '429' || status === '503'))
          return notApplicable('The server was too busy for a second response.', two, behind);
        return second === usual ? undefined : [`${usual} for the second request, as after another request`, second];
      }),
    ],
  }),
];

/** Returns the status of the second response on a connection. The body of the first response contains it. */
function statusOfSecond({ response: { body } }: Answered): string | undefined {
  return /HTTP\/1\.1 (\d{3})/.exec(body.text ?? '')?.[1];
}
