/** The requirements on the cost of a generation and its charge. `service.ts` has reservation and refund. */

import type { Entry } from './requirement.ts';

export const BILLING = [
  {
    id: 'billing.source-seconds',
    level: 'must',
    also: ['service'],
    text: 'If a request has source videos, the service bills exactly the input seconds plus the output seconds.',
  },
  {
    id: 'billing.markup',
    level: 'must',
    binds: 'operator',
    also: ['service'],
    text: "Prices are final: they include the service's own margin.",
  },
  {
    id: 'billing.prices',
    level: 'silent',
    settings: ['prices'],
    text: 'The price of a second, by resolution and mode.',
    default: 'The prices in the table of prices.',
  },
  {
    id: 'billing.proportional',
    level: 'silent',
    text: 'Whether twice the seconds cost twice as much.',
    default: 'Yes: the cost is the price per second times the billed seconds, without a base fee and without rounding.',
  },
  {
    id: 'billing.audio',
    level: 'silent',
    text: 'Whether sound costs extra.',
    default: 'It does not.',
  },
  {
    id: 'billing.edit-seconds',
    level: 'silent',
    text: 'Which output seconds of an edit are billed.',
    default:
      'The seconds of the output, which is as long as the first source video; `duration_seconds` is checked but not billed.',
  },
  {
    id: 'billing.capture',
    level: 'silent',
    text: 'How a completed generation changes its reservation.',
    default:
      'The reservation is captured in full: balance, reservations and captures always add up to the granted credits.',
  },
] as const satisfies readonly Entry[];
