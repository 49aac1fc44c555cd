/** GET /v1/videos/{id}: the record as it is now. */

import type { Entry } from './requirement.ts';

export const GET = [
  {
    id: 'get.answer.status',
    level: 'must',
    text: 'A get of an existing generation of the account answers 200, in every state, `failed` included.',
  },
  {
    id: 'get.answer.record',
    level: 'must',
    text: 'It answers with the record of that id, as it is now.',
  },
  { id: 'get.unknown', level: 'must', also: ['errors'], text: 'A get of an id that never existed answers 404.' },
  {
    id: 'get.foreign',
    level: 'must',
    text: 'A get of a generation of another account is refused, and the response contains no data of it.',
  },
  { id: 'get.malformed', level: 'must', text: 'A get of an id that is not a UUID is refused.' },
  {
    id: 'get.backoff',
    level: 'should',
    binds: 'client',
    text: 'A client begins to poll at 2 seconds, lengthens the pauses exponentially, and stops at `completed` or `failed`.',
  },
  {
    id: 'get.refusal-status',
    level: 'silent',
    text: 'With which status a foreign or a malformed id is refused.',
    default: 'With 404 and the same answer as an unknown one, so that nobody can find out which ids exist.',
  },
  {
    id: 'get.head',
    level: 'silent',
    text: 'Whether HEAD works on a record.',
    default:
      'It does: the headers of the GET, without a body. It counts as a look at the generation. The setting refuses it with 405.',
    settings: ['head'],
  },
] as const satisfies readonly Entry[];
