/** The requirements on limits that do not belong to one field. */

import type { Entry } from './requirement.ts';

export const LIMIT_RULES = [
  {
    id: 'limits.rate.status',
    level: 'must',
    also: ['create', 'errors'],
    text: 'A client that sends too many requests gets 429 with the error envelope.',
  },
  {
    id: 'limits.rate.values',
    level: 'silent',
    settings: ['limits'],
    text: 'How many requests an account may send.',
    default:
      'Any number. With `realistic`, an account may send 30 creates per minute in bursts of 10, 300 gets in bursts of 60, and 60 downloads.',
  },
  {
    id: 'limits.concurrency',
    level: 'silent',
    settings: ['limits'],
    text: 'How many generations an account may have at a time.',
    default:
      'Any number. With `realistic`, an account runs 5 generations at a time. Other generations wait as pending, and a create beyond 50 live generations gets 429.',
  },
  {
    id: 'limits.retry-after',
    level: 'silent',
    text: 'Whether responses with 429 and 503 say how long to wait.',
    default:
      'Yes: both always have `Retry-After`, in whole seconds. If a rate limit applies, responses also have the draft headers `RateLimit-Policy` and `RateLimit`.',
  },
] as const satisfies readonly Entry[];
