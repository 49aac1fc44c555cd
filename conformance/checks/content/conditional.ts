/**
 * Endpoints: content with validators, If-Range and HEAD. The document promises none, but each response must be valid.
 */

import { defineCheck, defineObservation, defineProbe, type Check } from '../../engine/define.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import { fail, notApplicable, observed, pass, type Outcome } from '../../engine/outcome.ts';
import { header, type HeaderLine } from '../../client/exchange.ts';
import { DOWNLOAD } from '../lib/downloads.ts';
import { describe, noneOf } from '../lib/rules.ts';
import { isWholeClip } from './whole-answers.ts';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
const RANGE: HeaderLine = ['Range', 'bytes=0-99'];

const CONDITIONAL = defineProbe({
  id: 'content.conditional',
  sends: 'HEAD requests, and downloads with If-None-Match, If-Match, If-Range or If-Modified-Since.',
  after: [DOWNLOAD],
  run: async (kit) => {
    const { id, key } = kit.generation('any-clip');
    const ask = (label: string, ...headers: HeaderLine[]): ReturnType<typeof kit.content> =>
      kit.content(label, id, { key, headers });
    const plain = (await ask('plain part', RANGE)).exchange.response;
    const etag = plain === undefined ? undefined : header(plain, 'etag');
    const modified = plain === undefined ? undefined : header(plain, 'last-modified');
    await ask('if-range other', RANGE, ['If-Range', '"no-such-tag"']);
    await ask('if-range weak', RANGE, ['If-Range', 'W/"x"']);
    await ask('if-range other, beyond', ['Range', 'bytes=999999999999-'], ['If-Range', '"no-such-tag"']);
    await ask('if-range alone', ['If-Range', '"no-such-tag"']);
    await ask('if-range old date', RANGE, ['If-Range', 'Mon, 01 Jan 2001 00:00:00 GMT']);
    if (etag !== undefined) {
      await ask('if-range same', RANGE, ['If-Range', etag]);
      await ask('if-none-match', ['If-None-Match', etag]);
      await ask('if-none-match part', RANGE, ['If-None-Match', etag]);
      await ask('if-match', ['If-Match', etag], RANGE);
    }
    await ask('if-match other', ['If-Match', '"no-such-tag"'], RANGE);
    if (modified !== undefined) await ask('if-modified-since', ['If-Modified-Since', modified]);
    await ask('gzip', ['Accept-Encoding', 'gzip'], RANGE);
    await ask('again');
    await kit.send('head', { method: 'HEAD', path: `/v1/videos/${id}/content`, key, follow: true });
    await kit.send('head part', {
      method: 'HEAD',
      path: `/v1/videos/${id}/content`,
      key,
      headers: [RANGE],
      follow: true,
    });
    await kit.send('head record', { method: 'HEAD', path: `/v1/videos/${id}`, key });
    return undefined;
  },
});

/** The mistakes of servers that break these rules, by the beginning of the ids. */
const FAILING = [
  [
    'content.if-range',
    'The clip changed, but the server sends a part of the new clip to a client that has a part of the old clip.',
  ],
  ['content.if-none-match', 'The server evaluates Range before If-None-Match, or sends the clip as the body of a 304.'],
  ['content.etag', 'The server derives the ETag from something other than the bytes, such as the id.'],
  ['content.head', 'The server does not support HEAD, applies Range to HEAD, or sends a wrong Content-Length.'],
] as const;

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

