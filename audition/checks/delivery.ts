/** Checks whether the client delivers when a careful client does, and whether the delivered file is the clip. */

import type { CaseEvidence, ClientRequest } from '../evidence/case-evidence.ts';
import type { FileEvidence } from '../evidence/case-record.ts';
import {
  acceptedId,
  DEADLINE_NEARS,
  downloadsOf,
  isSuccess,
  pairsIn,
  pauseBetween,
  recordStatus,
  worksOf,
} from './attempts.ts';
import { appendedAfter, joinedParts } from './downloads.ts';
import { saidWithoutEnd } from './truth.ts';
import { missed, must, mustNever, quote, required, type ClientCheck, type Judged } from './client-check.ts';

const DELIVERS = must('delivers', {
  rests: required('service.poll-to-the-end'),
  proves: 'The client delivers the clip. The client gives up only if a careful client would also give up.',
  failing:
    'The client gives up although it could deliver the clip, for example after the service accepted the create request. Or the client ends and does not report why the clip is missing.',
  remedy: 'Continue until the whole clip is on disk. If you cannot deliver it, end with an error that states why.',
  needs: 'outcome',
  judge: (evidence) => {
    const { outcome, expectation, requests } = evidence;
    const { end, giveUp } = expectation;
    if (outcome.end !== 'delivered' && outcome.end !== 'gave-up') return 'untried';
    if (outcome.end === 'delivered' || end === 'gave-up') return undefined;
    const outside = outsideBase(evidence);
    if (outside !== undefined) return outside;
    if (giveUp !== undefined && worksOf(requests).some(isInTheWay)) return undefined;
    const last = requests.at(-1);
    // A client without faults may have ended before the scenario began. If it saw the end, it knew what was left to do.
    const isUnreached =
      giveUp !== undefined && requests.every((one) => one.faults.length === 0 && recordStatus(one) !== 'completed');
    if ((isUnreached || isOutOfTime(evidence)) && (last === undefined || !isOwnMistake(last))) return undefined;
    const why = outcome.said?.error?.message ?? outcome.said?.error?.code;
    const says = `The client gave up${why === undefined ? '' : ` (“${why}”)`}${giveUp === undefined ? '' : ' although it could have delivered the clip'}. A careful client delivers in this case.`;
    return missed(says, [last]);
  },
});

/** Returns whether a rule disturbed a piece of work, and no later response to it was correct. */
function isInTheWay(work: readonly ClientRequest[]): boolean {
  const spoiled = work.findLastIndex(({ faults }) => faults.length > 0);
  return (
    spoiled !== -1 &&
    !work.slice(spoiled).some((one) => isSuccess(one) && (one.operation === 'get' || one.faults.length === 0))
  );
}

/** Returns whether the service itself refused a request, such as a request to a wrong URL. No rule was involved. */
function isOwnMistake({ end, status, faults }: ClientRequest): boolean {
  return end === 'whole' && status >= 400 && faults.length === 0;
}

/** Judges whether the client dropped the path of the base URL. Retries do not help against that. */
function outsideBase({ expectation: { path: base }, requests }: CaseEvidence): Judged {
  const outside = requests.find(({ path }) => base !== undefined && !path.startsWith(`${base}/`));
  if (base === undefined || outside === undefined) return undefined;
  const says = `The client sent a request to ${outside.path} and gave up. But the path of its base URL is ${base}.`;
  const remedy = `Append the path to the base URL, as in base + '/v1/videos'. Do not use new URL('/v1/videos', base), because it drops the path of the base URL.`;
  return { ...missed(says, [outside]), remedy };
}

/** Returns whether the deadline ended a slow poller that reported the id with which its caller can continue. */
function isOutOfTime({ outcome: { ranMs, said }, deadlineSeconds, requests }: CaseEvidence): boolean {
  const ids = requests.flatMap((request) => acceptedId(request) ?? []);
  const word = JSON.stringify(said ?? {});
  const lateMs = DEADLINE_NEARS * deadlineSeconds * 1000;
  const wouldBeLate = ranMs + longestPause(requests) >= NEXT_TOO_LATE * deadlineSeconds * 1000;
  // Without an accepted create, the client does not have an id to report.
  return (ranMs > lateMs || wouldBeLate) && (ids.length === 0 || ids.some((id) => word.includes(id)));
}

/**
 * The share of the deadline after which the next poll would come too late. With a deadline of 20 seconds, a client that
 * polls after 2, 4, 8 and 16 seconds reaches it after 14 seconds. A client that polls every ten seconds reaches it
 * after 10.
 */
const NEXT_TOO_LATE = 0.9;

/** Returns the longest pause before a poll. */
function longestPause(requests: readonly ClientRequest[]): number {
  const polls = pairsIn(requests).filter(([, { operation }]) => operation === 'get');
  return Math.max(0, ...polls.map(([before, poll]) => pauseBetween(before, poll)));
}

