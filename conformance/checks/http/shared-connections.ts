/** What HTTP/1.1 asks of a connection that is offered another protocol, or several requests at once. */

import { defineHttpChecks, defineProbe, type Check } from '../../engine/define.ts';
import type { HeaderLine } from '../../client/exchange.ts';
import type { Answered } from '../../engine/evidence.ts';
import { fail, notApplicable, pass } from '../../engine/outcome.ts';
import { describe } from '../lib/rules.ts';

/** The answer is there, and that is all that matters. */
const ANSWERED_MS = 200;
/** For the second answer of two. */
const QUIET_MS = 3000;
/** As clients offer HTTP/2 over a plain connection; the settings are none that a server has to like. */
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
    // It stands where a body would, but no header announces one.
    const body = `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
    await kit.send('two', { ...get, quietMs: QUIET_MS, headers: [['Connection', 'keep-alive']], body });
    await kit.create('behind a trailer', `2\r\n{}\r\n0\r\nX-Checksum: 17\r\n\r\n${body}`, {
      bare: '1.1',
      quietMs: QUIET_MS,
      outsideApi: true,
      headers: [
        ['Content-Type', 'application/json'],
        ['Transfer-Encoding', 'chunked'],
        ['Connection', 'keep-alive'],
      ],
    });
    return { offer: offer.exchange.n };
  },
});

export const HTTP_SHARED_CONNECTION_CHECKS: readonly Check[] = [
  ...defineHttpChecks([SHARED], {
    'http.upgrade.offered': {
      requirement: 'errors.protocol',
      proves:
        'A client offers another protocol with `Upgrade`. If the server accepts the offer, it sends 101. Otherwise the status is the same as without `Upgrade` (RFC 9110, 7.8).',
      failing: 'The server closes the connection, because it cannot handle `Upgrade`.',
      judge: (evidence) => {
        const [usual, offer] = [evidence.one('usual'), evidence.maybe('offer')];
        const unanswered = { n: Number(evidence.fact('offer') ?? usual.n) };
        if (offer === undefined) return fail([usual, unanswered], 'a response to the request with Upgrade', 'none');
        const { status } = offer.response;
        return status === 101 || status === usual.response.status
          ? pass(usual, offer)
          : fail([usual, offer], `101 or ${usual.response.status}`, describe(offer));
      },
    },
    'http.pipelined': {
      requirement: 'errors.protocol',
      proves:
        'If two requests are pipelined, the server sends both responses in order, or closes the connection (RFC 9112, 9.3.2).',
      failing: 'The server discards a request that arrived together with the previous request.',
      judge: (evidence) => {
        const two = evidence.one('two');
        const { body, connection } = two.response;
        const isAnswered = body.text?.includes('HTTP/1.1 ') === true;
        return isAnswered || connection?.isClosed === true
          ? pass(two)
          : fail(two, 'two responses, or a closed connection', `one response, then nothing for ${QUIET_MS / 1000} s`);
      },
    },
    'http.chunked.trailer': {
      requirement: 'errors.protocol',
      proves:
        'A chunked create request with a trailer does not change the status of the next request on the same connection (RFC 9112, 7.1 and 7.1.2).',
      failing: 'The server reads the lines of the trailer as the next request.',
      judge: (evidence) => {
        const [two, behind] = [evidence.one('two'), evidence.one('behind a trailer')];
        const [usual, second] = [two, behind].map(statusOfSecond);
        if (behind.response.status === 411) return notApplicable('The server requires a Content-Length.', behind);
        if (usual === undefined || second === undefined)
          return notApplicable('The kit could not read a second response.', two, behind);
        if ([usual, second].some((status) => status === '429' || status === '503'))
          return notApplicable('The server was too busy for a second response.', two, behind);
        return second === usual
          ? pass(two, behind)
          : fail([two, behind], `${usual} for the second request, as after another request`, second);
      },
    },
  }),
];

/** The status of the second answer on a connection, which the body of the first holds. */
function statusOfSecond({ response: { body } }: Answered): string | undefined {
  return /HTTP\/1\.1 (\d{3})/.exec(body.text ?? '')?.[1];
}
