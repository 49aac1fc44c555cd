/** All checks, in the order in which reports show them: the gravest first. Defines the checks of the key. */

import { judgeFirst, KEPT, missed, mustNever, quote, type ClientCheck } from './client-check.ts';
import { CREATE_CHECKS } from './creates.ts';
import { DELIVERY_CHECKS } from './delivery.ts';
import { DOWNLOAD_CHECKS } from './downloads.ts';
import { OBSERVATION_CHECKS } from './observations.ts';
import { RETRY_CHECKS } from './retries.ts';
import { STOP_CHECKS } from './stops.ts';
import { TRUTH_CHECKS } from './truth.ts';

/** Requests that a redirect led to another origin have the whole URL in place of a path. */
const OTHER_ORIGIN = /^https?:\/\//;

const NOWHERE_ELSE = mustNever('key-goes-nowhere-else', {
  rests: quote(
    'RFC 9110, 15.4',
    'When following a redirection, the user agent removes header fields that were generated from configuration of the original target, such as Authorization.',
  ),
  proves:
    'The client sends its key only to the origin of its base URL. If a response redirects to another origin, the client does not send the key there.',
  failing: 'The client follows a redirect to another host and sends its Authorization header there.',
  remedy: 'Follow redirects yourself, or with a library that drops Authorization if the host or port differs.',
  judge: ({ requests }) => {
    const elsewhere = requests.filter(({ path }) => OTHER_ORIGIN.test(path));
    const redirects = requests.filter(({ status }) => status >= 300 && status < 400 && status !== 304);
    const says = 'The client followed a redirect to another origin and sent its key there.';
    return judgeFirst(
      [...elsewhere, ...redirects],
      (one) => one.hasAuthorization && elsewhere.includes(one) && missed(says, [...redirects.slice(0, 1), one]),
    );
  },
});

const STAYS_SECRET = mustNever('key-stays-secret', {
  rests: quote(
    'API document, Authentication',
    'Keys must be kept on the server side and never placed in browser code.',
  ),
  proves: 'The client never writes its key to its output or to a file.',
  failing: 'The client prints or stores its key, for example with the headers of a failed request.',
  remedy: 'Remove the Authorization header from all logs and errors.',
  needs: 'outcome',
  judge: ({ outcome: { leaks } }) =>
    leaks.length === 0 ? KEPT : missed(`The key of the client appears in ${leaks.join(' and in ')}.`, []),
});

export const CLIENT_CHECKS: readonly ClientCheck[] = [
  ...DELIVERY_CHECKS,
  ...CREATE_CHECKS,
  ...RETRY_CHECKS,
  ...STOP_CHECKS,
  ...TRUTH_CHECKS,
  ...DOWNLOAD_CHECKS,
  NOWHERE_ELSE,
  STAYS_SECRET,
  ...OBSERVATION_CHECKS,
];
