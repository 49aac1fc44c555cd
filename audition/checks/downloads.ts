/** Checks how the client downloads: how it resumes, joins parts and waits for bytes. */

import type { CaseEvidence, ClientRequest } from '../evidence/case-evidence.ts';
import { bringsClip, DEADLINE_NEARS, downloadsOf, pairsIn, startOf, worksOf } from './attempts.ts';
import { judgeFirst, missed, mustNever, quote, required, should, type ClientCheck } from './client-check.ts';

/** Returns whether a 206 is the requested part. A client may leave a part that a rule has changed. */
function isPartOfClip(request: ClientRequest): boolean {
  const { end, status, faults } = request;
  const isWrong = end === 'left' && status === 206 && faults.length > 0;
  return bringsClip(request) && (end === 'broken' || end === 'left') && !isWrong;
}

/** Returns the downloads of the rest of a clip. */
function resumedIn(requests: readonly ClientRequest[]): ClientRequest[] {
  return downloadsOf(requests).filter((request) => startOf(request) > 0);
}

const RESUMES = should('resumes-where-it-broke-off', {
  rests: required('content.range.resume'),
  proves: 'After an interrupted download, the client resumes with Range.',
  failing: 'After an interrupted download, the client downloads all bytes again.',
  remedy: 'Keep the received bytes. Request the rest with Range: bytes=N-, and send the ETag in If-Range.',
  judge: ({ requests }) => {
    const pairs = worksOf(downloadsOf(requests)).flatMap(pairsIn);
    const resumptions = pairs.filter(([broken]) => isPartOfClip(broken));
    return judgeFirst(resumptions, ([broken, next]) => {
      const says = `A download was interrupted after ${broken.bytesSent} bytes, and the client started again at the first byte.`;
      return next.range === null && missed(says, [broken, next]);
    });
  },
});

/** A strong ETag, a list of ETags in If-Match, or a date. A weak ETag or an ETag without quotes never matches. */
const USABLE_VALIDATOR = /^".*"$| GMT$/;

const IF_RANGE = should('sends-if-range', {
  rests: quote(
    'RFC 9110, 13.1.5',
    'If the validator does not match, the server sends the entire representation. With If-Range, a client asks for a part only of the same representation.',
  ),
  proves: 'The client sends the ETag of the first part in If-Range, so that it never joins parts of two clips.',
  failing: 'The client requests the rest of a clip, but does not send the ETag of the first part.',
  remedy: 'Send If-Range with the strong ETag of the first part. If the response is 200, write the whole file again.',
  judge: ({ requests }) =>
    judgeFirst(resumedIn(requests), (request) => {
      const validator = request.ifRange ?? request.ifMatch;
      const how =
        validator === null ? 'without If-Range' : `with ${validator}, which is neither a strong ETag nor a date`;
      const isUsable = validator !== null && USABLE_VALIDATOR.test(validator);
      return !isUsable && missed(`The client requested the rest of the clip ${how}.`, [request]);
    }),
});

type JoinedParts = readonly [ClientRequest, ClientRequest];

/** Returns a part that was joined to a part with another ETag, if the delivered file contains such parts. */
export function joinedParts(requests: readonly ClientRequest[]): JoinedParts | undefined {
  return worksOf(downloadsOf(requests))
    .map(joinedIn)
    .find((joined) => joined !== undefined);
}

/** Finds wrongly joined parts among the downloads of one clip. */
function joinedIn(downloads: readonly ClientRequest[]): JoinedParts | undefined {
  let before: ClientRequest | undefined;
  let joined: JoinedParts | undefined;
  for (const request of downloads) {
    const { status, headers } = request;
    // A page of HTML between two parts belongs to neither.
    if (!bringsClip(request)) continue;
    const isJoined = status === 206 && startOf(request) > 0;
    // A download that begins anew discards wrongly joined bytes.
    if (!isJoined) joined = undefined;
    else if (before !== undefined && before.headers['etag'] !== headers['etag']) joined ??= [before, request];
    before = request;
  }
  return joined;
}

const CHANGED_ETAG = mustNever('changed-etag-starts-anew', {
  rests: quote(
    'RFC 9110, 15.3.7.3',
    'A client that has received partial responses may combine them only if they share the same strong validator.',
  ),
  proves: 'If the ETag changes between two parts, the client discards the parts and starts the download again.',
  failing: 'The client joins parts of two representations into one file.',
  remedy: 'Send If-Range, and compare the ETags of all parts. If the ETags differ, download the whole clip again.',
  judge: ({ requests, outcome }) => {
    if (resumedIn(requests).length === 0) return 'untried';
    const joined = joinedParts(requests);
    if (joined === undefined || (outcome.end !== 'delivered' && outcome.end !== 'not-observed')) return undefined;
    const [first, second] = joined.map(etagText);
    return missed(`The client joined bytes of ETag ${first} with bytes of ETag ${second}.`, joined);
  },
});

/** Returns the 200 response to a range request after which the delivered file was longer than the clip. */
export function appendedAfter({ requests, outcome, files = [] }: CaseEvidence): ClientRequest | undefined {
  if (outcome.end !== 'delivered') return undefined;
  const isLonger = files.some(({ clip, found }) => clip && found && found.bytes > clip.bytes);
  return isLonger ? resumedIn(requests).find(({ status }) => status === 200) : undefined;
}

/** Returns the beginning and the end of an ETag, because ETags differ there. */
function etagText({ headers }: ClientRequest): string {
  return (headers['etag'] ?? 'none').replace(/^(.{9}).{12,}(.{13})$/, '$1…$2');
}

const NOT_APPENDED = mustNever('nothing-appended-after-200', {
  rests: quote('RFC 9110, 14.2', 'A server may ignore the Range header field: a 200 carries the whole representation.'),
  proves: 'If a range request returns 200, the client writes the file again from the first byte.',
  failing: 'The client appends the whole clip to the part that it already has.',
  remedy:
    'Append the body of a 206 only if its Content-Range begins at the end of the file. Before you write the body of a 200, empty the file.',
  judge: (evidence) => {
    if (!resumedIn(evidence.requests).some(({ status }) => status === 200)) return 'untried';
    if (evidence.files === undefined) return 'not-observed';
    const after = appendedAfter(evidence);
    const says = 'A range request returned 200 with the whole clip, and the client appended it to its first part.';
    return after && missed(says, [after]);
  },
});

const IDLE = should('idle-timeout', {
  rests: required('content.range.resume'),
  proves: 'While bytes arrive, the client continues a download. It has an idle timeout, not a total timeout.',
  failing: 'The client aborts a download while bytes still arrive.',
  remedy: 'Restart the timeout with every received chunk.',
  everywhere: false,
  judge: ({ requests, deadlineSeconds }) => {
    const downloads = downloadsOf(requests).filter(({ faults }) => faults.length > 0);
    return judgeFirst(downloads, (one) => {
      // A busy machine drips slower than its rule requires, and a client may disconnect at its own deadline.
      const isEarly = (one.endedMs ?? 0) < DEADLINE_NEARS * deadlineSeconds * 1000;
      const says = `The client aborted a download after ${one.bytesSent} bytes, although bytes still arrived.`;
      return one.end === 'left' && one.bytesSent > 0 && isEarly && missed(says, [one]);
    });
  },
});

export const DOWNLOAD_CHECKS: readonly ClientCheck[] = [CHANGED_ETAG, NOT_APPENDED, RESUMES, IF_RANGE, IDLE];
