/** The requirements on errors beyond their envelope: the named code, retries, and internal details. */

import { clientMust, clientShould, silent } from './requirement.ts';

export const ERROR_RULES = {
  'errors.invalid-request':
    'The server rejects an invalid create with a status from 400 to 499 and with the error envelope.',
  'errors.insufficient-credits.status': 'A create that costs more than the remaining credits returns 402.',
  'errors.insufficient-credits.code': 'The code of an error for insufficient credits is `insufficient_credits`.',
  'errors.nothing-internal':
    'Error responses and failed records do not reveal the internal systems or the providers of the service.',
  'errors.failed-generation':
    'A failed generation shows its failure in its record. The poll itself does not return an error.',
  'errors.retry': clientShould('A client retries after 429 and 503, with pauses that grow exponentially.'),
  'errors.no-retry': clientMust('After a 4xx status other than 429, a client does not retry a request automatically.'),
  'errors.codes': silent(
    'Which codes exist in addition to `insufficient_credits`, and which status and code does each invalid request get?',
    'The emulator uses the codes and statuses in the catalog of errors. The profile `documented` uses an unlisted status only if HTTP itself defines the status for the case. The profile `ietf` also uses 409, 415 and 422, if an RFC or a draft defines the status for the case. The setting `errors` can change the status and the code of each of these errors.',
    ['errors', 'profile'],
  ),
  'errors.failure-codes': silent(
    'With which codes can a generation fail?',
    'A generation can fail with the codes in the table of failures.',
  ),
  'errors.precedence': silent(
    'If a request has several errors, which error does the response report?',
    'The response reports the error of the first failing check. The order is: route and method, authentication, rate limit, Content-Type, size, JSON syntax, Idempotency-Key, fields, workflow rules, source videos, credits.',
  ),
  'errors.precedence.fields': silent(
    'If several fields are wrong, which code does the response report?',
    'The code of the first wrong field in the order of the request table. Unknown fields come last.',
  ),
  'errors.protocol': silent(
    'Which statuses do unknown paths, unknown methods, crashes and overload get? For these errors, the document promises only the error envelope.',
    'They are 404, 405 (with `Allow`), 500 and 503 (with `Retry-After`), each with the error envelope.',
    ['errors', 'head'],
  ),
};
