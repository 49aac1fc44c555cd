/** The requirements on errors beyond their envelope: the named code, retries, and internal details. */

import type { Entry } from './requirement.ts';

export const ERROR_RULES = [
  {
    id: 'errors.invalid-request',
    level: 'must',
    also: ['create'],
    text: 'The server rejects an invalid create with a status from 400 to 499 and with the error envelope.',
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
    text: 'Error responses and failed records do not reveal the internal systems or the providers of the service.',
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
    text: 'Which codes exist in addition to `insufficient_credits`, and which status and code does each invalid request get?',
    default:
      'The emulator uses the codes and statuses in the catalog of errors. The profile `documented` uses an unlisted status only if HTTP itself defines the status for the case. The profile `ietf` also uses 409, 415 and 422, if an RFC or a draft defines the status for the case. The setting `errors` can change the status and the code of each of these errors.',
  },
  {
    id: 'errors.failure-codes',
    level: 'silent',
    text: 'With which codes can a generation fail?',
    default: 'A generation can fail with the codes in the table of failures.',
  },
  {
    id: 'errors.precedence',
    level: 'silent',
    text: 'If a request has several errors, which error does the response report?',
    default:
      'The response reports the error of the first failing check. The order is: route and method, authentication, rate limit, Content-Type, size, JSON syntax, Idempotency-Key, fields, workflow rules, source videos, credits.',
  },
  {
    id: 'errors.precedence.fields',
    level: 'silent',
    text: 'If several fields are wrong, which code does the response report?',
    default: 'The code of the first wrong field in the order of the request table. Unknown fields come last.',
  },
  {
    id: 'errors.protocol',
    level: 'silent',
    text: 'Which statuses do unknown paths, unknown methods, crashes and overload get? For these errors, the document promises only the error envelope.',
    default: 'They are 404, 405 (with `Allow`), 500 and 503 (with `Retry-After`), each with the error envelope.',
    settings: ['errors', 'head'],
  },
] as const satisfies readonly Entry[];
