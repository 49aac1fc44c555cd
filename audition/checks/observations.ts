/** Facts about a client that reports show and never judge. */

import { counted } from '../../conformance/text/lay-out.ts';
import type { CaseEvidence, ClientRequest } from '../evidence/case-evidence.ts';
import { bringsClip, downloadsOf, failuresBetween, pauseBetween, secondsText, worksOf } from './attempts.ts';
import { defineClientCheck, UNTRIED, type ClientCheck } from './client-check.ts';

interface Observation {
  readonly id: string;
  readonly proves: string;
  /** Returns the observation; undefined if there was nothing to observe. */
  readonly see: (evidence: CaseEvidence) => string | undefined;
}

const OBSERVATIONS: readonly Observation[] = [
  {
    id: 'attempts',
    proves: 'The number of create requests, polls and downloads that the client sent.',
    see: ({ requests }) => {
      const count = (operation: string): number => requests.filter((one) => one.operation === operation).length;
      return requests.length === 0
        ? undefined
        : `${counted(count('create'), 'create')}, ${counted(count('get'), 'poll')}, ${counted(count('content'), 'download')}`;
    },
  },
  {
    id: 'pauses',
    proves: 'The time that the client waited before it retried a failed request.',
    see: ({ requests }) => listOf(worksOf(requests).flatMap((work) => pausesOf(failuresBetween(work)))),
  },
  {
    id: 'pace-of-polls',
    proves: 'The time that the client waited between polls.',
    see: ({ requests }) =>
      listOf(
        worksOf(requests.filter(({ operation }) => operation === 'get')).flatMap((polls) => pausesOf(pairsOf(polls))),
      ),
  },
  {
    id: 'bytes-twice',
    proves: 'The number of clip bytes that the client downloaded more than once.',
    see: ({ requests, files = [] }) => {
      const sent = downloadsOf(requests)
        .filter(bringsClip)
        .reduce((sum, { bytesSent }) => sum + bytesSent, 0);
      const needed = files.reduce((sum, { clip }) => sum + (clip?.bytes ?? 0), 0);
      return sent === 0 || needed === 0 ? undefined : `${Math.max(0, sent - needed)} of ${sent}`;
    },
  },
  {
    id: 'connections',
    proves: 'The number of connections that the client opened.',
    see: ({ requests }) => {
      const numbers = new Set(requests.flatMap(({ connection }) => connection ?? []));
      return numbers.size === 0 ? undefined : `${numbers.size} for ${requests.length} requests`;
    },
  },
  {
    id: 'user-agent',
    proves: 'The User-Agent of the client.',
    see: ({ requests }) => textsOf(requests, ({ userAgent }) => userAgent),
  },
  {
    id: 'retry-headers',
    proves: 'The attempt number that the client sends in a header, such as X-Stainless-Retry-Count.',
    see: ({ requests }) => textsOf(requests, ({ retryCount }) => retryCount),
  },
];

export const OBSERVATION_CHECKS: readonly ClientCheck[] = OBSERVATIONS.map(({ id, proves, see }) =>
  defineClientCheck({
    id,
    level: 'observed',
    kind: 'observation',
    rests: { sentence: 'More than one behavior is correct.', source: 'the rules of `standin audition` for drivers' },
    proves,
    failing: 'None. The audition reports this behavior, but does not judge it.',
    remedy: 'None is needed.',
    everywhere: true,
    judge: (evidence) => {
      const value = see(evidence);
      return value === undefined ? UNTRIED : { kind: 'observed', value };
    },
  }),
);

type Pair = readonly [ClientRequest, ClientRequest];

function pairsOf(work: readonly ClientRequest[]): Pair[] {
  return work.flatMap((request, index) => {
    const before = work[index - 1];
    return before === undefined ? [] : [[before, request] as const];
  });
}

function pausesOf(pairs: readonly Pair[]): number[] {
  return pairs.map(([before, next]) => pauseBetween(before, next)).filter((pause) => pause >= 0);
}

const MOST_LISTED = 8;

function listOf(pauses: readonly number[]): string | undefined {
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
