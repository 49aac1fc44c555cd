/** Endpoints: content, under false conditions. A server that evaluates a condition must do so in each request. */

import { header, type HeaderLine } from '../../client/exchange.ts';
import { defineProbe, type Check } from '../../engine/define.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import { fail, notApplicable, pass, type Outcome } from '../../engine/outcome.ts';
import { DOWNLOAD } from '../lib/downloads.ts';
import { describe, describeRequest, withOthers } from '../lib/rules.ts';
import { condition, NO_TAG } from './conditions.ts';

export const EVALUATED_CONDITION_CHECKS: readonly Check[] = [
  condition('content.if-none-match.evaluated', {
    proves:
      'If a download has the current ETag of the clip in If-None-Match, the server returns 304, not the clip (RFC 9110, 13.1.2 and 13.2.1).',
    failing:
      'The server sends an ETag, but ignores ETags in requests. So a client repeats the download of a clip that it already has.',
    judge: (evidence) => notSent(evidence, 'none own', { validator: 'etag', status: 304, isSame: true }),
  }),
  condition('content.if-match.evaluated', {
    proves:
      'If If-Match does not have the ETag of the clip, the server returns 412, not the clip or a part (RFC 9110, 13.1.1 and 13.2.1).',
    failing: 'The server sends an ETag, but ignores ETags in requests. So a client joins parts of different clips.',
    judge: (evidence) => notSent(evidence, 'match other', { validator: 'etag', status: 412, isSame: false }),
  }),
  {
    ...condition('content.if-modified-since.evaluated', {
      proves:
        'If a download has the date of the clip in If-Modified-Since, the server returns 304, not the clip (RFC 9110, 13.1.3).',
      failing: 'The server sends Last-Modified, but ignores dates in requests.',
      judge: (evidence) => notSent(evidence, 'modified own', { validator: 'last-modified', status: 304, isSame: true }),
    }),
    level: 'should',
  },
  {
    ...condition('content.if-unmodified-since.evaluated', {
      proves:
        'If the clip is newer than the date in If-Unmodified-Since, the server does not send the clip (RFC 9110, 13.1.4).',
      failing: 'The server sends Last-Modified and evaluates ETags in requests, but ignores dates in requests.',
      judge: (evidence) =>
        notSent(evidence, 'unmodified old', { validator: 'last-modified', status: 412, isSame: false }),
    }),
    // The ETag is the better validator. A client that can use it does not need the date.
    level: 'should',
  },
];

interface Condition {
  readonly validator: 'etag' | 'last-modified';
  /** The status of a server that evaluates the condition. */
  readonly status: number;
  /** Whether the condition names the validator of the clip, and not another one. */
  readonly isSame: boolean;
}

/** Judges the response to a false condition. The response itself has the validator that the server had to compare. */
export function notSent(evidence: Evidence, label: string, { validator, status, isSame }: Condition): Outcome {
  if (evidence.maybe(label) === undefined)
    return notApplicable('The response with the clip does not have this validator (ETag or Last-Modified).');
  const answer = evidence.one(label);
  if (answer.elsewhere === true) return notApplicable('The download was redirected to another origin.', answer);
  if (answer.response.status === status) return pass(answer);
  if (answer.response.status >= 300) return notApplicable(`The response is ${answer.response.status}.`, answer);
  const own = header(answer.response, validator);
  if (own === undefined)
    return notApplicable('The response does not have this validator (ETag or Last-Modified).', answer);
  // RFC 9110, 13.1.1 and 13.1.4: an intermediary may leave these conditions to the server behind it.
  if (!isSame && ['age', 'via'].some((name) => header(answer.response, name) !== undefined))
    return notApplicable(
      'The response came through a cache or a proxy. RFC 9110 allows caches and proxies to ignore this condition.',
      answer,
    );
  return isSame === (strong(own) === strong(sentWith(answer)))
    ? fail(answer, String(status), `${describe(answer)}, with ${validator}: ${own}`)
    : notApplicable('The ETag or the Last-Modified of the clip changed between two downloads.', answer);
}

function sentWith({ request }: Answered): string {
  const names = ['if-none-match', 'if-match', 'if-modified-since'];
  return names.map((name) => header(request, name)).find((value) => value !== undefined) ?? NO_TAG;
}

