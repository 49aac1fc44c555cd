/** The requirements on the envelope of an error. `errors.ts` has the codes. */

import { clientShould, must, silent } from './requirement.ts';

export const ERROR = {
  'error.envelope': must(
    'Every error response, on every endpoint, is a JSON object whose field `error` is an object.',
    ['errors', 'create', 'get', 'content'],
  ),
  'error.code': must('Every error has `error.code`, a string for programs.', ['errors']),
  'error.message': must('Every error has `error.message`, a string for people.', ['errors']),
  'error.request-id': must('`error.request_id` is optional. If it is present, it is a string in the form of a uuid.', [
    'errors',
  ]),
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