const HTTP: readonly Check[] = [
  ifRange(
    'content.if-range.other',
    'if-range other',
    'If the ETag in `If-Range` is not the ETag of the clip, the server returns the whole clip (RFC 9110, 13.1.5).',
  ),
  ifRange('content.if-range.weak', 'if-range weak', '`If-Range` with a weak ETag never matches (RFC 9110, 13.1.5).'),
  ifRange(
    'content.if-range.unsatisfiable',
    'if-range other, beyond',
    'If `If-Range` lacks the ETag of the clip, the server returns the whole clip, even for a range beyond the end (RFC 9110, 13.2.2).',
  ),
  ifRange(
    'content.if-range.date',
    'if-range old date',
    'If the date in `If-Range` is not the date of the clip, the server returns the whole clip (RFC 9110, 13.1.5).',
  ),
  http('content.if-range.alone', '`If-Range` without `Range` has no effect (RFC 9110, 13.1.5).', (evidence) => {
    const answer = evidence.one('if-range alone');
    return answer.response.status === 200 ? pass(answer) : fail(answer, '200', describe(answer));
  }),
  http(
    'content.if-none-match.first',
    'A GET with a matching `If-None-Match` returns 304, even with `Range` (RFC 9110, 13.2.2).',
    (evidence) => {
      const [plain, part] = [evidence.maybe('if-none-match'), evidence.maybe('if-none-match part')];
      if (plain === undefined || part === undefined || plain.response.status !== 304)
        return notApplicable('If-None-Match with the ETag of the clip does not return 304.');
      return part.response.status === 304 ? pass(plain, part) : fail(part, '304', describe(part));
    },
  ),
  http('content.if-none-match.empty', 'A 304 has no body (RFC 9110, 15.4.5).', (evidence) => {
    const answer = evidence.maybe('if-none-match');
    if (answer?.response.status !== 304)
      return notApplicable('If-None-Match with the ETag of the clip does not return 304.');
    return answer.response.body.size === 0
      ? pass(answer)
      : fail(answer, 'no body', `${answer.response.body.size} bytes`);
  }),
  http(
    'content.etag.same-bytes',
    'If two responses have the same strong `ETag`, they have the same bytes (RFC 9110, 8.8.1).',
    (evidence) => {
      const [one, two] = [evidence.one('whole'), evidence.one('again')];
      const [first, second] = [header(one.response, 'etag'), header(two.response, 'etag')];
      if (first === undefined || first !== second || first.startsWith('W/'))
        return notApplicable('The two downloads do not have the same strong ETag.', one, two);
      const other = otherBytes(evidence.every.filter(isWholeClip));
      return other === undefined ? pass(one, two) : fail(other, 'the same bytes for the same ETag', 'different bytes');
    },
  ),
  http(
    'content.head.length',
    'The `Content-Length` of HEAD is the same as for GET, or absent (RFC 9110, 8.6).',
    (evidence) => {
      const [get, head] = [evidence.one('whole'), evidence.one('head')];
      if (head.response.status !== 200) return notApplicable(`HEAD returns ${head.response.status}.`, head);
      const length = header(head.response, 'content-length');
      return length === undefined || Number(length) === get.response.body.size
        ? pass(get, head)
        : fail(head, String(get.response.body.size), length);
    },
  ),
  http('content.head.range', 'HEAD ignores `Range` (RFC 9110, 14.2).', (evidence) => {
    const [head, part] = [evidence.one('head'), evidence.one('head part')];
    if (head.response.status !== part.response.status)
      return fail(part, String(head.response.status), String(part.response.status));
    const [whole, told] = [evidence.one('whole'), header(part.response, 'content-length')];
    const { size } = whole.response.body;
    return part.response.status !== 200 || told === undefined || Number(told) === size
      ? pass(head, part)
      : fail([whole, part], `Content-Length: ${size}, as without Range`, told);
  }),
  {
    ...http('content.head', 'If GET works for a URL, HEAD works too (RFC 9110, 9.1).', (evidence) => {
      const answers = [evidence.one('head'), evidence.one('head record')];
      return noneOf(
        answers.filter(({ response }) => response.status !== 200),
        answers,
        ['200', (other) => String(other.response.status)],
      );
    }),
    level: 'should',
  },
];

/** The descriptions of the observations, by id. */
const SHOWN: Readonly<Record<string, string>> = {
  'content.conditional.if-none-match': 'The status of a download with the ETag of the clip in `If-None-Match`.',
  'content.conditional.if-match': 'The status of a range request with the ETag of the clip in `If-Match`.',
  'content.conditional.if-match-other': 'The status of a range request with another ETag in `If-Match`.',
  'content.conditional.if-range-same': 'The status of a range request with the ETag of the clip in `If-Range`.',
  'content.conditional.if-modified-since': 'The status of a download with the date of the clip in `If-Modified-Since`.',
  'content.head.status': 'The status of a HEAD request for the content.',
  'get.head': 'The status of a HEAD request for the record.',
  'content.stable': 'Whether two downloads of a clip return the same bytes.',
  'content.compression': 'The `Content-Encoding` of a range request with `Accept-Encoding: gzip`.',
  'content.headers.etag': 'Whether a download has a strong `ETag`, a weak `ETag`, or no `ETag`.',
  'content.redirect': 'Whether the server redirects a download, and to which origin.',
  ...Object.fromEntries(
    ['accept-ranges', 'cache-control', 'content-disposition', 'vary'].map((name) => [
      `content.headers.${name}`,
      `The header \`${name}\` of a download.`,
    ]),
  ),
  ...Object.fromEntries(
    ['content-length', 'last-modified', 'repr-digest'].map((name) => [
      `content.headers.${name}`,
      `Whether a download has the header \`${name}\`.`,
    ]),
  ),
};

