/** Checks how the client retries: its pauses and the number of attempts. */

import { counted } from '../../conformance/text/lay-out.ts';
import type { CaseEvidence, ClientRequest } from '../evidence/case-evidence.ts';
import {
  DEADLINE_NEARS,
  askedWait,
  attemptsByPart,
  failuresBetween,
  firstSentAfter,
  hasUnusableWait,
  isRedirect,
  isSuccess,
  isUnknown,
  pairsIn,
  pauseBetween,
  secondsText,
  worksOf,
} from './attempts.ts';
import {
  judgeFirst,
  missed,
  mustNever,
  quote,
  required,
  should,
  type ClientCheck,
  type Judged,
} from './client-check.ts';

/** A request that is 50 ms early is not judged as early. */
const TOLERANCE_MS = 50;

const WAITS = mustNever('waits-as-long-as-retry-after', {
  rests: quote(
    'RFC 9110, 10.2.3',
    'Servers send the "Retry-After" header field to indicate how long the user agent ought to wait before making a follow-up request.',
  ),
  proves: 'Before a retry, the client waits at least as long as Retry-After states, in seconds or as a date.',
  failing: 'The client sends the same request again before the time in Retry-After is over.',
  remedy:
    'Read Retry-After as seconds and as an HTTP date. Wait for this time or for your own backoff, whichever is longer. Never retry earlier. If the time in Retry-After is too long for you, give up.',
  judge: ({ requests }) => {
    const asked = worksOf(requests)
      .flatMap(attemptsByPart)
      .flatMap((attempts) =>
        attempts.flatMap((request) => {
          const wait = request.end === 'whole' && request.status >= 300 ? askedWait(request) : undefined;
          const next = wait && firstSentAfter(request, attempts, requests);
          return wait === undefined || next === undefined ? [] : [{ request, wait, next }];
        }),
      );
    return judgeFirst(asked, ({ request, wait: { ms, header }, next }) => {
      const pause = pauseBetween(request, next);
      const said = /^[\w-]+: \d+$/.test(header) ? header : `${header} (${secondsText(ms)} later)`;
      const says = `The client got ${request.status} with ${said}, and sent the same request again after ${secondsText(pause)}.`;
      return pause < ms - TOLERANCE_MS && missed(says, [request, next]);
    });
  },
});

/** Returns runs of consecutive failed attempts at the same work, each with the request that followed the last one. */
function failingRuns(requests: readonly ClientRequest[]): ClientRequest[][] {
  return worksOf(requests)
    .flatMap(attemptsByPart)
    .flatMap((attempts) => {
      const runs: ClientRequest[][] = [[]];
      // A client follows a redirect at once.
      for (const request of attempts.filter((one, at) => !isRedirectBy(attempts[at - 1], one))) {
        runs.at(-1)?.push(request);
        if (isSuccess(request)) runs.push([]);
      }
      return runs.filter((run) => run.length > 1);
    });
}

/** Returns whether a request follows a redirect of the same origin. */
function isRedirectBy(before: ClientRequest | undefined, { path }: ClientRequest): boolean {
  const to = before && isRedirect(before) && before.path.startsWith('/') ? before.headers['location'] : undefined;
  return to !== undefined && new URL(to, `http://host${before?.path}`).pathname === path;
}

/** The number of attempts that a client may make although each of them fails. */
const MOST_ATTEMPTS = 30;
/** The number of redirects that a client may follow. curl follows 50. */
const MOST_REDIRECTS = 60;

const AN_END = mustNever('attempts-have-an-end', {
  rests: required('errors.retry'),
  proves: 'The client limits the number of retries of the same operation, and the number of redirects.',
  failing: 'The client retries a failing request again and again, or follows redirects, without a limit.',
  remedy: 'Limit the number of attempts, or use a deadline with growing pauses. Then report the failure to the caller.',
  judge: ({ requests }) => {
    const redirects = worksOf(requests).map((work) => hastyIn(work.filter(isRedirect), HASTY_MS, MOST_REDIRECTS));
    return judgeFirst([...failingRuns(requests), ...redirects.filter((run) => run !== undefined)], (run) => {
      const says = `The client sent the same failing request ${run.length} times.`;
      return run.length > MOST_ATTEMPTS && missed(says, [run[0], run[1], run.at(-1)]);
    });
  },
});

/** The number of retries in a row without a pause that may be an accident. */
const MOST_HASTY = 3;
const HASTY_MS = 50;
const MOST_HASTY_POLLS = 8;
const HASTY_POLL_MS = 20;

