/** Endpoints: content with If-Range, ETags and HEAD. The document does not mention them, but RFC 9110 has rules. */

import { header } from '../../client/exchange.ts';
import type { Check } from '../../engine/define.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import { fail, notApplicable, observed } from '../../engine/outcome.ts';
import { cases, each, type Expectation, expects, given, is, observations, jointly } from '../lib/cases.ts';
import { DOWNLOAD, isWholeClip } from '../lib/downloads.ts';
import { CONDITIONS } from './condition-requests.ts';
import { ifEvaluated, ifKnown } from './conditions.ts';
import { ifRanged } from './parts.ts';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
const FROM = [DOWNLOAD, CONDITIONS];

const RULE = { requirement: 'content.conditional', authority: 'http', from: FROM } as const;

/** The requests with a condition whose status is observed. */
const OBSERVED: Readonly<Record<string, readonly [label: string, what: string]>> = {
  'if-none-match': ['none own', 'a download with the ETag of the clip in `If-None-Match`'],
  'if-match': ['match own, in part', 'a range request with the ETag of the clip in `If-Match`'],
  'if-match-other': ['match other, in part', 'a range request with another ETag in `If-Match`'],
  'if-range-same': ['range own', 'a range request with the ETag of the clip in `If-Range`'],
  'if-modified-since': ['modified own', 'a download with the date of the clip in `If-Modified-Since`'],
};

const NONE_MATCH = {
  ...RULE,
  failing: 'The server evaluates Range before If-None-Match, or sends the clip as the body of a 304.',
} as const;

const IF_RANGE = {
  ...RULE,
  failing: 'The clip changed, but the server sends a part of the new clip to a client that has a part of the old clip.',
} as const;

const HEAD = {
  ...RULE,
  requirement: 'content.head',
  failing: 'The server does not support HEAD, applies Range to HEAD, or sends a wrong Content-Length.',
} as const;