const OPEN: readonly Check[] = [
  ...['if-none-match', 'if-match', 'if-match other', 'if-range same', 'if-modified-since'].map((label) =>
    seen(
      `content.conditional.${label.replace(' ', '-')}`,
      'content.conditional',
      (evidence) => evidence.maybe(label)?.response.status.toString() ?? 'no validator to send',
    ),
  ),
  seen('content.head.status', 'content.head', (evidence) => String(evidence.one('head').response.status)),
  seen('get.head', 'get.head', (evidence) => String(evidence.one('head record').response.status)),
  seen('content.stable', 'content.stable', (evidence) =>
    evidence.one('whole').response.body.sha256 === evidence.one('again').response.body.sha256
      ? 'the same bytes'
      : 'other bytes',
  ),
  seen(
    'content.compression',
    'content.compression',
    (evidence) => header(evidence.one('gzip').response, 'content-encoding') ?? 'none',
  ),
  ...['accept-ranges', 'cache-control', 'content-disposition', 'vary'].map((name) =>
    seen(
      `content.headers.${name}`,
      'content.headers',
      // The id is replaced, because a value that names the clip would differ in each run.
      (evidence) => header(evidence.one('whole').response, name)?.replaceAll(UUID, '<id>') ?? 'absent',
    ),
  ),
  ...['content-length', 'last-modified', 'repr-digest'].map((name) =>
    seen(`content.headers.${name}`, 'content.headers', (evidence) =>
      header(evidence.one('whole').response, name) === undefined ? 'absent' : 'present',
    ),
  ),
  seen('content.headers.etag', 'content.headers', (evidence) => {
    const etag = header(evidence.one('whole').response, 'etag');
    return etag === undefined ? 'absent' : etag.startsWith('W/') ? 'weak' : 'strong';
  }),
  seen('content.redirect', 'content.redirect', (evidence) => {
    const hop = evidence.answers.find(
      ({ label, response }) => label === 'whole' && response.status >= 300 && response.status < 400,
    );
    return hop === undefined
      ? 'none'
      : `${hop.response.status} to ${placeOf(header(hop.response, 'location') ?? '', hop.request.url)}`;
  }),
];

export const CONDITIONAL_CHECKS: readonly Check[] = [...HTTP, ...OPEN];

function http(id: string, proves: string, rule: (evidence: Evidence) => Outcome): Check {
  const requirement = id.startsWith('content.head') ? 'content.head' : 'content.conditional';
  return defineCheck({
    id,
    requirement,
    authority: 'http',
    proves,
    failing: FAILING.find(([start]) => id.startsWith(start))?.[1] ?? '',
    from: [DOWNLOAD, CONDITIONAL],
    judge: rule,
  });
}

function ifRange(id: string, label: string, proves: string): Check {
  return http(id, proves, (evidence) => {
    const [plain, answer] = [evidence.one('plain part'), evidence.one(label)];
    if (plain.response.status !== 206)
      return notApplicable('The server does not return 206 for a range without a condition.', plain);
    return answer.response.status === 200 ? pass(answer) : fail(answer, '200 with the whole clip', describe(answer));
  });
}

function seen(id: string, requirement: Check['requirement'], say: (evidence: Evidence) => string): Check {
  return defineObservation({
    id,
    requirement,
    proves: SHOWN[id] ?? `The value of ${id.replace('content.', '')} of a download.`,
    from: [DOWNLOAD, CONDITIONAL],
    judge: (evidence) => observed(say(evidence), evidence.one('whole')),
  });
}

function placeOf(location: string, from: string): string {
  if (!URL.canParse(location, from)) return 'no address';
  return new URL(location, from).origin === new URL(from).origin ? 'the same origin' : 'another origin';
}