const PAUSES = mustNever('pauses-between-attempts', {
  rests: required('get.backoff'),
  proves: 'The client pauses between failed attempts, and between polls.',
  failing: 'The client repeats requests without a pause.',
  remedy: 'Wait before each retry and each poll. Make each wait longer than the previous wait, with some randomness.',
  judge: ({ requests }) => {
    const runs = failingRuns(requests);
    const firsts = hastyFirsts(runs);
    if (firsts !== undefined) return missed(`The client retried ${firsts.length} requests without a pause.`, firsts);
    const polls = worksOf(requests.filter(({ operation }) => operation === 'get'));
    const stretches = [
      ...runs.map((run) => hastyIn(run, HASTY_MS, MOST_HASTY) ?? hastyAfterNoWait(run)),
      ...polls.map((work) => hastyIn(work, HASTY_POLL_MS, MOST_HASTY_POLLS)),
    ];
    const hasty = stretches.find((found) => found !== undefined);
    if (hasty === undefined) return worksOf(requests).every(({ length }) => length < 2) && 'untried';
    const header = hasty.map(({ headers }) => headers['retry-after'])[0];
    const after = hasty.length > 2 ? '' : `, after Retry-After: ${header}`;
    const says = `The client sent the same request ${hasty.length} times in a row without a pause${after}.`;
    return missed(says, hasty.slice(0, 3));
  },
});

/**
 * Returns the first sequence of attempts with pauses below a bound, if it is long enough. Parallel requests end it.
 * Slightly longer pauses, as a busy machine makes them, neither end it nor count.
 */
function hastyIn(run: readonly ClientRequest[], belowMs: number, most: number): ClientRequest[] | undefined {
  let stretch: ClientRequest[] = [];
  for (const [index, request] of run.entries()) {
    const before = run[index - 1];
    const pause = before === undefined ? Infinity : pauseBetween(before, request);
    if (pause < 0 || pause >= 2 * belowMs) stretch = [request];
    else if (pause < belowMs) stretch = [...stretch, request];
    if (stretch.length > most) return stretch;
  }
  return undefined;
}

/** The number of pauses that show a habit of the client. */
const ENOUGH_PAUSES = 3;
/** A retry after a shorter pause counts as a retry without a pause. */
const NO_PAUSE_MS = 10;

/**
 * Finds retries without a pause after an unusable Retry-After, which does not excuse them. A client that draws its pause
 * between 0 and its backoff may choose one very short pause by chance. A single one counts only after a single retry.
 */
function hastyAfterNoWait(run: readonly ClientRequest[]): readonly ClientRequest[] | undefined {
  const retries = failuresBetween(run).filter(([before]) => before.end === 'whole' && hasUnusableWait(before));
  const hasty = retries.filter(isHasty);
  return hasty.length >= Math.min(2, retries.length) ? hasty[0] : undefined;
}

/** Returns the first failures of three requests or more, if the client retried all of these without a pause. */
function hastyFirsts(runs: readonly (readonly ClientRequest[])[]): ClientRequest[] | undefined {
  const refused = runs.filter(([first]) => first?.end === 'whole' && first.status >= 400);
  const firsts = refused.flatMap((run) => pairsIn(run).slice(0, 1));
  return firsts.length >= ENOUGH_PAUSES && firsts.every(isHasty) ? firsts.map(([first]) => first) : undefined;
}

function isHasty([before, next]: readonly [ClientRequest, ClientRequest]): boolean {
  const pause = pauseBetween(before, next);
  return pause >= 0 && pause < NO_PAUSE_MS;
}

/** Judges the pauses of failing runs that the client chose itself, because no response asked it to wait. */
function judgePauses({ requests }: CaseEvidence, holds: (pauses: readonly number[]) => boolean): Judged {
  const chosen = failingRuns(requests).map((run) => {
    const own = pairsIn(run).filter(([before]) => before.end !== 'whole' || askedWait(before) === undefined);
    const pauses = own.map(([before, next]) => pauseBetween(before, next)).filter((pause) => pause >= 0);
    return { run, pauses };
  });
  const found = chosen.filter(({ pauses }) => pauses.length >= ENOUGH_PAUSES);
  return judgeFirst(found, ({ run, pauses }) => {
    const says = `The pauses of the client were ${pauses.map(secondsText).join(', ')}.`;
    return !holds(pauses) && missed(says, run.slice(0, 3));
  });
}

