/** All checks, in the order in which reports show them: the gravest first. Defines the checks of the key, and observations. */

import {
  bringsClip,
  downloadsOf,
  failuresBetween,
  isRedirect,
  pauseBetween,
  pausesIn,
  secondsText,
  worksOf,
} from './attempts.ts';
import { judgeFirst, missed, mustNever, observation, quote, required, type ClientCheck } from './client-check.ts';
import { CREATE_CHECKS } from './creates.ts';
import { DELIVERY_CHECKS } from './delivery.ts';
import { DOWNLOAD_CHECKS } from './downloads.ts';
import { RETRY_CHECKS } from './retries.ts';
import { STOP_CHECKS } from './stops.ts';
import { TRUTH_CHECKS } from './truth.ts';
import type { ClientRequest } from '../evidence/case-evidence.ts';
import { counted, firstOf } from '../../conformance/text/lay-out.ts';

/** The text that replaces a key in the journal. */
const REDACTED = '[redacted]';

/** Requests that a redirect led to another origin have the whole URL in place of a path. */
const OTHER_ORIGIN = /^https?:\/\//;

const NOWHERE_ELSE = mustNever('key-goes-nowhere-else', {
  rests: quote(
    'RFC 9110, 15.4',
    'When following a redirection, the user agent removes header fields that were generated from configuration of the original target, such as Authorization.',
  ),
  proves: 'The client sends its key only to the origin of its base URL, even if a response redirects elsewhere.',
  failing: 'The client follows a redirect to another host and sends its Authorization header there.',
  remedy: 'Follow redirects yourself, or with a library that drops Authorization if the host or port differs.',
  judge: ({ requests }) => {
    const elsewhere = requests.filter(({ path }) => OTHER_ORIGIN.test(path));
    const redirects = requests.filter(isRedirect);
    const says = 'The client followed a redirect to another origin and sent its key there.';
    return judgeFirst(
      [...elsewhere, ...redirects],
      (one) => one.hasAuthorization && elsewhere.includes(one) && missed(says, [...redirects.slice(0, 1), one]),
    );
  },
});

const STAYS_SECRET = mustNever('key-stays-secret', {
  rests: required('authentication.key.server-side'),
  proves: 'The client never writes its key to its output or to a file. It sends its key only in Authorization.',
  failing:
    'The client prints or stores its key, for example with the headers of a failed request. Or its URLs contain the key.',
  remedy: 'Remove the Authorization header from all logs and errors. Do not put the key into a URL.',
  needs: 'outcome',
  judge: ({ outcome: { leaks }, requests }) => {
    const shown = requests.find(({ path, idempotencyKey }) => `${path} ${idempotencyKey}`.includes(REDACTED));
    const places = [...leaks, ...(shown === undefined ? [] : ['the URL or the Idempotency-Key of a request'])];
    return places.length > 0 && missed(`The key of the client appears in ${places.join(' and in ')}.`, [shown]);
  },
});

const OBSERVATION_CHECKS: readonly ClientCheck[] = [
  observation(
    'attempts',
    'The number of create requests, polls and downloads that the client sent.',
    ({ requests }) => {
      const count = (operation: string): number => requests.filter((one) => one.operation === operation).length;
      return requests.length === 0
        ? undefined
        : `${counted(count('create'), 'create')}, ${counted(count('get'), 'poll')}, ${counted(count('content'), 'download')}`;
    },
  ),
  observation('pauses', 'The time that the client waited before it retried a failed request.', ({ requests }) =>
    listOf(
      worksOf(requests)
        .flatMap(failuresBetween)
        .map(([before, next]) => pauseBetween(before, next)),
    ),
  ),
  observation('pace-of-polls', 'The time that the client waited between polls.', ({ requests }) =>
    listOf(worksOf(requests.filter(({ operation }) => operation === 'get')).flatMap(pausesIn)),
  ),
  observation(
    'bytes-twice',
    'The number of clip bytes that the client downloaded more than once.',
    ({ requests, files = [] }) => {
      const sent = downloadsOf(requests)
        .filter(bringsClip)
        .reduce((sum, { bytesSent }) => sum + bytesSent, 0);
      const needed = files.reduce((sum, { clip }) => sum + (clip?.bytes ?? 0), 0);
      return sent === 0 || needed === 0 ? undefined : `${Math.max(0, sent - needed)} of ${sent}`;
    },
  ),
  observation('connections', 'The number of connections that the client opened.', ({ requests }) => {
    const numbers = new Set(requests.flatMap(({ connection }) => connection ?? []));
    return numbers.size === 0 ? undefined : `${numbers.size} for ${requests.length} requests`;
  }),
  observation('user-agent', 'The User-Agent of the client.', ({ requests }) => textsOf(requests, 'userAgent')),
  observation(
    'retry-headers',
    'The attempt number that the client sends in a header, such as X-Stainless-Retry-Count.',
    ({ requests }) => textsOf(requests, 'retryCount'),
  ),
];

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

const MOST_LISTED = 8;

function listOf(all: readonly number[]): string | undefined {
  const pauses = all.filter((pause) => pause >= 0);
  if (pauses.length === 0) return undefined;
  return firstOf(pauses.map(secondsText), MOST_LISTED);
}

function textsOf(requests: readonly ClientRequest[], name: 'userAgent' | 'retryCount'): string | undefined {
  const texts = new Set(requests.flatMap((request) => request[name] ?? []));
  return texts.size === 0 ? undefined : [...texts].slice(0, MOST_LISTED).join('; ');
}
