/** The requirements on resources: the record, the envelope of an error, and the subject map. */

import { STATUSES } from '../generation.ts';
import { LIMITS } from '../limits.ts';
import { MODEL } from '../model.ts';
import { clientShould, silent } from './requirement.ts';

export const RECORD = {
  'record.id': 'Every record has `id`, a string in the form of a uuid.',
  'record.object': 'Every record has the field `object` with the value `video.generation`.',
  'record.model': `Every record has the field \`model\` with the value \`${MODEL}\`.`,
  'record.status': `Every record has \`status\`, one of ${STATUSES.map((status) => `\`${status}\``).join(', ')}.`,
  'record.cost-usd': 'Every record has `cost_usd`, a number of US dollars.',
  'record.cost-usd.reserved':
    '`cost_usd` is the amount that the create reserved, so every record of one generation shows the same number.',
  'record.output.when-completed': 'A completed record has `output`, an object with the string `url`.',
  'record.output.not-otherwise': 'A record that is not completed does not have `output`.',
  'record.output.url': '`output.url` is relative. The URL is `/v1/videos/<id>/content`, with the id of its own record.',
  'record.output.same-key':
    'A client can download from `output.url` with the key that made the generation. No other credential or signature is necessary.',
  'record.error.when-failed': 'A failed record has `error`, with a code and a message, as in an error response.',
  'record.error.not-otherwise': 'A record that has not failed does not have `error`.',
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

export const ERROR = {
  'error.envelope': 'Every error response, on every endpoint, is a JSON object whose field `error` is an object.',
  'error.code': 'Every error has `error.code`, a string for programs.',
  'error.message': 'Every error has `error.message`, a string for people.',
  'error.request-id': '`error.request_id` is optional. If it is present, it is a string in the form of a uuid.',
  'error.request-id.quote': clientShould('When a client asks the support team for help, it includes the `request_id`.'),
  'error.request-id.presence': silent(
    'Which error responses contain a `request_id`, and do other responses also contain an id?',
    'Every error response has a `request_id`, which equals the header `x-request-id`. Every response has this header, even without an error. The setting `requestIds` can omit the ids.',
    ['requestIds'],
  ),
  'error.message.wording': silent(
    'What does an error message contain?',
    'A message names the field, describes the error and explains what to send instead. If several things are wrong, the message lists up to ten of them. A message never repeats a key.',
  ),
  'error.extra-fields': silent(
    'May the error envelope contain more fields?',
    'The envelope contains only the listed fields.',
  ),
};

const { handlePattern, indexes } = LIMITS.subjectMap;

export const SUBJECT_MAP = {
  'subject-map.object': 'A subject map is an object, and each of its values is an array.',
  'subject-map.handle': `A handle matches \`${handlePattern}\`. The @ in the prompt is not part of the handle.`,
  'subject-map.index.integer': 'An index is an integer.',
  'subject-map.index.minimum': 'An index is 0 or more, and 0 is the index of the first item of the array.',
  'subject-map.indexes.count': `A handle has ${indexes.min} to ${indexes.max} indexes.`,
  'subject-map.empty': silent(
    'May a subject map be empty?',
    'Reference-to-video accepts an empty map, which has no effect. The other modes reject an empty map, because the field is present.',
  ),
  'subject-map.repeated-index': silent(
    'May one handle contain an index twice, and may two handles contain the same index?',
    'Both are accepted.',
  ),
  'subject-map.unmapped-handle': silent(
    'What happens if the prompt contains an @handle that no subject map defines?',
    'The emulator accepts the handle as plain text.',
  ),
  'subject-map.unused-handle': silent(
    'What happens if the prompt does not use a handle, or if two subject maps define the same handle?',
    'Both are accepted.',
  ),
};
