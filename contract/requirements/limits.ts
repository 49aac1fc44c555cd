/** The requirements on limits that do not belong to one field. */

import { must, silent } from './requirement.ts';

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
