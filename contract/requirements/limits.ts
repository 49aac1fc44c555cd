/** The requirements on limits that do not belong to one field, on billing, and on versions of the API. */

import { must, operatorMust, silent } from './requirement.ts';

export const LIMIT_RULES = {
  'limits.rate.status': must('A client that sends too many requests gets 429 with the error envelope.', [
    'create',
    'errors',
  ]),
  'limits.rate.values': silent(
    'How many requests may an account send?',
    'An account may send any number of requests. With the value `realistic`, the limits for one minute are 30 creates in bursts of 10, 300 gets in bursts of 60, and 60 downloads.',
    ['limits'],
  ),
  'limits.concurrency': silent(
    'How many generations may an account have at a time?',
    'An account may have any number of generations. With the value `realistic`, an account runs 5 generations at a time, and other generations stay pending. If an account has 50 live generations, another create gets 429.',
    ['limits'],
  ),
  'limits.retry-after': silent(
    'Do responses with 429 and 503 tell the client how long to wait?',
    'Yes: responses with 429 and 503 always have `Retry-After`, in whole seconds. If a rate limit applies, responses also have the draft headers `RateLimit-Policy` and `RateLimit`.',
  ),
};

/** The cost of a generation and its charge. `service.ts` has reservation and refund. */
export const BILLING = {
  'billing.source-seconds': must(
    'If a request has source videos, the service bills exactly the input seconds plus the output seconds.',
    ['service'],
  ),
  'billing.markup': operatorMust("Prices are final: they include the service's own margin.", ['service']),
  'billing.prices': silent(
    'What is the price of a second for each resolution and mode?',
    'The emulator uses the prices in the table of prices.',
    ['prices'],
  ),
  'billing.proportional': silent(
    'Do twice as many seconds cost twice as much?',
    'Yes: the cost is the price per second times the billed seconds, without a base fee and without rounding.',
  ),
  'billing.audio': silent('Does sound cost extra?', 'No: sound does not cost extra.'),
  'billing.edit-seconds': silent(
    'Which output seconds of an edit does the service bill?',
    'The service bills the seconds of the output. The output is as long as the first source video. `duration_seconds` is checked but not billed.',
  ),
  'billing.capture': silent(
    'How does a completed generation change its reservation?',
    'The service captures the whole reservation. The balance, the reservations and the captures always add up to the granted credits.',
  ),
};

export const VERSIONING = {
  'versioning.path': must('All paths begin with `/v1` after the base URL.', ['create', 'get', 'content']),
  'versioning.openapi': operatorMust(
    'An OpenAPI 3.1 document describes the interface. The version of this document is 1.0.0.',
  ),
  'versioning.openapi.place': silent(
    'What is the URL of the OpenAPI description?',
    'The package exports the description as `standin/openapi.json`.',
  ),
  'versioning.policy': silent(
    'Which changes are allowed within `/v1`, and how long is `/v1` supported?',
    'Standin follows the current API document. Ids of requirements and the codes of errors are permanent.',
  ),
  'versioning.base-path': silent(
    'May a base URL have a path, and to which URL is `output.url` then relative?',
    'With the setting `basePath`, a base URL may have a path. `output.url` does not change, so a client appends it to the base URL, including the path.',
    ['basePath'],
  ),
};
