/** Endpoints: content: dates, validators, digests and content codings, and whole clips in all responses. */

import { type Check, defineProbe } from '../../engine/define.ts';
import type { Answered, Evidence, ProbeFacts } from '../../engine/evidence.ts';
import { header, type HeaderLine } from '../../client/exchange.ts';
import { cases, type Expectation, ofAnswers, jointly } from '../lib/cases.ts';
import { DOWNLOAD, ofDownload } from '../lib/downloads.ts';
import { fail, notApplicable, type Outcome, pass, untestable } from '../../engine/outcome.ts';
import { pathOf } from '../lib/answers.ts';
import { createHash } from 'node:crypto';
import { byteDifferences } from '../../engine/difference.ts';
import { bytesIn } from '../../engine/probe-tools.ts';
import { contentRange } from './parts.ts';

/** The only valid form of a date in a response, IMF-fixdate: `Sun, 06 Nov 1994 08:49:37 GMT`. */
export const IMF_FIXDATE =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), (0[1-9]|[12]\d|3[01]) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} ([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60) GMT$/;
const ENTITY_TAG = /^(W\/)?"[!#-~\u0080-\u00ff]*"$/;

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
/** A valid Content-Disposition. Other alphabets need the parameter `filename*` with percent signs. */
const DISPOSITION = new RegExp(`^${TOKEN}(\\s*;(\\s*${TOKEN}\\s*=\\s*(${TOKEN}|"([^"\\\\]|\\\\.)*"))?)*\\s*$`);

/** The largest difference between two clocks. Storage may have its own clock, and a server may reuse a date. */
const CLOCKS_APART_MS = 60_000;

function form(name: 'last-modified' | 'etag' | 'content-disposition', pattern: RegExp, expected: string): Expectation {
  return ofAnswers(
    ({ response }) => header(response, name) !== undefined,
    ({ response }) => {
      const got = header(response, name) ?? '';
      return pattern.test(got) ? undefined : [expected, got, [{ at: name, expected, got }]];
    },
  );
}

function dateIn(response: Answered['response'], name: 'date' | 'last-modified'): number {
  return Date.parse(header(response, name) ?? '');
}

/** A second download. Each download may have other bytes, because the document does not promise the same bytes. */
const TWICE = defineProbe({
  id: 'content.twice',
  sends: 'A second download of a completed clip, without Range.',
  ...ofDownload(async (kit, { id, key }) => {
    await kit.content('twice', id, { key });
  }),
});

/** Compares every response 200 with the whole download from the same path. Storage elsewhere has other paths. */
function eachWhole({ every }: Evidence): Outcome {
  const clips = every.filter(isWholeClip);
  const wholes = new Map(
    clips.filter(({ label }) => label === 'whole').map((answer) => [pathOf(answer.request.url), answer]),
  );
  for (const answer of clips) {
    const whole = wholes.get(pathOf(answer.request.url));
    const [wanted, got] = [whole?.response.body, answer.response.body];
    if (whole !== undefined && wanted?.sha256 !== got.sha256)
      return fail([whole, answer], `the whole clip, ${wanted?.size} bytes`, `${got.size} bytes to "${answer.label}"`);
  }
  return clips.length === 0
    ? untestable('The clips come from other URLs than `output.url`.')
    : pass(...clips.slice(0, 3));
}

/** Returns whether a response is 200 with a whole clip and without a content coding. */
export function isWholeClip({ request, response }: Answered): boolean {
  const coding = header(response, 'content-encoding')?.trim().toLowerCase() ?? 'identity';
  const isContent = request.method === 'GET' && pathOf(request.url).endsWith('/content');
  return isContent && response.status === 200 && response.complete && coding === 'identity';
}

const WANTED: readonly HeaderLine[] = [
  ['Want-Repr-Digest', 'sha-256=10'],
  ['Want-Content-Digest', 'sha-256=10'],
  ['Want-Digest', 'sha-256'],
];
const PART: HeaderLine = ['Range', 'bytes=100-299'];
const END: HeaderLine = ['Range', 'bytes=-100'];
const PLAIN = ['digest', 'digest of part'] as const;
const GZIP: HeaderLine = ['Accept-Encoding', 'gzip, br, deflate'];

const DIGESTS = defineProbe({
  id: 'content.digests',
  sends:
    'The kit downloads a clip, a part of the clip, and the end of the clip. These requests have headers that request digests. Then the kit downloads the clip and the part with Accept-Encoding.',
  ...ofDownload(async (kit, { id, key }): Promise<ProbeFacts> => {
    const ask = (label: string, ...headers: HeaderLine[]): ReturnType<typeof kit.content> =>
      kit.content(label, id, { key, headers });
    const whole = await ask('digest', ...WANTED);
    const cut = await ask('digest of part', ...WANTED, PART);
    await ask('digest of end', ...WANTED, END);
    // The report keeps only SHA-256 digests, so the probe records the SHA-512 digests.
    const longer = { 'sha-512 of digest': sha512(bytesIn(whole)), 'sha-512 of digest of part': sha512(bytesIn(cut)) };
    const coded = await ask('coded', GZIP);
    const part = await ask('coded part', GZIP, PART);
    const sent = part.exchange.response === undefined ? undefined : contentRange(part.exchange.response);
    if (sent === undefined || codingOf(part.exchange.response) === undefined) return longer;
    const [first] = byteDifferences(bytesIn(coded).subarray(sent.start, sent.end + 1), bytesIn(part), sent.start);
    return { ...longer, 'coded part': first === undefined ? 'right' : `different bytes from ${first.at} on` };
  }),
});

const ABOUT = { from: [DOWNLOAD, DIGESTS], requirement: 'content.headers', authority: 'http' } as const;

export const EVERY_ANSWER_CHECKS: readonly Check[] = [
  ...cases(
    { from: [DOWNLOAD], passive: true, requirement: 'content.headers', authority: 'http' },
    {
      'http.last-modified.form': [
        'The value of `Last-Modified` has the form of an HTTP date (RFC 9110, 5.6.7 and 8.8.2).',
        'The server sends a date in ISO 8601, the seconds since 1970, or a local time.',
        form('last-modified', IMF_FIXDATE, 'a date such as Sun, 06 Nov 1994 08:49:37 GMT'),
      ],
      'http.etag.form': [
        'The value of `ETag` is in quotes. A weak ETag has `W/` before the quotes (RFC 9110, 8.8.3).',
        'The server sends a digest without quotes as the ETag.',
        form('etag', ENTITY_TAG, 'an ETag in quotes, such as "xyzzy" or W/"xyzzy"'),
      ],
      'http.content-disposition.form': [
        'The parameters of a `Content-Disposition` are tokens or quoted strings (RFC 6266, 4.1).',
        'The server does not quote a file name that contains spaces.',
        form('content-disposition', DISPOSITION, 'a type and parameters such as filename="a clip.mp4"'),
      ],

      'http.last-modified.past': [
        '`Last-Modified` is never later than the `Date` of the same response (RFC 9110, 8.8.2.1).',
        'The server sends the expiry time of a clip as `Last-Modified`, or uses different clocks for the two headers.',
        ofAnswers(
          ({ response }) => [dateIn(response, 'last-modified'), dateIn(response, 'date')].every(Number.isFinite),
          ({ response }) => {
            const isLater = dateIn(response, 'last-modified') > dateIn(response, 'date') + CLOCKS_APART_MS;
            const expected = `no date after ${header(response, 'date') ?? ''}`;
            return isLater ? [expected, header(response, 'last-modified') ?? ''] : undefined;
          },
        ),
      ],
      'http.content-encoding': [
        'If a request has `Accept-Encoding: identity`, the response has no Content-Encoding (RFC 9110, 12.5.3).',
        'The server compresses all responses, and ignores Accept-Encoding.',
        ofAnswers(
          ({ request }) => header(request, 'accept-encoding') === 'identity',
          ({ response }) => {
            const got = header(response, 'content-encoding') ?? 'identity';
            return /^identity$/i.test(got.trim()) ? undefined : ['no Content-Encoding', got];
          },
        ),
        { requirement: 'content.compression', level: 'should' },
      ],
    },
  ),
  ...cases([DOWNLOAD, TWICE], {
    'content.answer.video.whole': [
      'Every 200 contains the whole clip (RFC 9110, 15.3.1). A part alone is not a valid MP4.',
      'If a range is open or ends at the end of the clip, the server returns 200 with only the part.',
      (evidence) => {
        const [first, second] = [evidence.one('whole'), evidence.one('twice')];
        if (first.response.body.sha256 !== second.response.body.sha256)
          return notApplicable('Two downloads of the clip returned different bytes.', first, second);
        return eachWhole(evidence);
      },
      { defect: 'ranges' },
    ],
  }),
  ...cases(ABOUT, {
    'content.digest': [
      'The value of `Content-Digest` is the digest of the bytes in the response. The rule also applies to a part (RFC 9530, 2).',
      'The server sends the digest of the whole clip with a part.',
      (evidence) =>
        digests(evidence, ['content-digest'], {
          'sha-256': ({ response }) => response.body.sha256,
          'sha-512': ({ label }) => evidence.fact(`sha-512 of ${label}`)?.toString(),
        }),
    ],
    'content.digest.representation': [
      'The value of `Repr-Digest` or `Digest` is the digest of the whole clip. The rule also applies to a part (RFC 9530, 3; RFC 3230, 4.3.2).',
      'The server sends the digest of the part instead.',
      (evidence) =>
        digests(evidence, ['repr-digest', 'digest'], {
          'sha-256': () => evidence.one('whole').response.body.sha256,
          'sha-512': ({ label }) =>
            PLAIN.some((plain) => plain === label) ? evidence.fact('sha-512 of digest')?.toString() : undefined,
        }),
    ],
    'content.digest.every': [
      'If a response of the run contains a SHA-256 digest, the digest is correct (RFC 9530, 2 and 3).',
      'The server sends wrong digests with the clips of one workflow, or with error responses.',
      ofEveryAnswer,
      { from: [DOWNLOAD], passive: true },
    ],
    'content.coded.tag': [
      'If a response has a Content-Encoding, its ETag differs from the ETag of the response without Content-Encoding (RFC 9110, 8.8.3.3).',
      'A proxy in front of the server compresses the response but keeps the ETag. So clients join compressed and uncompressed parts.',
      jointly(['whole', 'coded'], ([plain, coded]) => {
        if (codingOf(coded.response) === undefined)
          return notApplicable('The response has no Content-Encoding.', coded);
        const [tag, other] = [plain, coded].map(({ response }) => header(response, 'etag'));
        return other === undefined || other.startsWith('W/') || other !== tag
          ? undefined
          : [`an ETag other than ${tag ?? ''}`, other];
      }),
    ],
    'content.coded.part': [
      'If a part has a Content-Encoding, it is a part of the encoded bytes (RFC 9110, 8.4 and 14.1.2).',
      'The server encodes the part, instead of sending a part of the encoded clip. Or the server sends a Content-Encoding with bytes that are not encoded.',
      jointly(['coded part'], ([answer], evidence) => {
        const fact = evidence.fact('coded part');
        if (fact === undefined) return notApplicable('No part has a Content-Encoding.', answer);
        return fact === 'right' ? undefined : ['a part of the encoded clip', String(fact)];
      }),
    ],
  }),
];

/** Returns the content coding of a response, or undefined for a response without a coding. */
export function codingOf(response: Answered['response'] | undefined): string | undefined {
  const coding = response === undefined ? undefined : header(response, 'content-encoding')?.trim().toLowerCase();
  return coding === undefined || coding === 'identity' ? undefined : coding;
}

/** Returns whether a response is a clip or a part that arrived whole and without a content coding. */
function isPlain({ response }: Answered): boolean {
  return [200, 206].includes(response.status) && response.complete && codingOf(response) === undefined;
}

type Algorithm = 'sha-256' | 'sha-512';

/** Compares each digest in these headers, by each algorithm, with the correct digest. */
function digests(
  evidence: Evidence,
  names: readonly string[],
  wanted: Readonly<Record<Algorithm, (answer: Answered) => string | undefined>>,
): Outcome {
  const seen = evidence.answers.filter(isPlain).flatMap((answer) =>
    names.flatMap((name) =>
      (['sha-256', 'sha-512'] as const).flatMap((algorithm) => {
        const got = digestIn(header(answer.response, name) ?? '', algorithm);
        const hex = wanted[algorithm](answer);
        return got === undefined || hex === undefined ? [] : [{ answer, name, algorithm, got, hex }];
      }),
    ),
  );
  if (seen.length === 0) return notApplicable('No response has a SHA-256 or SHA-512 digest.');
  const wrong = seen.find(({ got, hex }) => Buffer.from(got, 'base64').toString('hex') !== hex);
  return wrong === undefined
    ? pass(...seen.map(({ answer }) => answer))
    : fail(
        wrong.answer,
        `${wrong.name}: ${wrong.algorithm}=${Buffer.from(wrong.hex, 'hex').toString('base64')}`,
        wrong.got,
      );
}

/** Judges the digests of every response. The Repr-Digest of a part is not judged, because the clip is unknown here. */
function ofEveryAnswer({ every }: Evidence): Outcome {
  const seen = every.filter(isBare).flatMap((answer) => {
    const names = answer.response.status === 206 ? ['content-digest'] : ['content-digest', 'repr-digest', 'digest'];
    const sent = names.map((name) => [name, digestIn(header(answer.response, name) ?? '', 'sha-256')] as const);
    return sent.flatMap(([name, got]) => (got === undefined ? [] : [{ answer, name, got }]));
  });
  const wrong = seen.find(
    ({ answer, got }) => Buffer.from(got, 'base64').toString('hex') !== answer.response.body.sha256,
  );
  if (wrong !== undefined)
    return fail(wrong.answer, `${wrong.name}: the SHA-256 of the ${wrong.answer.response.body.size} bytes`, wrong.got);
  return seen.length === 0
    ? notApplicable('No response has a SHA-256 digest.')
    : pass(...seen.slice(0, 3).map(({ answer }) => answer));
}

/** Returns whether the bytes of a response arrived whole and without a content coding. */
function isBare({ request, response }: Answered): boolean {
  const isEmpty = response.body.size === 0 || request.method === 'HEAD';
  return response.complete && !isEmpty && codingOf(response) === undefined;
}

/** Returns a digest of a header: between colons, or without colons as in the older header. Its length may be wrong. */
function digestIn(line: string, algorithm: Algorithm): string | undefined {
  if (line === '') return undefined;
  return new RegExp(`(?:^|[,\\s])${algorithm}=(?::([^:]*):|([A-Za-z0-9+/]+={0,2}))`, 'i').exec(line)?.slice(1).join('');
}

function sha512(bytes: Buffer): string {
  return createHash('sha512').update(bytes).digest('hex');
}
