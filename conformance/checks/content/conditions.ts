/** Endpoints: content with If-Range and other conditions. A server may ignore them. If not, it must follow RFC 9110. */

import { header } from '../../client/exchange.ts';
import type { Check } from '../../engine/define.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import { fail, notApplicable, pass } from '../../engine/outcome.ts';
import { cases, type Expectation, expects, given, is, jointly, not } from '../lib/cases.ts';
import { DOWNLOAD, headerFlaw } from '../lib/downloads.ts';
import { describe, describeRequest, ifSent, noneOf } from '../lib/rules.ts';
import { type Condition, CONDITIONS, NO_TAG, STATUSES } from './condition-requests.ts';
import { ifRanged, obeys } from './parts.ts';

const RULE = { from: [DOWNLOAD, CONDITIONS], requirement: 'content.conditional', authority: 'http' } as const;
const NEAR = ['longer', 'shorter', 'tail', 'in another case'] as const;
/** The ends of the labels of requests whose If-Range is neither the ETag nor the date of the clip. */
const OTHER = ['empty tag', 'weak own', ...NEAR].map((end) => `range ${end}` as Condition);
/** Values of If-Range that are not valid. A server may ignore such a header. */
const INVALID = ['range words', 'range star', 'range list', 'range without quotes'] as const;
/** The outcome for a condition that needs an ETag or a date of the clip. */
const UNEVALUATED = notApplicable(
  'The response with the clip does not have this validator (ETag or Last-Modified). So the kit cannot send a condition.',
);

const CHANGED =
  'The clip changed, but the server sends a part of the new clip to a client that has a part of the old clip.';

const BODY_OR_PART = 'The server evaluates Range before If-None-Match, or sends the clip as the body of a 304.';