const GROW = should('pauses-grow', {
  rests: required('errors.retry'),
  proves: 'If the client retries several times, its pauses become longer.',
  failing: 'The pause before the fourth attempt is only as long as the pause before the second attempt.',
  remedy: 'Double the pause after each attempt, up to a limit.',
  // Three pauses that double differ fourfold. A busy machine lengthens the first of them, but rarely hides that.
  // Three pauses of a client with decorrelated jitter are as close as this in 2 % of all cases.
  judge: (evidence) => judgePauses(evidence, (pauses) => Math.max(...pauses) >= 1.25 * Math.min(...pauses)),
});

const DIFFER = should('pauses-differ', {
  rests: required('errors.retry'),
  proves: 'The client uses pauses of random length, so that several clients do not all retry at the same time.',
  failing: 'All pauses of the client are equal, or each pause is exactly twice as long as the previous pause.',
  remedy: 'Multiply each pause by a random number, for example between 0.5 and 1.',
  judge: (evidence) =>
    judgePauses(evidence, (pauses) => {
      const areSame = Math.max(...pauses) - Math.min(...pauses) <= 0.05 * Math.max(...pauses);
      return !areSame && !pauses.slice(1).every((pause, at) => isTwice(pause, pauses[at] ?? 0));
    }),
});

/** Returns whether a pause is twice the pause before. Chance rarely hits this tolerance three times in a row. */
function isTwice(pause: number, before: number): boolean {
  return Math.abs(pause - 2 * before) <= Math.max(0.01 * pause, 6);
}

/** If its pauses are shorter on average, a client does not give a failure the time to end. */
const SHORT_MS = 100;

const TRIES_AGAIN = should('tries-again', {
  rests: required('errors.retry'),
  proves:
    'Before the client gives up, it retries the requests that a client may retry according to the API document. It pauses for at least 0.1 seconds on average.',
  failing: 'The client gives up after the first temporary failure, or retries so fast that the failure cannot end.',
  remedy: 'Retry 429, 503 and broken connections a few times, with growing pauses.',
  judge: ({ expectation: { giveUp }, outcome, requests, deadlineSeconds }) => {
    if (outcome.end !== 'gave-up') return 'untried';
    const { operation, attempts = 2 } = giveUp?.after ?? {};
    const works = worksOf(requests.filter((request) => operation === undefined || request.operation === operation));
    const tried = works.filter((work) =>
      giveUp?.after === undefined ? mayRetry(work, deadlineSeconds) : !isUnsafe(work.at(-1)),
    );
    if (tried.length === 0) return 'untried';
    const failing = tried.map(failuresAtEnd).filter(({ length }) => length > 0);
    const most = (failing.length > 0 ? failing : tried).toSorted((a, b) => b.length - a.length)[0] ?? [];
    const lastedMs = (most.at(-1)?.arrivedMs ?? 0) - (most[0]?.arrivedMs ?? 0);
    const says = `The client gave up after ${counted(most.length, 'attempt')} within ${secondsText(lastedMs)}. A careful client makes at least ${attempts} attempts, and waits between them.`;
    return (most.length < attempts || lastedMs < SHORT_MS * (most.length - 1)) && missed(says, most.slice(-3));
  },
});

function failuresAtEnd(work: readonly ClientRequest[]): readonly ClientRequest[] {
  return work.slice(work.findLastIndex(isSuccess) + 1);
}

/** Returns whether a retry may make a second generation, because a create without a key has an unknown outcome. */
function isUnsafe(last: ClientRequest | undefined): boolean {
  return last?.operation === 'create' && last.idempotencyKey === null && isUnknown(last);
}

/** Returns whether the last request of a work failed temporarily, and in time for another attempt. */
function mayRetry(work: readonly ClientRequest[], deadlineSeconds: number): boolean {
  const last = work.at(-1);
  if (last === undefined) return false;
  const isRefused = last.end === 'whole' && (last.status === 429 || last.status === 503);
  const isBroken = last.operation === 'content' && (last.end === 'broken' || last.end === 'left');
  const againMs = (last.endedMs ?? last.arrivedMs) + (isRefused ? (askedWait(last)?.ms ?? 0) : 0);
  return (isRefused || isBroken) && againMs < DEADLINE_NEARS * deadlineSeconds * 1000;
}

export const RETRY_CHECKS: readonly ClientCheck[] = [WAITS, AN_END, PAUSES, GROW, DIFFER, TRIES_AGAIN];
