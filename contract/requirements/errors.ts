/** The requirements on errors beyond their envelope: the named code, retries, and internal details. */

import type { Entry } from './requirement.ts';

export const ERROR_RULES = [
  {
    id: 'errors.invalid-request',
    level: 'must',
    also: ['create'],
    text: 'An invalid create is refused with a status from 400 to 499 and the envelope.',
  },
  {
    id: 'errors.insufficient-credits.status',
    level: 'must',
    also: ['create'],
    text: 'A create that costs more than the remaining credits returns 402.',
  },
  {
    id: 'errors.insufficient-credits.code',
    level: 'must',
    text: 'The code of an error for insufficient credits is `insufficient_credits`.',
  },
  {
    id: 'errors.nothing-internal',
    level: 'must',
    text: 'No error response and no failed record reveals the machinery or the providers behind the service.',
  },
  {
    id: 'errors.failed-generation',
    level: 'must',
    text: 'A failed generation shows its failure in its record. The poll itself does not return an error.',
  },
  {
    id: 'errors.retry',
    level: 'should',
    binds: 'client',
    text: 'A client retries after 429 and 503, with pauses that grow exponentially.',
  },
  {
    id: 'errors.no-retry',
    level: 'must',
    binds: 'client',
    text: 'After a 4xx status other than 429, a client does not retry a request automatically.',
  },
  {
    id: 'errors.codes',
    level: 'silent',
    settings: ['errors', 'profile'],
    text: 'The codes other than `insufficient_credits`, and the status and code of each invalid request.',
    default:
      'The codes and statuses in the catalog of errors. The profile `documented` uses an unlisted status only if HTTP itself defines it for the case. The profile `ietf` also uses 409, 415 and 422, if an RFC or a draft does. The setting `errors` can give any of these errors its own status and code.',
  },
  {
    id: 'errors.failure-codes',
    level: 'silent',
    text: 'The codes with which a generation can fail.',
    default: 'The codes in the table of failures.',
  },
  {
    id: 'errors.precedence',
    level: 'silent',
    text: 'Which error the response reports if several apply.',
    default:
      'The first failing check in this order: route and method, authentication, rate limit, Content-Type, size, JSON syntax, Idempotency-Key, fields, workflow rules, source videos, credits.',
  },
  {
    id: 'errors.precedence.fields',
    level: 'silent',
    text: 'Which code the response reports if several fields are wrong.',
    default: 'The code of the first wrong field in the order of the request table; unknown fields come last.',
  },
  {
    id: 'errors.protocol',
    level: 'silent',
    text: 'The statuses for unknown paths and methods, crashes and overload; the document promises the envelope of these errors.',
    default: '404, 405 (with `Allow`), 500 and 503 (with `Retry-After`), each in the error envelope.',
    settings: ['errors', 'head'],
  },
] as const satisfies readonly Entry[];
