/** Facts about a client that reports show and never judge. */

import { counted } from '../../conformance/text/lay-out.ts';
import type { ClientRequest } from '../evidence/case-evidence.ts';
import { bringsClip, downloadsOf, failuresBetween, pauseBetween, pausesIn, secondsText, worksOf } from './attempts.ts';
import { observation, type ClientCheck } from './client-check.ts';

export const OBSERVATION_CHECKS: readonly ClientCheck[] = [
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
  observation('user-agent', 'The User-Agent of the client.', ({ requests }) =>
    textsOf(requests, ({ userAgent }) => userAgent),
  ),
  observation(
    'retry-headers',
    'The attempt number that the client sends in a header, such as X-Stainless-Retry-Count.',
    ({ requests }) => textsOf(requests, ({ retryCount }) => retryCount),
  ),
];

const MOST_LISTED = 8;

function listOf(all: readonly number[]): string | undefined {
  const pauses = all.filter((pause) => pause >= 0);
  if (pauses.length === 0) return undefined;
  const rest = pauses.length > MOST_LISTED ? ` and ${pauses.length - MOST_LISTED} more` : '';
  return `${pauses.slice(0, MOST_LISTED).map(secondsText).join(', ')}${rest}`;
}

function textsOf(
  requests: readonly ClientRequest[],
  read: (request: ClientRequest) => string | null,
): string | undefined {
  const texts = new Set(requests.flatMap((request) => read(request) ?? []));
  return texts.size === 0 ? undefined : [...texts].slice(0, MOST_LISTED).join('; ');
}
