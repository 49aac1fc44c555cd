/** Checks whether the client reports the truth about statuses, failures and its own timeout. */

import type { FailureCode } from '../../contract/failures.ts';
import type { CaseEvidence, ClientRequest } from '../evidence/case-evidence.ts';
import {
  acceptedId,
  codeIn,
  groupsOf,
  isPermanent,
  isSuccess,
  isUnknown,
  pairsIn,
  recordStatus,
  seenFailed,
  worksOf,
} from './attempts.ts';
import { intentsOf } from './creates.ts';
import { judgeFirst, missed, mustNever, required, should, type ClientCheck } from './client-check.ts';

const KNOWN = new Set(['pending', 'running', 'completed', 'failed']);
function pollsOf(requests: readonly ClientRequest[]): ClientRequest[] {
  return requests.filter(({ operation }) => operation === 'get');
}

const UNKNOWN_STATUS = mustNever('unknown-status-is-no-end', {
  rests: required('record.status'),
  proves:
    'If the client does not know a status, it continues to poll until its deadline. An unknown status does not end the generation.',
  failing: 'The client treats an unknown status as a failure or as a success.',
  remedy: 'Stop polling only when the status is completed or failed. For every other status, poll again.',
  judge: ({ requests, outcome, deadlineSeconds }) => {
    const odd = pollsOf(requests).filter((poll) => !KNOWN.has(recordStatus(poll) ?? 'pending'));
    const following = new Map(groupsOf(requests, ({ generation }) => generation).flatMap(pairsIn));
    const endedEarly = outcome.end === 'gave-up' && outcome.ranMs < deadlineSeconds * 500;
    return judgeFirst(odd, (poll) => {
      const next = following.get(poll);
      const says = `A poll showed the status “${recordStatus(poll) ?? ''}”, and`;
      if (next?.operation === 'content') return missed(`${says} the client started the download.`, [poll, next]);
      return next === undefined && endedEarly && missed(`${says} the client gave up long before its deadline.`, [poll]);
    });
  },
});

/** Returns whether the client reports a failure that no poll showed: by a status, or by a code of failed records. */
function saysUnseenFailure({ outcome: { said }, requests }: CaseEvidence): boolean {
  const statuses = [said?.status, said?.error?.status];
  const isSaid = statuses.includes('failed') || said?.error?.code === ('generation_failed' satisfies FailureCode);
  return isSaid && !requests.some((request) => recordStatus(request) === 'failed');
}

const FAILED_POLL = mustNever('failed-poll-is-no-failure', {
  rests: required('record.status'),
  proves: 'If a poll fails, the client does not report that the generation failed. The generation may still run.',
  failing: 'A poll returns an error response, and the client reports that the generation has failed.',
  remedy: 'Report a failed poll as an error of the connection or service. The generation continues, so include its id.',
  needs: 'outcome',
  judge: (evidence) => {
    const failing = pollsOf(evidence.requests).filter((poll) => !isSuccess(poll));
    if (failing.length === 0) return 'untried';
    const says = 'The client reported that the generation has failed, but no poll had shown that.';
    return saysUnseenFailure(evidence) && missed(says, failing.slice(0, 3));
  },
});

const TIME_OUT = mustNever('timeout-is-neither', {
  rests: required('record.status'),
  proves: 'The client reports completed, failed or delivered only if a response has shown this outcome.',
  failing: 'The client reports success or failure after a timeout, or without a poll.',
  remedy: 'After a timeout, report that the outcome is unknown, include the id, and end with an error.',
  needs: 'outcome',
  judge: (evidence) => {
    const { requests, outcome } = evidence;
    if (outcome.end === 'unsupported') return 'not-observed';
    const last = pollsOf(requests).slice(-1);
    if (saidWithoutEnd(evidence)) {
      const says = 'The client reported a delivery, but its generations were not completed, and the file is missing.';
      return missed(says, last);
    }
    const isWrongSuccess = outcome.said?.status === 'completed' && !wasSeenCompleted(requests);
    const hasMade = requests.some(({ made }) => made !== null);
    const isWrongFailure = saysUnseenFailure(evidence) && hasMade && pollsOf(requests).every(isSuccess);
    if (!isWrongSuccess && !isWrongFailure) return undefined;
    const status = isWrongSuccess ? 'completed' : 'failed';
    return missed(`The client reported that the generation is ${status}, but no poll had shown that.`, last);
  },
});

/** Returns whether a client reported a delivery, but neither saw a completed generation nor left a file. */
export function saidWithoutEnd({ requests, outcome, files }: CaseEvidence): boolean {
  const isEmpty = files?.every(({ found }) => found === undefined) === true;
  return outcome.end === 'delivered' && isEmpty && !wasSeenCompleted(requests);
}

function wasSeenCompleted(requests: readonly ClientRequest[]): boolean {
  return requests.some(
    (request) =>
      recordStatus(request) === 'completed' ||
      (request.operation === 'content' && request.status >= 200 && request.status < 300),
  );
}

const OWN_IDS = mustNever('reports-its-own-ids', {
  since: '0.2',
  rests: required('record.id'),
  proves: 'Each generation id that the client reports is the id of a generation that it created.',
  failing: 'The client reports another id in place of the generation id, for example its Idempotency-Key.',
  remedy: 'Report the id in the response to the create request.',
  needs: 'outcome',
  judge: ({ outcome, requests }) => {
    const own = new Set(requests.flatMap((request) => [request.generation, request.made, acceptedId(request)]));
    const says = (id: string): string => `The client reported the generation id ${id}, but has no such generation.`;
    // Some clients report a placeholder, such as an empty text, in place of an unknown id.
    const ids = outcome.said?.ids.filter((id) => /^[\da-f-]{16,}$/i.test(id)) ?? [];
    return judgeFirst(ids, (id) => !own.has(id.toLowerCase()) && missed(says(id), requests.slice(0, 1)));
  },
});

