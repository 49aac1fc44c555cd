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
    text: 'If the key of a create is unknown or no longer valid, the create returns 401.',
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
    text: 'Get requests and content requests also return 401 for a missing or invalid key. The document lists 401 only for creates.',
  },
  {
    id: 'authentication.key.shown-once',
    level: 'must',
    text: 'A key is displayed only once, at the place where it is created. No response of the API contains the key.',
  },
  {
    id: 'authentication.key.dashboard',
    level: 'must',
    binds: 'operator',
    text: "Keys are created in the account's dashboard. The API does not have an operation that creates keys.",
  },
  {
    id: 'authentication.key.server-side',
    level: 'must',
    binds: 'client',
    text: 'A key stays on a server. It never appears in a page or an app that runs in a browser.',
  },
  {
    id: 'authentication.challenge',
    level: 'silent',
    text: 'Which headers does a 401 response have, and does the error code distinguish a missing key from a wrong key?',
    default:
      'A 401 response has the header `WWW-Authenticate: Bearer`. If the client sent a key, the header contains `error="invalid_token"`. The codes are `missing_api_key` and `invalid_api_key`. Unknown and revoked keys get the same code.',
  },
  {
    id: 'authentication.other-places',
    level: 'silent',
    text: 'Does the server accept a key with another scheme, in the query or in the body?',
    default: 'No: the emulator treats the request as a request without a key.',
  },
  {
    id: 'authentication.key.form',
    level: 'silent',
    settings: ['auth'],
    text: 'What does a key look like?',
    default:
      'Every key `sk_standin_<label>` is valid, and its first use creates its own account. Settings of the account follow the label after a `~`. With the setting `auth` set to `any`, the emulator accepts every key.',
  },
] as const satisfies readonly Entry[];
