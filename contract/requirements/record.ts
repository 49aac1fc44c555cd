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
    text: '`output.url` is relative. It is `/v1/videos/<id>/content`, with the id of its own record.',
  },
  {
    id: 'record.output.same-key',
    level: 'must',
    also: ['content', 'authentication'],
    text: 'The key that made the generation downloads from `output.url`; no other credential or signature is needed.',
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
    text: 'Whether `output` and `error` are left out or are `null` when they do not apply.',
    default: 'They are left out. The setting makes them `null`.',
    settings: ['absentFields'],
  },
  {
    id: 'record.extra-fields',
    level: 'silent',
    text: 'Whether a record may have more fields than the listed ones.',
    default: 'Only the listed fields are present. A client should ignore others that it does not know.',
  },
  {
    id: 'record.cost-usd.precision',
    level: 'silent',
    text: 'How many decimals `cost_usd` has, and whether a whole amount is written with any.',
    default: 'The emulator counts in millionths of a dollar and writes the nearest JSON number: 2.24, 2, 20.4.',
  },
  {
    id: 'record.retention',
    level: 'silent',
    text: 'How long a record and its clip are kept.',
    default:
      'They are kept as long as the emulator runs. Content expires only in a failure scenario, which you have to turn on.',
  },
] as const satisfies readonly Entry[];