export const CONDITION_CHECKS: readonly Check[] = [
  ...cases(
    { ...RULE, failing: CHANGED },
    {
      'content.if-range.other': [
        'If the ETag in `If-Range` is not the ETag of the clip, the server returns the whole clip (RFC 9110, 13.1.5).',
        ifRanged('plain', whole('range other')),
      ],
      'content.if-range.weak': [
        '`If-Range` with a weak ETag never matches (RFC 9110, 13.1.5).',
        ifRanged('plain', whole('range weak')),
      ],
      'content.if-range.unsatisfiable': [
        'If `If-Range` lacks the ETag of the clip, the server returns the whole clip, even for a range beyond the end (RFC 9110, 13.2.2).',
        ifRanged('plain', whole('range other, beyond')),
      ],
      'content.if-range.date': [
        'If the date in `If-Range` is not the date of the clip, the server returns the whole clip (RFC 9110, 13.1.5).',
        ifRanged('plain', whole('range old date')),
      ],
      'content.if-range.alone': ['`If-Range` without `Range` has no effect (RFC 9110, 13.1.5).', whole('range alone')],
    },
  ),
  ...cases(RULE, {
    'content.if-range.near': [
      'If-Range matches only the exact ETag (RFC 9110, 13.1.5). If-Range never matches a list or `*`. If-Range never matches an ETag that is weak, longer, shorter, or without quotes.',
      'The server searches the whole header for the ETag, or compares only its first characters.',
      ifRanged('plain', (evidence) => {
        const ignores = evidence.maybe('range words')?.response.status === 206;
        return never(ignores ? OTHER : [...INVALID, ...OTHER], 206)(evidence);
      }),
    ],
    'content.if-range.own': [
      'If `If-Range` has the ETag of the clip, the server returns the requested bytes or the whole clip (RFC 9110, 13.1.5 and 14.1.2).',
      'The server crashes, returns 416, or sends other bytes to a client that continues a download.',
      ifRanged('plain', ifSent('range own', UNEVALUATED, obeys([{ label: 'range own', rule: 'clamped' }]))),
    ],
    'content.if-range.date.near': [
      'If-Range does not match a date that is one second before or after the date of the clip (RFC 9110, 13.1.5).',
      'The server checks only whether the clip is older than the date in If-Range.',
      ifRanged('plain', never(['range a second later', 'range a second earlier'], 206)),
    ],
    'content.if-none-match.lists': [
      'If-None-Match matches a list that contains the ETag of the clip, and the weak form of this ETag. If-None-Match also matches `*` (RFC 9110, 13.1.2).',
      'The server compares the whole header with the ETag, or treats a weak ETag as another ETag.',
      ifKnown(['none own', 304], ['none list', 'none list, first', 'none weak', 'none star']),
    ],
    'content.if-none-match.other': [
      'The server sends the clip if the ETag in If-None-Match differs from the ETag of the clip, even slightly (RFC 9110, 13.1.2).',
      'The server accepts a longer ETag that contains the ETag of the clip. So clients keep an old clip.',
      never(['none other', 'none others', ...NEAR.map((name) => `none ${name}` as const)], 304, 412),
    ],
    'content.if-none-match.first': [
      'A GET with a matching `If-None-Match` returns 304, even with `Range` (RFC 9110, 13.2.2).',
      BODY_OR_PART,
      ifKnown(['none own', 304], ['none own, in part']),
    ],
    'content.if-none-match.empty': [
      'A 304 has no body (RFC 9110, 15.4.5).',
      BODY_OR_PART,
      ifEvaluated(
        ['none own', 304],
        expects('none own', ({ response: { body } }) => body.size === 0, ['no body']),
      ),
    ],
    'content.if-none-match.of-get': [
      'A GET with a matching If-None-Match returns 304 and never 412 (RFC 9110, 13.1.2).',
      'The server returns the same status for all conditions that are false.',
      never(['none own', 'none list', 'none weak'], 412),
    ],
    'content.if-none-match.before-date': [
      'If a request has If-None-Match, the server ignores If-Modified-Since (RFC 9110, 13.1.3).',
      'The server returns 304 if only one of the two conditions matches.',
      never(['none other, modified own'], 304),
    ],
    'content.if-none-match.beyond': [
      'A GET with a matching If-None-Match returns 304, even if its range is beyond the clip (RFC 9110, 13.2.2).',
      'The server evaluates Range first.',
      ifKnown(['none own', 304], ['none own, beyond']),
    ],
    'content.if-match.own': [
      'If-Match matches the ETag of the clip, a list that contains this ETag, and `*` (RFC 9110, 13.1.1).',
      'The server compares the whole header with the ETag.',
      (evidence) => {
        const isStrong = header(evidence.one('plain').response, 'etag')?.startsWith('"') === true;
        const own = ['match own', 'match list', 'match own, unmodified old'] as const;
        return never(['match star', ...(isStrong ? own : [])], 412, 304)(evidence);
      },
    ],
    'content.if-match.weak': [
      'If-Match never matches a weak ETag (RFC 9110, 13.1.1 and 8.8.3.2).',
      'The server ignores the `W/` before a weak ETag.',
      ifKnown(['match other', 412], ['match weak']),
    ],
    'content.if-match.first': [
      'A GET with an If-Match that does not match returns 412, even if its range is beyond the clip (RFC 9110, 13.2.2).',
      'The server evaluates Range first.',
      ifKnown(['match other', 412], ['match other, beyond']),
    ],
    'content.if-modified-since.changed': [
      'If the clip is newer than the date in If-Modified-Since, the server sends the clip (RFC 9110, 13.1.3). The server also sends the clip if the value is not a date.',
      'The server returns 304 for any date.',
      never(['modified old', 'modified words'], 304, 412),
    ],
    'content.if-unmodified-since.kept': [
      'If the clip is not newer than the date in If-Unmodified-Since, the server sends the clip (RFC 9110, 13.1.4). The server also sends the clip if the value is not a date.',
      'The server returns 412 if the date in If-Unmodified-Since is exactly the date of the clip.',
      never(['unmodified own', 'unmodified a second later', 'unmodified words'], 412, 304),
    ],
    'content.not-modified.headers': [
      'A 304 has the same ETag and the same cache headers as the 200 (RFC 9110, 15.4.5 and 8.6). If the 304 has a Content-Length, its value is the length of the clip.',
      'The server sends a 304 without ETag, or with Content-Length: 0.',
      ifEvaluated(['none own', 304], (evidence) => notModified(evidence)),
    ],
    'content.if-none-match.evaluated': [
      'If a download has the current ETag of the clip in If-None-Match, the server returns 304, not the clip (RFC 9110, 13.1.2 and 13.2.1).',
      'The server sends an ETag, but ignores ETags in requests. So a client repeats the download of a clip that it already has.',
      notSent('none own', ['etag', 304]),
    ],
    'content.if-match.evaluated': [
      'If If-Match does not have the ETag of the clip, the server returns 412, not the clip or a part (RFC 9110, 13.1.1 and 13.2.1).',
      'The server sends an ETag, but ignores ETags in requests. So a client joins parts of different clips.',
      notSent('match other', ['etag', 412]),
    ],
    'content.if-modified-since.evaluated': [
      'If a download has the date of the clip in If-Modified-Since, the server returns 304, not the clip (RFC 9110, 13.1.3).',
      'The server sends Last-Modified, but ignores dates in requests.',
      notSent('modified own', ['last-modified', 304]),
      { level: 'should' },
    ],
    // The ETag is the better validator. A client that can use it does not need the date.
    'content.if-unmodified-since.evaluated': [
      'If the clip is newer than the date in If-Unmodified-Since, the server does not send the clip (RFC 9110, 13.1.4).',
      'The server sends Last-Modified and evaluates ETags in requests, but ignores dates in requests.',
      notSent('unmodified old', ['last-modified', 412]),
      { level: 'should' },
    ],
    'content.conditional.in-part': [
      'If a condition is false, a request with `Range` returns the same status as without `Range`: 304 or 412, never 206 (RFC 9110, 13.2.2).',
      'The server ignores conditions in requests with Range.',
      asWhole('in part'),
    ],
    'content.conditional.of-head': [
      'If a condition is false, HEAD returns the same status as GET (RFC 9110, 9.3.2 and 13.2.1).',
      'The server ignores conditions in HEAD requests.',
      given(['head', is(200)], ({ response }) => `HEAD returns ${response.status}.`, asWhole('as HEAD')),
    ],
  }),
];

