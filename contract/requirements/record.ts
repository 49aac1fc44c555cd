/** The requirements on the record in the responses to create and get: each field, and when it is present. */

import { STATUSES } from '../generation.ts';
import { MODEL } from '../model.ts';
import { must, silent } from './requirement.ts';

export const RECORD = {
  'record.id': must('Every record has `id`, a string in the form of a uuid.'),
  'record.object': must('Every record has the field `object` with the value `video.generation`.'),
  'record.model': must(`Every record has the field \`model\` with the value \`${MODEL}\`.`),
  'record.status': must(
    `Every record has \`status\`, one of ${STATUSES.map((status) => `\`${status}\``).join(', ')}.`,
    ['states'],
  ),
  'record.cost-usd': must('Every record has `cost_usd`, a number of US dollars.'),
  'record.cost-usd.reserved': must(
    '`cost_usd` is the amount that the create reserved, so every record of one generation shows the same number.',
    ['create'],
  ),
  'record.output.when-completed': must('A completed record has `output`, an object with the string `url`.', ['states']),
  'record.output.not-otherwise': must('A record that is not completed does not have `output`.', ['states']),
  'record.output.url': must(
    '`output.url` is relative. The URL is `/v1/videos/<id>/content`, with the id of its own record.',
  ),
  'record.output.same-key': must(
    'A client can download from `output.url` with the key that made the generation. No other credential or signature is necessary.',
    ['content', 'authentication'],
  ),
  'record.error.when-failed': must('A failed record has `error`, with a code and a message, as in an error response.', [
    'states',
    'errors',
  ]),
  'record.error.not-otherwise': must('A record that has not failed does not have `error`.'),
  'record.absent-fields': silent(
    'Does a record omit `output` and `error` when they do not apply, or does it contain them with the value `null`?',
    'The emulator omits these fields. With the setting `absentFields`, their value can be `null`.',
    ['absentFields'],
  ),
  'record.extra-fields': silent(
    'May a record have more fields than the listed fields?',
    'A record contains only the listed fields. A client should ignore fields that it does not know.',
  ),
  'record.cost-usd.precision': silent(
    'How many decimals does `cost_usd` have, and does a whole amount have decimals?',
    'The emulator counts in millionths of a dollar and writes the nearest JSON number: 2.24, 2, 20.4.',
  ),
  'record.retention': silent(
    'How long does the service keep a record and its clip?',
    'The emulator keeps records and clips as long as it runs. Content expires only in a failure scenario, which you have to turn on.',
  ),
};