const FILE = mustNever('delivered-file-is-the-clip', {
  rests: required('content.answer.video'),
  proves: 'The client delivers the clip, byte for byte.',
  failing:
    'The client reports a delivery, but the file is not the clip. The file is missing, truncated, joined incorrectly, or the clip of another generation.',
  remedy:
    'Write to a temporary name. Compare the received bytes with Content-Length or Content-Range, and the content type with video/mp4. If everything matches, rename the file.',
  needs: 'files',
  judge: (evidence) => {
    const { outcome, files = [], requests } = evidence;
    if (outcome.end !== 'delivered') return 'untried';
    const wrong = files.find((file) => wrongOf(file) !== undefined);
    if (wrong === undefined) return undefined;
    // Other checks report how the file became wrong.
    const isJoined = appendedAfter(evidence) !== undefined || joinedParts(requests) !== undefined;
    if (isJoined || saidWithoutEnd(evidence)) return 'untried';
    const which = files.length > 1 ? ` (${wrong.index}.mp4)` : '';
    return missed(`The client reported a delivery, but ${wrongOf(wrong) ?? ''}${which}.`, causesOf(wrong, requests));
  },
});

/** Describes what is wrong with a delivered file; undefined if it is the clip. */
function wrongOf({ clip, found, isForeign }: FileEvidence): string | undefined {
  if (found === undefined) return 'the file is missing';
  if (isForeign) return 'the file is the clip of another generation';
  if (clip === undefined) return `the file has ${found.bytes} bytes, but no generation of the client was completed`;
  if (found.sha256 === clip.sha256) return undefined;
  if (found.bytes === clip.bytes) return `the file is not the clip: it has the same length but different bytes`;
  return `the file is not the clip: it has ${found.bytes} bytes, but the clip has ${clip.bytes}`;
}

/** Returns the downloads that led to a wrong file, or the refused creates if there was nothing to download. */
function causesOf({ clip }: FileEvidence, requests: readonly ClientRequest[]): ClientRequest[] {
  const refused = requests.filter(({ operation, status }) => operation === 'create' && status >= 400);
  return (clip === undefined && refused.length > 0 ? refused : downloadsOf(requests)).slice(-3);
}

const DEADLINE = mustNever('ends-by-its-deadline', {
  rests: quote(
    'the rules of `standin audition` for drivers',
    'STANDIN_DEADLINE_SECONDS: the client ends by itself before this time is over.',
  ),
  proves: 'The client ends by itself before its deadline, whatever the server does.',
  failing: 'The client waits or loops forever, so the audition must kill the client.',
  remedy: 'Set a deadline for the whole operation on a monotonic clock. Set a timeout for each wait.',
  needs: 'outcome',
  judge: ({ outcome, deadlineSeconds, requests }) => {
    const says = `The client was still running after its deadline of ${deadlineSeconds} s, so the test killed it.`;
    return outcome.end === 'hung' && missed(says, requests.slice(-1));
  },
});

const NO_PARTIAL_FILE = mustNever('no-partial-file-left', {
  rests: required('content.answer.video'),
  proves: 'If the client gives up without an error, it leaves no incomplete file under the name of the clip.',
  failing: 'The client leaves a part of the clip under the final file name, and reports no error.',
  remedy: 'Download to a temporary name and rename at the end. Remove the partial file when you give up.',
  needs: 'files',
  judge: ({ outcome, files = [], requests }) => {
    if (outcome.end !== 'gave-up' && outcome.end !== 'crashed') return 'untried';
    const partial = files.find(({ clip, found }) => found !== undefined && found.sha256 !== clip?.sha256);
    if (partial?.found === undefined || outcome.said?.error !== undefined) return undefined;
    const says = `The client gave up without an error, and left a file of ${partial.found.bytes} bytes under the name of the clip.`;
    return missed(says, downloadsOf(requests).slice(-1));
  },
});

const FINISHES = must('finishes-what-was-accepted', {
  rests: required('credits.reserve'),
  proves: 'If a create request is rejected or a generation fails, the client still delivers the other generations.',
  failing: 'A part of a batch fails, and the client abandons the accepted generations of the other parts.',
  remedy: 'After a failure, continue to poll and download the accepted generations. Then report the failure.',
  everywhere: false,
  needs: 'files',
  judge: (evidence) => {
    const { files = [], requests, paidFor, outcome } = evidence;
    if (paidFor === 0) return 'untried';
    const accepted = requests.filter((request) => acceptedId(request) !== undefined);
    const whole = files.filter(({ clip, found }) => clip !== undefined && found?.sha256 === clip.sha256);
    const says = `The client paid for ${paidFor} accepted generations, but delivered ${whole.length}.`;
    const isExcused = whole.length >= paidFor || (outcome.end === 'gave-up' && isOutOfTime(evidence));
    return !isExcused && missed(says, accepted.slice(0, 3));
  },
});

export const DELIVERY_CHECKS: readonly ClientCheck[] = [FILE, NO_PARTIAL_FILE, DELIVERS, FINISHES, DEADLINE];
