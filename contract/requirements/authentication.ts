/** The requirements on authentication with a bearer key. */

import type { Entry } from './requirement.ts';

export const AUTHENTICATION = [
  {
    id: 'authentication.bearer',
    level: 'must',
    also: ['create', 'get', 'content'],
    text: 'A key sent as `Authorization: Bearer <key>` gives access to all three endpoints.',
  },
  { id: 'authentication.create.missing', level: 'must', also: ['create'], text: 'A create without a key returns 401.' },
  {
    id: 'authentication.create.invalid',
    level: 'must',
    also: ['create'],
    text: 'A create with a key that is unknown or no longer valid returns 401.',
  },
  { id: 'authentication.get.missing', level: 'must', also: ['get'], text: 'A get request without a key is rejected.' },
  {
    id: 'authentication.get.invalid',
    level: 'must',
    also: ['get'],
    text: 'A get request with an invalid key is rejected.',
  },
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
    text: 'Get and content also return 401 for a missing or invalid key, although the document lists 401 only for create.',
  },
  {
    id: 'authentication.key.shown-once',
    level: 'must',
    text: 'A key is displayed only once, where it is created: no response of the API repeats it.',
  },
  {
    id: 'authentication.key.dashboard',
    level: 'must',
    binds: 'operator',
    text: "Keys are created in the account's dashboard; the API does not have an operation that creates keys.",
  },
  {
    id: 'authentication.key.server-side',
    level: 'must',
    binds: 'client',
    text: 'A key stays on a server; it never appears in a page or an app that runs in a browser.',
  },
  {
    id: 'authentication.challenge',
    level: 'silent',
    text: 'Which headers a 401 has, and whether its code distinguishes a missing key from a wrong key.',
    default:
      '`WWW-Authenticate: Bearer`, with `error="invalid_token"` if a key was sent. The codes are `missing_api_key` and `invalid_api_key`; unknown and revoked keys get the same code.',
  },
  {
    id: 'authentication.other-places',
    level: 'silent',
    text: 'Whether the server accepts a key with another scheme, in the query or in the body.',
    default: 'No: the emulator treats the request as a request without a key.',
  },
  {
    id: 'authentication.key.form',
    level: 'silent',
    settings: ['auth'],
    text: 'The form of a key.',
    default:
      'Every key `sk_standin_<label>` is valid and creates its own account at its first use; settings of the account follow the label after a `~`. With the setting `auth` set to `any`, the emulator accepts every key.',
  },
] as const satisfies readonly Entry[];
