/** Limits that belong to no field. Those of a field stand with the field. */

import type { Entry } from './requirement.ts';

export const LIMIT_RULES = [
  {
    id: 'limits.rate.status',
    level: 'must',
    also: ['create', 'errors'],
    text: 'Who sends too many requests gets 429, with the envelope.',
  },
  {
    id: 'limits.rate.values',
    level: 'silent',
    settings: ['limits'],
    text: 'How many requests are too many.',
    default:
      'It is unlimited. With `realistic` an account may send 30 creates a minute in bursts of 10, 300 gets in bursts of 60, and 60 downloads.',
  },
  {
    id: 'limits.concurrency',
    level: 'silent',
    settings: ['limits'],
    text: 'How many generations an account may have at a time.',
    default:
      'It is unlimited. With `realistic` 5 of an account run, others wait as pending, and a create beyond 50 live ones gets 429.',
  },
  {
    id: 'limits.retry-after',
    level: 'silent',
    text: 'Whether 429 and 503 tell how long to wait.',
    default:
      'Always: `Retry-After`, in whole seconds. A limited answer also has the draft headers `RateLimit-Policy` and `RateLimit`.',
  },
] as const satisfies readonly Entry[];