/** Expects the whole clip. The bytes are not compared if the server sends other bytes for each download. */
function whole(label: Condition): Expectation {
  return jointly(['whole', 'again', label], ([{ response }, again, answer]) => {
    const { sha256, size } = response.body;
    const isVarying = again.response.body.sha256 !== sha256;
    const isWhole = is(200)(answer) && (isVarying || answer.response.body.sha256 === sha256);
    return isWhole ? undefined : [`200 with the whole clip, ${size} bytes`];
  });
}

/** Expects that no response to these requests has a listed status, or a status of 500 or higher. */
function never(labels: readonly Condition[], ...statuses: readonly number[]): Expectation {
  return (evidence) => {
    const answers = sent(evidence, labels);
    if (answers.length === 0) return UNEVALUATED;
    const wrong = answers.filter((answer) => !not(...statuses)(answer));
    return noneOf(wrong, answers.slice(0, 3), [
      `a status below 500, except ${statuses.join(' and ')}`,
      describeRequest,
    ]);
  };
}

/** The simplest form of a condition, and the status of a server that evaluates it. */
type Known = readonly [label: Condition, status: number];

/** Applies an expectation only if the server evaluates the simplest form of a condition. */
function ifEvaluated([plain, status]: Known, expectation: Expectation): Expectation {
  return (evidence) =>
    evidence.maybe(plain)?.response.status === status
      ? expectation(evidence)
      : notApplicable(`The server does not return ${status} for the same condition in its simplest form.`);
}