const TELLS = should('tells-what-failed', {
  rests: required('error.request-id.quote'),
  proves:
    'If the client gives up, it reports the error code, the request id and the id of the generation. It does not report that a retry helps after 400, 401 or 402.',
  failing:
    'The client does not report the error code, the request id or the id of the generation, or reports wrong ones.',
  remedy: 'Raise an error with the code and the request_id of the last response, and with the id of the generation.',
  needs: 'outcome',
  judge: (evidence) => {
    if (evidence.outcome.end !== 'gave-up') return 'untried';
    const missing = untoldOf(evidence);
    const says = `The client gave up and did not report ${missing.join(', or ')}.`;
    return missing.length > 0 && missed(says, evidence.requests.slice(-1));
  },
});

/** Lists the facts of its failure that a client could have reported and did not. */
function untoldOf({ outcome: { said }, requests }: CaseEvidence): string[] {
  const error = said?.error;
  if (error === undefined) return ['the failure'];
  const whole = JSON.stringify(said);
  const failed = requests.findLast((request) => recordStatus(request) === 'failed');
  const last = requests.at(-1);
  const refused = last !== undefined && isRefusal(last) ? last : undefined;
  // More than one failure may have prevented the delivery, and each of them is a true answer.
  const told = failuresThatLast(requests).find((failure) => whole.includes(codeIn(failure) ?? '\0'));
  const about = told ?? failed ?? refused;
  const code = codeIn(about);
  const requestId =
    failed === undefined && refused?.body?.includes('request_id') === true ? refused.requestId : undefined;
  // A refused create has not made a generation, so the client does not have an id to report.
  const isAboutCreate = about?.operation === 'create' && isRefusal(about);
  const accepted = requests.map(acceptedId).find((one) => one !== undefined);
  const id = isAboutCreate ? undefined : told?.operation === 'get' ? told.generation : accepted;
  const isFinal = told !== undefined && isPermanent(told) && codeIn(told) !== 'source_video_not_ready';
  const isMissing = (text: string | null | undefined): boolean => typeof text === 'string' && !whole.includes(text);
  return [
    ...(isMissing(code) ? [`the code ${code}`] : []),
    ...(isMissing(requestId) && !wasSent(error.request_id, requests) ? ['the request id'] : []),
    ...(isMissing(id) ? ['the id of the generation'] : []),
    ...(isFinal && error.retryable === true ? ['that a retry does not help'] : []),
  ];
}

/** Returns whether a response had this request id, in its header or in its body. */
function wasSent(id: string | undefined, requests: readonly ClientRequest[]): boolean {
  return id !== undefined && requests.some(({ requestId, body }) => requestId === id || body?.includes(id) === true);
}

function isRefusal({ end, status }: ClientRequest): boolean {
  return end === 'whole' && status >= 400;
}

/** Returns refusals, and polls that showed a failed generation, that no later response undid. */
function failuresThatLast(requests: readonly ClientRequest[]): ClientRequest[] {
  return worksOf(requests).flatMap((work) => {
    const succeeded = work.findLastIndex((request) => isSuccess(request) && recordStatus(request) !== 'failed');
    const left = work.slice(succeeded + 1).filter((one) => isRefusal(one) || recordStatus(one) === 'failed');
    // A failed generation has no content. Its failure is the reason.
    return left.filter((one) => one.operation !== 'content' || !seenFailed(requests, one)(one.generation ?? ''));
  });
}

const TELLS_UNKNOWN = should('tells-unknown-outcome', {
  since: '0.2',
  rests: required('credits.reserve'),
  proves: 'If the client gives up and the outcome of a create request is unknown, it reports the Idempotency-Key.',
  failing:
    'The client gives up, and its error does not contain the Idempotency-Key. So the caller cannot find out whether the service made and charged a generation.',
  remedy: 'Put the Idempotency-Key into the error. If the id of the generation is known, report the id instead.',
  needs: 'outcome',
  judge: (evidence) => {
    const { outcome } = evidence;
    const keyed = intentsOf(evidence).filter((creates) => creates.some(({ idempotencyKey: key }) => key !== null));
    const unknown = keyed.filter((creates) => !creates.some(isSettled) && creates.some(isUnknown));
    if (outcome.end !== 'gave-up' || unknown.length === 0) return 'untried';
    const word = JSON.stringify(outcome.said ?? {});
    const unnamed = unknown.find(
      (creates) =>
        !creates.some(({ idempotencyKey, made }) =>
          [idempotencyKey, made].some((one) => one !== null && word.includes(one)),
        ),
    );
    const says =
      'The client did not know whether the service accepted the create request. The client did not report the Idempotency-Key or the id of the generation.';
    return unnamed && missed(says, unnamed.slice(-1));
  },
});

/** Returns whether the response to a create says if it was accepted, whatever the outcome of earlier attempts. */
function isSettled(create: ClientRequest): boolean {
  return !isUnknown(create) && create.status !== 429 && create.status !== 503;
}

export const TRUTH_CHECKS: readonly ClientCheck[] = [
  UNKNOWN_STATUS,
  FAILED_POLL,
  TIME_OUT,
  OWN_IDS,
  TELLS,
  TELLS_UNKNOWN,
];
