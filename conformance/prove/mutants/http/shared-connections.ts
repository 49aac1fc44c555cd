/** Servers that lose requests on connections, stop their clock, or break on encoded ids. */

import { setTimeout as sleep } from 'node:timers/promises';
import { also, mutant, type Mutant } from '../../mutant.ts';
import { answering, hangingUp } from '../../tamper/answers.ts';
import { failing, refusalAnswer } from '../../tamper/create.ts';
import { withHeader, type Call } from '../../server.ts';

const lastSegments = ({ url }: Call): string => url.pathname.slice(url.pathname.indexOf('/videos/'));

export const SHARED_CONNECTION_MUTANTS: readonly Mutant[] = [
  mutant('http.upgrade.offered', 'closes connections after an Upgrade header', {
    socket: 'title-case',
    selection: { only: ['http.upgrade.offered'] },
    tamper: hangingUp('any', (_, { headers }) => headers.has('upgrade')),
  }),
  mutant('http.pipelined', 'loses a pipelined request', {
    socket: 'title-case',
    selection: { only: ['http.pipelined'] },
    tamper: answering('any', (answer, { headers }) =>
      headers.has('x-pipelined') ? withHeader(answer, 'x-lost', 'yes') : answer,
    ),
  }),
  mutant('http.date.goes-on', 'sends the Date of its start forever', {
    socket: 'title-case',
    selection: { only: ['http.date.goes-on'] },
    tamper: () => {
      const date = new Date().toUTCString();
      let gets = 0;
      return async (call, engine) => {
        if (call.operation === 'get' && (gets += 1) === 2) await sleep(LONG_MS);
        return withHeader(await engine(call), 'date', date);
      };
    },
  }),
  mutant('http.content-type.quoted', 'rejects a charset in quotation marks', {
    tamper: () => async (call, engine) =>
      call.headers.get('content-type')?.includes('"') === true
        ? refusalAnswer(415, 'unsupported_media_type')
        : engine(call),
  }),
  also(['get.malformed.near', 'percent'], 'crashes on the id of a get that is wrongly encoded', {
    tamper: failing((call) => call.operation === 'get' && /%zz/i.test(lastSegments(call))),
  }),
  also(['get.malformed.near', 'nul'], 'crashes on an id with a NUL', {
    tamper: failing((call) => call.operation === 'get' && /%00/.test(lastSegments(call))),
  }),
  also(['content.malformed.near', 'bytes'], 'crashes on the id of a download that is not UTF-8', {
    tamper: failing((call) => call.operation === 'content' && /%ff/i.test(lastSegments(call))),
  }),
];

/** Longer than a server may reuse the text of a Date. */
const LONG_MS = 2800;
