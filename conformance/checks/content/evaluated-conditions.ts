/**
 * Endpoints: content, under conditions that do not hold. Whoever sends a validator has to evaluate the conditions that
 * name it: RFC 9110, 13.1.1 and 13.1.2 say MUST, 13.1.3 says SHOULD.
 */

import { defineCheck, type Check } from '../../engine/define.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import { fail, notApplicable, pass, type Outcome } from '../../engine/outcome.ts';
import { header } from '../../client/exchange.ts';
import { DOWNLOAD } from '../lib/downloads.ts';
import { describe } from '../lib/rules.ts';
import { CONDITIONS, NO_TAG } from './conditions.ts';

export const EVALUATED_CONDITION_CHECKS: readonly Check[] = [
  evaluated('content.if-none-match.evaluated', {
    proves:
      'If a download has the current ETag of the clip in If-None-Match, the server returns 304, not the clip (RFC 9110, 13.1.2 and 13.2.1).',
    failing:
      'The server sends an ETag, but ignores ETags in requests. So a client repeats the download of a clip that it already has.',
    judge: (evidence) => notSent(evidence, 'none own', { validator: 'etag', status: 304, isSame: true }),
  }),
  evaluated('content.if-match.evaluated', {
    proves:
      'If If-Match does not have the ETag of the clip, the server returns 412, not the clip or a part (RFC 9110, 13.1.1 and 13.2.1).',
    failing: 'The server sends an ETag, but ignores ETags in requests. So a client joins parts of different clips.',
    judge: (evidence) => notSent(evidence, 'match other', { validator: 'etag', status: 412, isSame: false }),
  }),
  {
    ...evaluated('content.if-modified-since.evaluated', {
      proves:
        'If a download has the date of the clip in If-Modified-Since, the server returns 304, not the clip (RFC 9110, 13.1.3).',
      failing: 'The server sends Last-Modified, but ignores dates in requests.',
      judge: (evidence) => notSent(evidence, 'modified own', { validator: 'last-modified', status: 304, isSame: true }),
    }),
    level: 'should',
  },
  {
    ...evaluated('content.if-unmodified-since.evaluated', {
      proves:
        'If the clip is newer than the date in If-Unmodified-Since, the server does not send the clip (RFC 9110, 13.1.4).',
      failing: 'The server sends Last-Modified and evaluates ETags in requests, but ignores dates in requests.',
      judge: (evidence) =>
        notSent(evidence, 'unmodified old', { validator: 'last-modified', status: 412, isSame: false }),
    }),
    // The tag is the better one of the two: with it a client has what it needs.
    level: 'should',
  },
];

function evaluated(id: string, about: Pick<Check, 'proves' | 'failing' | 'judge'>): Check {
  return defineCheck({
    ...about,
    id,
    requirement: 'content.conditional',
    authority: 'http',
    from: [DOWNLOAD, CONDITIONS],
  });
}

interface Condition {
  readonly validator: 'etag' | 'last-modified';
  /** What it is answered with by who evaluates it. */
  readonly status: number;
  /** Whether the condition is on the validator of the clip, or on another one. */
  readonly isSame: boolean;
}

/** The answer itself shows what was to be compared: the validator that it carries. */
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
  // RFC 9110, 13.1.1 and 13.1.4: who stands in between may leave these conditions to the server behind it.
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

/** A weak tag and a strong one name the same by weak comparison, which is that of If-None-Match. */
function strong(validator: string): string {
  return validator.replace(/^W\//, '');
}
