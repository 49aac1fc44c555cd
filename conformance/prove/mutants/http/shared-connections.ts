/** Servers that lose requests on connections, whose clock stands still, and that break on what is encoded. */

import { setTimeout as sleep } from 'node:timers/promises';
import { also, mutant, type Mutant } from '../../mutant.ts';
import { answering, hangingUp } from '../../tamper/answers.ts';
import { failing, refusalAnswer } from '../../tamper/create.ts';
import { withHeader, type Call } from '../../server.ts';

const lastSegments = ({ url }: Call): string => url.pathname.slice(url.pathname.indexOf('/videos/'));

export const SHARED_CONNECTION_MUTANTS: readonly Mutant[] = [
  mutant('http.upgrade.offered', 'closes connections on which an upgrade is offered', {
    socket: 'title-case',
    selection: { only: ['http.upgrade.offered'] },
    tamper: hangingUp('any', (_, { headers }) => headers.has('upgrade')),
  }),
  mutant('http.pipelined', 'loses a request that comes right behind another', {
    socket: 'title-case',
    selection: { only: ['http.pipelined'] },
    tamper: answering('any', (answer, { headers }) =>
      headers.has('x-pipelined') ? withHeader(answer, 'x-lost', 'yes') : answer,
    ),
  }),
  mutant('http.date.goes-on', 'writes its Date once, when it starts', {
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
  mutant('http.content-type.quoted', 'compares the charset of a Content-Type with its quotation marks', {
    tamper: () => async (call, engine) =>
      call.headers.get('content-type')?.includes('"') === true
        ? refusalAnswer(415, 'unsupported_media_type')
        : engine(call),
  }),
  also(['get.malformed.near', 'percent'], 'decodes the id of a get without looking whether it can', {
    tamper: failing((call) => call.operation === 'get' && /%zz/i.test(lastSegments(call))),
  }),
  also(['get.malformed.near', 'nul'], 'asks its database for an id with a NUL', {
    tamper: failing((call) => call.operation === 'get' && /%00/.test(lastSegments(call))),
  }),
  also(['content.malformed.near', 'bytes'], 'decodes the id of a download without looking whether it is text', {
    tamper: failing((call) => call.operation === 'content' && /%ff/i.test(lastSegments(call))),
  }),
];

/** Longer than a server may keep the text of a Date. */
const LONG_MS = 2800;
