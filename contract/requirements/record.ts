/** The requirements on the record in the responses to create and get: each field, and when it is present. */

import { STATUSES } from '../generation.ts';
import { MODEL } from '../model.ts';
import type { Entry } from './requirement.ts';

export const RECORD = [
  { id: 'record.id', level: 'must', text: 'Every record has `id`, a string in the form of a uuid.' },
  {
    id: 'record.object',
    level: 'must',
    text: 'Every record has the field `object` with the value `video.generation`.',
  },
  { id: 'record.model', level: 'must', text: `Every record has the field \`model\` with the value \`${MODEL}\`.` },
  {
    id: 'record.status',
    level: 'must',
    also: ['states'],
    text: `Every record has \`status\`, one of ${STATUSES.map((status) => `\`${status}\``).join(', ')}.`,
  },
  { id: 'record.cost-usd', level: 'must', text: 'Every record has `cost_usd`, a number of US dollars.' },
  {
    id: 'record.cost-usd.reserved',
    level: 'must',
    also: ['create'],
    text: '`cost_usd` is the amount that the create reserved, so every record of one generation shows the same number.',
  },
  {
    id: 'record.output.when-completed',
    level: 'must',
    also: ['states'],
    text: 'A completed record has `output`, an object with the string `url`.',
  },
  {
    id: 'record.output.not-otherwise',
    level: 'must',
    also: ['states'],
    text: 'A record that is not completed does not have `output`.',
  },
  {
    id: 'record.output.url',
    level: 'must',
    text: '`output.url` is relative. The URL is `/v1/videos/<id>/content`, with the id of its own record.',
  },
  {
    id: 'record.output.same-key',
    level: 'must',
    also: ['content', 'authentication'],
    text: 'A client can download from `output.url` with the key that made the generation. No other credential or signature is necessary.',
  },
  {
    id: 'record.error.when-failed',
    level: 'must',
    also: ['states', 'errors'],
    text: 'A failed record has `error`, with a code and a message, as in an error response.',
  },
  { id: 'record.error.not-otherwise', level: 'must', text: 'A record that has not failed does not have `error`.' },
  {
    id: 'record.absent-fields',
    level: 'silent',
    text: 'Does a record omit `output` and `error` when they do not apply, or does it contain them with the value `null`?',
    default: 'The emulator omits these fields. With the setting `absentFields`, their value can be `null`.',
    settings: ['absentFields'],
  },
  {
    id: 'record.extra-fields',
    level: 'silent',
    text: 'May a record have more fields than the listed fields?',
    default: 'A record contains only the listed fields. A client should ignore fields that it does not know.',
  },
  {
    id: 'record.cost-usd.precision',
    level: 'silent',
    text: 'How many decimals does `cost_usd` have, and does a whole amount have decimals?',
    default: 'The emulator counts in millionths of a dollar and writes the nearest JSON number: 2.24, 2, 20.4.',
  },
  {
    id: 'record.retention',
    level: 'silent',
    text: 'How long does the service keep a record and its clip?',
    default:
      'The emulator keeps records and clips as long as it runs. Content expires only in a failure scenario, which you have to turn on.',
  },
] as const satisfies readonly Entry[];
