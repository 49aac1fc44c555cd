/** Endpoints: content: dates, validators, digests and content codings, and whole clips in all responses. */

import { type Check, defineProbe } from '../../engine/define.ts';
import type { Answered, Evidence, ProbeFacts } from '../../engine/evidence.ts';
import { header, type HeaderLine } from '../../client/exchange.ts';
import { cases, type Expectation, ofAnswers, jointly } from '../lib/cases.ts';
import { codingOf, DOWNLOAD, isWholeClip, ofDownload } from '../lib/downloads.ts';
import { fail, notApplicable, type Outcome, pass, untestable } from '../../engine/outcome.ts';
import { pathOf } from '../lib/answers.ts';
import { createHash } from 'node:crypto';
import { bytesIn } from '../../engine/probe-tools.ts';
import { CONDITIONS } from './condition-requests.ts';
import { bytesJudged, bytesSeen, contentRange } from './parts.ts';

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

/** Compares every response 200 with the whole download from the same path. Storage elsewhere has other paths. */
function eachWhole({ every }: Evidence): Outcome {
  const clips = every.filter(isWholeClip);
  const wholes = clips.filter(({ label }) => label === 'whole');
  const byPath = new Map(wholes.map((answer) => [pathOf(answer.request.url), answer]));
  for (const answer of clips) {
    const { size, sha256 } = answer.response.body;
    const whole = byPath.get(pathOf(answer.request.url));
    const wanted = whole?.response.body ?? { sha256, size };
    if (whole !== undefined && wanted.sha256 !== sha256)
      return fail([whole, answer], `the whole clip, ${wanted.size} bytes`, `${size} bytes to "${answer.label}"`);
  }
  return clips.length === 0
    ? untestable('The clips come from other URLs than `output.url`.')
    : pass(...clips.slice(0, 3));
}

const WANTED: readonly HeaderLine[] = [
  ['Want-Repr-Digest', 'sha-256=10'],
  ['Want-Content-Digest', 'sha-256=10'],
  ['Want-Digest', 'sha-256'],
];
const PART: HeaderLine = ['Range', 'bytes=100-299'];
const END: HeaderLine = ['Range', 'bytes=-100'];
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
    const { response } = part.exchange;
    if (contentRange(response) === undefined || codingOf(response) === undefined) return longer;
    return { ...longer, 'coded part': bytesSeen(bytesIn(coded), part) };
  }),
});

const ABOUT = { from: [DOWNLOAD, DIGESTS], requirement: 'content.headers', authority: 'http' } as const;

const OF_HEADERS = { from: [DOWNLOAD], passive: true, requirement: 'content.headers', authority: 'http' } as const;

export const EVERY_ANSWER_CHECKS: readonly Check[] = [
  ...cases(OF_HEADERS, {
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
  }),
  ...cases([DOWNLOAD, CONDITIONS], {
    'content.answer.video.whole': [
      'Every 200 contains the whole clip (RFC 9110, 15.3.1). A part alone is not a valid MP4.',
      'If a range is open or ends at the end of the clip, the server returns 200 with only the part.',
      (evidence) => {
        const [first, second] = [evidence.one('whole'), evidence.one('again')];
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
      ({ answers, fact }) =>
        digests(answers.filter(isPlain), ['content-digest'], ({ label, response }, algorithm) =>
          algorithm === 'sha-256' ? response.body.sha256 : fact(`sha-512 of ${label}`),
        ),
    ],
    'content.digest.representation': [
      'The value of `Repr-Digest` or `Digest` is the digest of the whole clip. The rule also applies to a part (RFC 9530, 3; RFC 3230, 4.3.2).',
      'The server sends the digest of the part instead.',
      ({ answers, fact, one }) =>
        digests(answers.filter(isPlain), ['repr-digest', 'digest'], ({ label }, algorithm) => {
          if (algorithm === 'sha-256') return one('whole').response.body.sha256;
          return label === 'digest' || label === 'digest of part' ? fact('sha-512 of digest') : undefined;
        }),
    ],
    'content.digest.every': [
      'If a response of the run contains a SHA-256 digest, the digest is correct (RFC 9530, 2 and 3).',
      'The server sends wrong digests with the clips of one workflow, or with error responses.',
      // The Repr-Digest of a part is not judged, because the clip is unknown here.
      ({ every }) =>
        digests(every.filter(isBare), ['content-digest', 'repr-digest', 'digest'], ({ response }, algorithm, name) =>
          algorithm === 'sha-512' || (response.status === 206 && name !== 'content-digest')
            ? undefined
            : response.body.sha256,
        ),
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
        return bytesJudged([answer], String(fact), 'a part of the encoded clip');
      }),
    ],
  }),
];

/** Returns whether a response is a clip or a part that arrived whole and without a content coding. */
function isPlain({ response }: Answered): boolean {
  return [200, 206].includes(response.status) && response.complete && codingOf(response) === undefined;
}

const ALGORITHMS = ['sha-256', 'sha-512'] as const;
type Algorithm = (typeof ALGORITHMS)[number];

/** Compares each digest in these headers with the correct digest in hexadecimal digits, if the kit knows it. */
function digests(
  answers: readonly Answered[],
  names: readonly string[],
  wanted: (answer: Answered, algorithm: Algorithm, name: string) => ReturnType<Evidence['fact']>,
): Outcome {
  const all = answers.flatMap((answer) =>
    names.flatMap((name) => ALGORITHMS.map((algorithm) => ({ answer, name, algorithm }))),
  );
  const seen = all.flatMap((one) => {
    const got = digestIn(header(one.answer.response, one.name) ?? '', one.algorithm);
    const hex = got === undefined ? undefined : wanted(one.answer, one.algorithm, one.name);
    return got === undefined || hex === undefined ? [] : [{ ...one, got, hex: String(hex) }];
  });
  if (seen.length === 0) return notApplicable('No response has a SHA-256 or SHA-512 digest.');
  const wrong = seen.find(({ got, hex }) => Buffer.from(got, 'base64').toString('hex') !== hex);
  if (wrong === undefined) return pass(...seen.map(({ answer }) => answer));
  const right = Buffer.from(wrong.hex, 'hex').toString('base64');
  return fail(wrong.answer, `${wrong.name}: ${wrong.algorithm}=${right}`, wrong.got);
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
