/** The envelope of an error answer. Which code stands for what is in `errors.ts`. */

import type { Entry } from './requirement.ts';

export const ERROR = [
  {
    id: 'error.envelope',
    level: 'must',
    also: ['errors', 'create', 'get', 'content'],
    text: 'Every error answer, on every endpoint, is a JSON object with `error`, an object.',
  },
  { id: 'error.code', level: 'must', also: ['errors'], text: '`error.code` is there: a string for programs.' },
  { id: 'error.message', level: 'must', also: ['errors'], text: '`error.message` is there: a string for people.' },
  {
    id: 'error.request-id',
    level: 'must',
    also: ['errors'],
    text: '`error.request_id` may be left out; where it is sent, it is a string in the form of a uuid.',
  },
  {
    id: 'error.request-id.quote',
    level: 'should',
    binds: 'client',
    text: 'Who asks the support for help quotes the `request_id`.',
  },
  {
    id: 'error.request-id.presence',
    level: 'silent',
    text: 'Which error answers carry a `request_id`, and whether other answers have one.',
    default:
      'Every error answer carries one, and it equals the header `x-request-id`, which every answer has, be it an error or not. The setting leaves them out.',
    settings: ['requestIds'],
  },
  {
    id: 'error.message.wording',
    level: 'silent',
    text: 'The content of a message.',
    default:
      'It names the field and says what is wrong and what to send instead. If several things are wrong it lists up to ten. It never repeats a key.',
  },
  {
    id: 'error.extra-fields',
    level: 'silent',
    text: 'Whether the envelope may carry more fields.',
    default: 'It has the listed fields only.',
  },
] as const satisfies readonly Entry[];
