/** The requirements on GET /v1/videos/{id}: the current record. */

import type { Entry } from './requirement.ts';

export const GET = [
  {
    id: 'get.answer.status',
    level: 'must',
    text: 'A get request for an existing generation of the account returns 200 in every state, including `failed`.',
  },
  {
    id: 'get.answer.record',
    level: 'must',
    text: 'A get request returns the record of its id, in the current state.',
  },
  {
    id: 'get.unknown',
    level: 'must',
    also: ['errors'],
    text: 'A get request for an id that never existed returns 404.',
  },
  {
    id: 'get.foreign',
    level: 'must',
    text: 'A get request for a generation of another account is rejected, and the response contains none of its data.',
  },
  { id: 'get.malformed', level: 'must', text: 'A get request with an id that is not a UUID is rejected.' },
  {
    id: 'get.backoff',
    level: 'should',
    binds: 'client',
    text: 'A client begins to poll after 2 seconds, and lengthens the pauses exponentially. It stops when the status is `completed` or `failed`.',
  },
  {
    id: 'get.refusal-status',
    level: 'silent',
    text: 'What is the status for an id of another account or a malformed id?',
    default: 'The status is 404. An unknown id gets the same response, so nobody can find out which ids exist.',
  },
  {
    id: 'get.head',
    level: 'silent',
    text: 'Does the service support HEAD for a record?',
    default:
      'Yes: a HEAD request for a record returns the headers of GET, without a body. HEAD counts as a poll of the generation. The setting `head` can make the emulator reject HEAD with 405.',
    settings: ['head'],
  },
] as const satisfies readonly Entry[];