/** Returns the strong form of an ETag. If-None-Match compares a weak and a strong ETag as equal. */
function strong(validator: string): string {
  return validator.replace(/^W\//, '');
}

const PART: HeaderLine = ['Range', 'bytes=0-99'];
const OLD = 'Mon, 01 Jan 2001 00:00:00 GMT';

/** The status of a server that evaluates each of these false conditions. */
const STATUSES = { 'none own': 304, 'match other': 412, 'modified own': 304, 'unmodified old': 412 } as const;
type FalseCondition = keyof typeof STATUSES;
const FALSE_CONDITIONS: readonly FalseCondition[] = ['none own', 'match other', 'modified own', 'unmodified old'];

const EVERY_CONDITION = defineProbe({
  id: 'content.every-condition',
  sends:
    'The kit sends download requests with conditions that are false: If-None-Match, If-Match, If-Modified-Since or If-Unmodified-Since. Each condition is sent with a GET for the whole clip, with a GET for a part, and with a HEAD.',
  after: [DOWNLOAD],
  run: async (kit) => {
    const { id, key } = kit.generation('any-clip');
    const path = `/v1/videos/${id}/content`;
    const plain = (await kit.content('plain', id, { key, headers: [PART] })).exchange.response;
    const [tag, date] = ['etag', 'last-modified'].map((name) =>
      plain === undefined ? undefined : header(plain, name),
    );
    await kit.send('head', { method: 'HEAD', path, key, follow: true });
    for (const [label, condition] of Object.entries(unmet(tag, date))) {
      await kit.content(label, id, { key, headers: [condition] });
      await kit.content(`${label}, in part`, id, { key, headers: [condition, PART] });
      await kit.send(`${label}, as HEAD`, { method: 'HEAD', path, key, follow: true, headers: [condition] });
    }
    return undefined;
  },
});

/** Returns the false conditions for a clip with these validators. A condition needs a validator to compare. */
export function unmet(tag: string | undefined, date: string | undefined): Readonly<Record<string, HeaderLine>> {
  const isDate = date !== undefined && !Number.isNaN(Date.parse(date));
  return {
    ...(tag === undefined ? {} : { 'none own': ['If-None-Match', tag], 'match other': ['If-Match', NO_TAG] }),
    ...(isDate ? { 'modified own': ['If-Modified-Since', date], 'unmodified old': ['If-Unmodified-Since', OLD] } : {}),
  };
}

export const EVERY_CONDITION_CHECKS: readonly Check[] = [
  condition('content.conditional.in-part', {
    proves:
      'If a condition is false, a request with `Range` returns the same status as without `Range`: 304 or 412, never 206 (RFC 9110, 13.2.2).',
    failing: 'The server ignores conditions in requests with Range.',
    from: [DOWNLOAD, EVERY_CONDITION],
    judge: (evidence) => alike(evidence, 'in part'),
  }),
  condition('content.conditional.of-head', {
    proves: 'If a condition is false, HEAD returns the same status as GET (RFC 9110, 9.3.2 and 13.2.1).',
    failing: 'The server ignores conditions in HEAD requests.',
    from: [DOWNLOAD, EVERY_CONDITION],
    judge: (evidence) => {
      const head = evidence.one('head');
      return head.response.status === 200
        ? alike(evidence, 'as HEAD')
        : notApplicable(`HEAD returns ${head.response.status}.`, head);
    },
  }),
];

function evaluates(evidence: Evidence, label: FalseCondition): boolean {
  return evidence.maybe(label)?.response.status === STATUSES[label];
}

/** Judges that a condition which rejects a whole download also rejects other requests for the clip. */
function alike(evidence: Evidence, how: string): Outcome {
  const known = FALSE_CONDITIONS.filter((label) => evaluates(evidence, label));
  if (known.length === 0) return notApplicable('The server ignores all conditions: it never returns 304 or 412.');
  return first(
    known.map((label) => evidence.one(`${label}, ${how}`)),
    ({ label }) => STATUSES[asCondition(label)],
  );
}

/** Fails with the first response whose status is wrong. */
function first(answers: readonly Answered[], wanted: (answer: Answered) => number): Outcome {
  const [wrong, ...others] = answers.filter((answer) => answer.response.status !== wanted(answer));
  return wrong === undefined
    ? pass(...answers)
    : withOthers(fail(wrong, String(wanted(wrong)), describeRequest(wrong)), others);
}

function asCondition(label: string): FalseCondition {
  return FALSE_CONDITIONS.find((one) => label.startsWith(one)) ?? 'none own';
}
