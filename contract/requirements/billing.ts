/** What a generation costs, and when. Reserving and refunding are in `service.ts`. */

import type { Entry } from './requirement.ts';

export const BILLING = [
  {
    id: 'billing.source-seconds',
    level: 'must',
    also: ['service'],
    text: 'With source videos, their seconds are billed, too: input plus output, exactly.',
  },
  {
    id: 'billing.markup',
    level: 'must',
    binds: 'operator',
    also: ['service'],
    text: "Prices are final: the service's own margin is in them.",
  },
  {
    id: 'billing.prices',
    level: 'silent',
    settings: ['prices'],
    text: 'The price of a second, by resolution and mode.',
    default: 'Those of the table of prices.',
  },
  {
    id: 'billing.proportional',
    level: 'silent',
    text: 'Whether twice the seconds cost twice as much.',
    default: 'They do: price per second times billed seconds, without a base fee and without rounding.',
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
      'Those that come out, that is the length of the first source video; `duration_seconds` is checked but not billed.',
  },
  {
    id: 'billing.capture',
    level: 'silent',
    text: 'How a completed generation changes its reservation.',
    default: 'It is captured, in full: at any time balance, reservations and captures add up to what was granted.',
  },
] as const satisfies readonly Entry[];
