/** Endpoints: content: HEAD requests, and the headers of downloads. The document does not mention most of them. */

import { header } from '../../client/exchange.ts';
import type { Check } from '../../engine/define.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import { fail, notApplicable, observed } from '../../engine/outcome.ts';
import { cases, each, type Expectation, given, is, observations, jointly } from '../lib/cases.ts';
import { DOWNLOAD, isWholeClip } from '../lib/downloads.ts';
import { CONDITIONS } from './condition-requests.ts';

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

const HEAD = {
  ...RULE,
  requirement: 'content.head',
  failing: 'The server does not support HEAD, applies Range to HEAD, or sends a wrong Content-Length.',
} as const;

export const DOWNLOAD_HEADER_CHECKS: readonly Check[] = [
  ...cases(RULE, {
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