/** Expects the same status for other forms of a condition, if the server evaluates its simplest form. */
function ifKnown(known: Known, labels: readonly Condition[]): Expectation {
  const [plain, status] = known;
  return ifEvaluated(known, (evidence) => {
    const answers = [evidence.one(plain), ...sent(evidence, labels)];
    const others = answers.filter((answer) => !is(status)(answer) && !mayIgnore({ answer, status }));
    return noneOf(others, answers, [String(status), describeRequest]);
  });
}

/** Returns the responses to the requests that the kit sent. Some conditions need a validator of the clip. */
function sent({ maybe, one }: Evidence, labels: readonly Condition[]): Answered[] {
  return labels.filter((label) => maybe(label) !== undefined).map((label) => one(label));
}

const notModified: Expectation = (evidence) => {
  const [whole, answer] = [evidence.one('whole'), evidence.one('none own')];
  const { size } = whole.response.body;
  const length = Number(header(answer.response, 'content-length') ?? size);
  const wrongLength = length === size ? undefined : ([`no Content-Length, or ${size}`, String(length)] as const);
  const flaw = headerFlaw(evidence, whole.response, answer.response) ?? wrongLength;
  return flaw === undefined ? pass(whole, answer) : fail(answer, ...flaw);
};

/**
 * Expects that a false condition is evaluated: with 304, because it names the validator of the clip, or with 412,
 * because it names another one. The response itself has the validator that the server had to compare.
 */
export function notSent(
  label: string,
  [validator, status]: readonly ['etag' | 'last-modified', 304 | 412],
): Expectation {
  return ifSent(label, UNEVALUATED, ({ one }) => {
    const answer = one(label);
    if (answer.elsewhere === true) return notApplicable('The download was redirected to another origin.', answer);
    if (answer.response.status === status) return pass(answer);
    if (answer.response.status >= 500) return fail(answer, `${status}, or the clip`, describe(answer));
    if (answer.response.status >= 300) return notApplicable(`The response is ${answer.response.status}.`, answer);
    const own = header(answer.response, validator);
    if (own === undefined)
      return notApplicable('The response does not have this validator (ETag or Last-Modified).', answer);
    if (mayIgnore({ answer, status }))
      return notApplicable(
        'The response came through a cache or a proxy. RFC 9110 allows caches and proxies to ignore this condition.',
        answer,
      );
    const isSame = strong(own) === strong(sentWith(answer));
    return isSame === (status === 304)
      ? fail(answer, String(status), `${describe(answer)}, with ${validator}: ${own}`)
      : notApplicable('The ETag or the Last-Modified of the clip changed between two downloads.', answer);
  });
}

/** Reports whether a cache or a proxy may have left a condition to the server behind it (RFC 9110, 13.1.1). */
export function mayIgnore({ answer, status }: { readonly answer: Answered; readonly status: number }): boolean {
  return status === 412 && ['age', 'via'].some((name) => header(answer.response, name) !== undefined);
}

function sentWith({ request }: Answered): string {
  const names = ['if-none-match', 'if-match', 'if-modified-since'];
  return names.flatMap((name) => header(request, name) ?? [])[0] ?? NO_TAG;
}

/** Returns the strong form of an ETag. If-None-Match compares a weak and a strong ETag as equal. */
function strong(validator: string): string {
  return validator.replace(/^W\//, '');
}

/** Expects that each condition that rejects a whole download also rejects other requests for the clip. */
function asWhole(how: string): Expectation {
  return ({ maybe, one }) => {
    const known = Object.entries(STATUSES).filter(([label, status]) => maybe(label)?.response.status === status);
    if (known.length === 0) return notApplicable('The server ignores all conditions: it never returns 304 or 412.');
    const answers = known.map(([label, status]) => ({ answer: one(`${label}, ${how}`), status }));
    const wrong = answers.filter((one) => one.answer.response.status !== one.status && !mayIgnore(one));
    return noneOf(
      wrong.map(({ answer }) => answer),
      answers.map(({ answer }) => answer),
      [String(wrong[0]?.status), describeRequest],
    );
  };
}
