/** Endpoints: content: the form of dates and validators in all responses, and content codings without a request. */

import type { Check } from '../../engine/define.ts';
import type { Answered } from '../../engine/evidence.ts';
import { header } from '../../client/exchange.ts';
import { ofAnswers } from '../lib/any-answer.ts';
import { cases, type Expectation } from '../lib/cases.ts';
import { DOWNLOAD } from '../lib/downloads.ts';

/** The only valid form of a date in a response, IMF-fixdate: `Sun, 06 Nov 1994 08:49:37 GMT`. */
export const IMF_FIXDATE =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), (0[1-9]|[12]\d|3[01]) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} ([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60) GMT$/;
const ENTITY_TAG = /^(W\/)?"[!#-~\u0080-\u00ff]*"$/;

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
/** A valid Content-Disposition. Other alphabets need the parameter `filename*` with percent signs. */
const DISPOSITION = new RegExp(`^${TOKEN}(\\s*;(\\s*${TOKEN}\\s*=\\s*(${TOKEN}|"([^"\\\\]|\\\\.)*"))?)*\\s*$`);

/** The largest difference between two clocks. Storage may have its own clock, and a server may reuse a date. */
const CLOCKS_APART_MS = 60_000;

export const VALIDATOR_CHECKS: readonly Check[] = cases(
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
          return isLater ? { expected, got: header(response, 'last-modified') ?? '' } : undefined;
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
          return /^identity$/i.test(got.trim()) ? undefined : { expected: 'no Content-Encoding', got };
        },
      ),
      { requirement: 'content.compression', level: 'should' },
    ],
  },
);

function form(name: 'last-modified' | 'etag' | 'content-disposition', pattern: RegExp, expected: string): Expectation {
  return ofAnswers(
    ({ response }) => header(response, name) !== undefined,
    ({ response }) => {
      const got = header(response, name) ?? '';
      return pattern.test(got) ? undefined : { expected, got, differences: [{ at: name, expected, got }] };
    },
  );
}

function dateIn(response: Answered['response'], name: 'date' | 'last-modified'): number {
  return Date.parse(header(response, name) ?? '');
}