export const CONDITIONAL_CHECKS: readonly Check[] = [
  ...cases(IF_RANGE, {
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
  }),
  ...cases(NONE_MATCH, {
    'content.if-none-match.first': [
      'A GET with a matching `If-None-Match` returns 304, even with `Range` (RFC 9110, 13.2.2).',
      ifKnown(['none own', 304], ['none own, in part']),
    ],
    'content.if-none-match.empty': [
      'A 304 has no body (RFC 9110, 15.4.5).',
      ifEvaluated(
        ['none own', 304],
        expects('none own', ({ response: { body } }) => body.size === 0, ['no body']),
      ),
    ],
    'content.etag.same-bytes': [
      'If two responses have the same strong `ETag`, they have the same bytes (RFC 9110, 8.8.1).',
      'The server derives the ETag from something other than the bytes, such as the id.',
      jointly(['whole', 'again'], (two, { every }) => {
        const [first, second] = two.map(({ response }) => header(response, 'etag'));
        if (first === undefined || first !== second || first.startsWith('W/'))
          return notApplicable('The two downloads do not have the same strong ETag.', ...two);
        const other = otherBytes(every.filter(isWholeClip));
        return other && fail(other, 'the same bytes for the same ETag', 'different bytes');
      }),
    ],
  }),
  ...cases(HEAD, {
    'content.head.length': [
      'The `Content-Length` of HEAD is the same as for GET, or absent (RFC 9110, 8.6).',
      given(
        ['head', is(200)],
        ({ response }) => `HEAD returns ${response.status}.`,
        jointly(['whole', 'head'], ([{ response }, head]) => {
          const length = header(head.response, 'content-length') ?? String(response.body.size);
          return Number(length) === response.body.size ? undefined : [String(response.body.size), length];
        }),
      ),
    ],
    'content.head.range': [
      'HEAD ignores `Range` (RFC 9110, 14.2).',
      jointly(['whole', 'head', 'head part'], ([{ response }, head, part]) => {
        const [{ size }, told] = [response.body, header(part.response, 'content-length')];
        if (head.response.status !== part.response.status) return [String(head.response.status)];
        return part.response.status !== 200 || told === undefined || Number(told) === size
          ? undefined
          : [`Content-Length: ${size}, as without Range`, told];
      }),
    ],
    'content.head': [
      'If GET works for a URL, HEAD works too (RFC 9110, 9.1).',
      each(['head', 'head record'], is(200), ['200', ({ response }) => String(response.status)]),
      { level: 'should' },
    ],
  }),
  ...observations(
    { from: FROM, requirement: 'content.conditional' },
    Object.entries(OBSERVED).map(([name, [label, what]]) => [
      `content.conditional.${name}`,
      `The status of ${what}.`,
      ofWhole((_, { maybe }) => maybe(label)?.response.status.toString() ?? 'no validator to send'),
    ]),
  ),
  ...observations(FROM, {
    'content.head.status': [
      'The status of a HEAD request for the content.',
      ofWhole((_, { one }) => String(one('head').response.status)),
    ],
    'get.head': [
      'The status of a HEAD request for the record.',
      ofWhole((_, { one }) => String(one('head record').response.status)),
    ],
    'content.stable': [
      'Whether two downloads of a clip return the same bytes.',
      ofWhole(({ body: { sha256 } }, { one }) =>
        sha256 === one('again').response.body.sha256 ? 'the same bytes' : 'other bytes',
      ),
    ],
    'content.compression': [
      'The `Content-Encoding` of a range request with `Accept-Encoding: gzip`.',
      ofWhole((_, { one }) => header(one('gzip').response, 'content-encoding') ?? 'none'),
    ],
  }),
  ...observations(
    FROM,
    ['accept-ranges', 'cache-control', 'content-disposition', 'vary'].map((name) => [
      `content.headers.${name}`,
      // The id is replaced, because a value that names the clip would differ in each run.
      `The header \`${name}\` of a download.`,
      ofWhole((response) => header(response, name)?.replaceAll(UUID, '<id>') ?? 'absent'),
    ]),
  ),
  ...observations(
    FROM,
    ['content-length', 'last-modified', 'repr-digest'].map((name) => [
      `content.headers.${name}`,
      `Whether a download has the header \`${name}\`.`,
      ofWhole((response) => (header(response, name) === undefined ? 'absent' : 'present')),
    ]),
  ),
  ...observations(FROM, {
    'content.headers.etag': [
      'Whether a download has a strong `ETag`, a weak `ETag`, or no `ETag`.',
      ofWhole((response) => {
        const etag = header(response, 'etag');
        return etag === undefined ? 'absent' : etag.startsWith('W/') ? 'weak' : 'strong';
      }),
    ],
    'content.redirect': [
      'Whether the server redirects a download, and to which origin.',
      ofWhole((_, { answers }) => {
        const hop = answers.find(({ label, response }) => label === 'whole' && String(response.status).startsWith('3'));
        return hop === undefined
          ? 'none'
          : `${hop.response.status} to ${placeOf(header(hop.response, 'location') ?? '', hop.request.url)}`;
      }),
    ],
  }),
];

/** Expects the whole clip. The bytes are not compared if the server sends other bytes for each download. */
function whole(label: string): Expectation {
  return jointly(['whole', 'again', label], ([{ response }, again, answer]) => {
    const { sha256, size } = response.body;
    const isVarying = again.response.body.sha256 !== sha256;
    const isWhole = is(200)(answer) && (isVarying || answer.response.body.sha256 === sha256);
    return isWhole ? undefined : [`200 with the whole clip, ${size} bytes`];
  });
}

/** Observes a fact about the download of the whole clip. */
function ofWhole(show: (response: Answered['response'], evidence: Evidence) => string): Expectation {
  return (evidence) => {
    const answer = evidence.one('whole');
    return observed(show(answer.response, evidence), answer);
  };
}

/** Returns the first two downloads of one URL with the same strong ETag and different bytes. */
function otherBytes(wholes: readonly Answered[]): readonly [Answered, Answered] | undefined {
  const known = new Map<string, Answered>();
  for (const answer of wholes) {
    const tag = header(answer.response, 'etag');
    if (tag === undefined || tag.startsWith('W/')) continue;
    const name = `${answer.request.url} ${tag}`;
    const first = known.get(name);
    if (first !== undefined && first.response.body.sha256 !== answer.response.body.sha256) return [first, answer];
    known.set(name, first ?? answer);
  }
  return undefined;
}

function placeOf(location: string, from: string): string {
  if (!URL.canParse(location, from)) return 'no address';
  return new URL(location, from).origin === new URL(from).origin ? 'the same origin' : 'another origin';
}
