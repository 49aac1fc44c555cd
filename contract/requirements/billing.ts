/** The requirements on the cost of a generation and its charge. `service.ts` has reservation and refund. */

import { must, silent, operatorMust } from './requirement.ts';

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
