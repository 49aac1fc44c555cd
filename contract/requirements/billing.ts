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
    text: 'What is the price of a second for each resolution and mode?',
    default: 'The emulator uses the prices in the table of prices.',
  },
  {
    id: 'billing.proportional',
    level: 'silent',
    text: 'Do twice as many seconds cost twice as much?',
    default: 'Yes: the cost is the price per second times the billed seconds, without a base fee and without rounding.',
  },
  {
    id: 'billing.audio',
    level: 'silent',
    text: 'Does sound cost extra?',
    default: 'No: sound does not cost extra.',
  },
  {
    id: 'billing.edit-seconds',
    level: 'silent',
    text: 'Which output seconds of an edit does the service bill?',
    default:
      'The service bills the seconds of the output. The output is as long as the first source video. `duration_seconds` is checked but not billed.',
  },
  {
    id: 'billing.capture',
    level: 'silent',
    text: 'How does a completed generation change its reservation?',
    default:
      'The service captures the whole reservation. The balance, the reservations and the captures always add up to the granted credits.',
  },
] as const satisfies readonly Entry[];
