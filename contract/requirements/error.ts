/** The requirements on the envelope of an error. `errors.ts` has the codes. */

import type { Entry } from './requirement.ts';

export const ERROR = [
  {
    id: 'error.envelope',
    level: 'must',
    also: ['errors', 'create', 'get', 'content'],
    text: 'Every error response, on every endpoint, is a JSON object whose field `error` is an object.',
  },
  { id: 'error.code', level: 'must', also: ['errors'], text: 'Every error has `error.code`, a string for programs.' },
  {
    id: 'error.message',
    level: 'must',
    also: ['errors'],
    text: 'Every error has `error.message`, a string for people.',
  },
  {
    id: 'error.request-id',
    level: 'must',
    also: ['errors'],
    text: '`error.request_id` is optional. If it is present, it is a string in the form of a uuid.',
  },
  {
    id: 'error.request-id.quote',
    level: 'should',
    binds: 'client',
    text: 'When a client asks the support team for help, it includes the `request_id`.',
  },
  {
    id: 'error.request-id.presence',
    level: 'silent',
    text: 'Which error responses contain a `request_id`, and do other responses also contain an id?',
    default:
      'Every error response has a `request_id`, which equals the header `x-request-id`. Every response has this header, even without an error. The setting `requestIds` can omit the ids.',
    settings: ['requestIds'],
  },
  {
    id: 'error.message.wording',
    level: 'silent',
    text: 'What does an error message contain?',
    default:
      'A message names the field, describes the error and explains what to send instead. If several things are wrong, the message lists up to ten of them. A message never repeats a key.',
  },
  {
    id: 'error.extra-fields',
    level: 'silent',
    text: 'May the error envelope contain more fields?',
    default: 'The envelope contains only the listed fields.',
  },
] as const satisfies readonly Entry[];
