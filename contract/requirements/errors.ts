/** Errors beyond their envelope: the one code that is named, what clients do, what must not get out. */

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
    text: 'A create that costs more than the remaining credits answers 402.',
  },
  {
    id: 'errors.insufficient-credits.code',
    level: 'must',
    text: 'The code of that answer is `insufficient_credits`.',
  },
  {
    id: 'errors.nothing-internal',
    level: 'must',
    text: 'No error tells anything of the machinery or the providers behind the service, in an answer or in a failed record.',
  },
  {
    id: 'errors.failed-generation',
    level: 'must',
    text: 'A failed generation shows its failure in its record. The poll is not answered with an error.',
  },
  {
    id: 'errors.retry',
    level: 'should',
    binds: 'client',
    text: 'A client tries again after 429 and 503, with pauses that grow exponentially.',
  },
  {
    id: 'errors.no-retry',
    level: 'must',
    binds: 'client',
    text: 'A client does not repeat a request by itself after any other 4xx.',
  },
  {
    id: 'errors.codes',
    level: 'silent',
    settings: ['errors', 'profile'],
    text: 'The codes other than `insufficient_credits`, and the status and code of each invalid request.',
    default:
      'Those of the catalog of errors. The profile `documented` keeps to the listed statuses wherever HTTP itself has no other for the case; the profile `ietf` uses 409, 415 and 422 where an RFC or a draft would. The setting `errors` gives any of them a status and a code of its own.',
  },
  {
    id: 'errors.failure-codes',
    level: 'silent',
    text: 'With which codes a generation fails.',
    default: 'Those of the table of failures.',
  },
  {
    id: 'errors.precedence',
    level: 'silent',
    text: 'Which error is answered if several apply.',
    default:
      'The first in this order: route and method, authentication, rate limit, Content-Type, size, JSON syntax, Idempotency-Key, fields, rules of the workflow, source videos, credits.',
  },
  {
    id: 'errors.precedence.fields',
    level: 'silent',
    text: 'Which code is answered if several fields are wrong.',
    default: "That of the first field in the order of the request's table; an unknown field comes last.",
  },
  {
    id: 'errors.protocol',
    level: 'silent',
    text: 'With which status unknown paths and methods, crashes and overload are answered; the envelope of these errors is promised.',
    default: '404, 405 (with `Allow`), 500 and 503 (with `Retry-After`), in the envelope like every error.',
    settings: ['errors', 'head'],
  },
] as const satisfies readonly Entry[];
