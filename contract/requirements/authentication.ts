/** Who may call: the bearer key. */

import type { Entry } from './requirement.ts';

export const AUTHENTICATION = [
  {
    id: 'authentication.bearer',
    level: 'must',
    also: ['create', 'get', 'content'],
    text: 'A key sent as `Authorization: Bearer <key>` opens all three endpoints.',
  },
  { id: 'authentication.create.missing', level: 'must', also: ['create'], text: 'A create without a key answers 401.' },
  {
    id: 'authentication.create.invalid',
    level: 'must',
    also: ['create'],
    text: 'A create with a key that is unknown or no longer valid answers 401.',
  },
  { id: 'authentication.get.missing', level: 'must', also: ['get'], text: 'A get without a key is refused.' },
  { id: 'authentication.get.invalid', level: 'must', also: ['get'], text: 'A get with an invalid key is refused.' },
  {
    id: 'authentication.content.missing',
    level: 'must',
    also: ['content'],
    text: 'A download without a key is refused.',
  },
  {
    id: 'authentication.content.invalid',
    level: 'must',
    also: ['content'],
    text: 'A download with an invalid key is refused.',
  },
  {
    id: 'authentication.read-status',
    level: 'should',
    text: 'Get and content, too, answer a missing or invalid key with 401, though it is listed for create only.',
  },
  {
    id: 'authentication.key.shown-once',
    level: 'must',
    text: 'A key is displayed once, where it was made: no answer of the API repeats it.',
  },
  {
    id: 'authentication.key.dashboard',
    level: 'must',
    binds: 'operator',
    text: "Keys are made in the account's dashboard; the API has no operation for it.",
  },
  {
    id: 'authentication.key.server-side',
    level: 'must',
    binds: 'client',
    text: 'A key stays on a server; it is put into no page and no app that runs in a browser.',
  },
  {
    id: 'authentication.challenge',
    level: 'silent',
    text: 'Which headers a 401 has, and whether its code tells a missing key from a wrong one.',
    default:
      '`WWW-Authenticate: Bearer`, with `error="invalid_token"` if a key was sent. The codes are `missing_api_key` and `invalid_api_key`; unknown and revoked keys get the same.',
  },
  {
    id: 'authentication.other-places',
    level: 'silent',
    text: 'Whether a key counts that comes with another scheme, in the query or in the body.',
    default: 'It does not: the request is answered as one without a key.',
  },
  {
    id: 'authentication.key.form',
    level: 'silent',
    settings: ['auth'],
    text: 'The form of a key.',
    default:
      'Any key `sk_standin_<label>` is valid and opens an account of its own at its first use; settings for that account follow the label after `~`. The setting `any` accepts every key.',
  },
] as const satisfies readonly Entry[];
