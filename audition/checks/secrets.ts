/** Checks where the client sends and writes the key. */

import { defineClientCheck, KEPT, NOT_OBSERVED, UNTRIED, type ClientCheck } from './client-check.ts';

/** Requests that a redirect led to another origin have the whole URL in place of a path. */
const OTHER_ORIGIN = /^https?:\/\//;

const NOWHERE_ELSE = defineClientCheck({
  id: 'key-goes-nowhere-else',
  level: 'must',
  kind: 'safety',
  twin: 'delivers',
  rests: {
    sentence:
      'When following a redirection, the user agent removes header fields that were generated from configuration of the original target, such as Authorization.',
    source: 'RFC 9110, 15.4',
  },
  proves:
    'The client sends its key only to the origin of its base URL. If a response redirects to another origin, the client does not send the key there.',
  failing: 'The client follows a redirect to another host and sends its Authorization header there.',
  remedy: 'Follow redirects yourself, or with a library that drops Authorization if the host or port differs.',
  everywhere: true,
  judge: ({ requests }) => {
    const elsewhere = requests.filter(({ path }) => OTHER_ORIGIN.test(path));
    const redirects = requests.filter(({ status }) => status >= 300 && status < 400 && status !== 304);
    if (redirects.length === 0 && elsewhere.length === 0) return UNTRIED;
    const leak = elsewhere.find(({ hasAuthorization }) => hasAuthorization);
    if (leak === undefined) return KEPT;
    const says = 'The client followed a redirect to another origin and sent its key there.';
    return { kind: 'missed', says, exchanges: [...redirects.slice(0, 1), leak].map(({ seq }) => seq) };
  },
});

const STAYS_SECRET = defineClientCheck({
  id: 'key-stays-secret',
  level: 'must',
  kind: 'safety',
  twin: 'delivers',
  rests: {
    sentence: 'Keys must be kept on the server side and never placed in browser code.',
    source: 'API document, Authentication',
  },
  proves: 'The client never writes its key to its output or to a file.',
  failing: 'The client prints or stores its key, for example with the headers of a failed request.',
  remedy: 'Remove the Authorization header from all logs and errors.',
  everywhere: true,
  judge: ({ outcome: { end, leaks } }) => {
    if (end === 'not-observed') return NOT_OBSERVED;
    if (leaks.length === 0) return KEPT;
    return { kind: 'missed', says: `The key of the client appears in ${leaks.join(' and in ')}.`, exchanges: [] };
  },
});

export const SECRET_CHECKS: readonly ClientCheck[] = [NOWHERE_ELSE, STAYS_SECRET];
