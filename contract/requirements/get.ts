/** The requirements on GET /v1/videos/{id}: the current record. */

import { clientShould, must, silent } from './requirement.ts';

export const GET = {
  'get.answer.status': must(
    'A get request for an existing generation of the account returns 200 in every state, including `failed`.',
  ),
  'get.answer.record': must('A get request returns the record of its id, in the current state.'),
  'get.unknown': must('A get request for an id that never existed returns 404.', ['errors']),
  'get.foreign': must(
    'A get request for a generation of another account is rejected, and the response contains none of its data.',
  ),
  'get.malformed': must('A get request with an id that is not a UUID is rejected.'),
  'get.backoff': clientShould(
    'A client begins to poll after 2 seconds, and lengthens the pauses exponentially. It stops when the status is `completed` or `failed`.',
  ),
  'get.refusal-status': silent(
    'What is the status for an id of another account or a malformed id?',
    'The status is 404. An unknown id gets the same response, so nobody can find out which ids exist.',
  ),
  'get.head': silent(
    'Does the service support HEAD for a record?',
    'Yes: a HEAD request for a record returns the headers of GET, without a body. HEAD counts as a poll of the generation. The setting `head` can make the emulator reject HEAD with 405.',
    ['head'],
  ),
};
