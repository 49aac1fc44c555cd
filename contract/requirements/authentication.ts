/** The requirements on authentication with a bearer key. */

import { clientMust, must, silent, operatorMust, should } from './requirement.ts';

export const AUTHENTICATION = {
  'authentication.bearer': must('A key sent as `Authorization: Bearer <key>` gives access to all three endpoints.', [
    'create',
    'get',
    'content',
  ]),
  'authentication.create.missing': must('A create without a key returns 401.', ['create']),
  'authentication.create.invalid': must(
    'If the key of a create is unknown or no longer valid, the create returns 401.',
    ['create'],
  ),
  'authentication.get.missing': must('A get request without a key is rejected.', ['get']),
  'authentication.get.invalid': must('A get request with an invalid key is rejected.', ['get']),
  'authentication.content.missing': must('A download without a key is refused.', ['content']),
  'authentication.content.invalid': must('A download with an invalid key is refused.', ['content']),
  'authentication.read-status': should(
    'Get requests and content requests also return 401 for a missing or invalid key. The document lists 401 only for creates.',
  ),
  'authentication.key.shown-once': must(
    'A key is displayed only once, at the place where it is created. No response of the API contains the key.',
  ),
  'authentication.key.dashboard': operatorMust(
    "Keys are created in the account's dashboard. The API does not have an operation that creates keys.",
  ),
  'authentication.key.server-side': clientMust(
    'A key stays on a server. It never appears in a page or an app that runs in a browser.',
  ),
  'authentication.challenge': silent(
    'Which headers does a 401 response have, and does the error code distinguish a missing key from a wrong key?',
    'A 401 response has the header `WWW-Authenticate: Bearer`. If the client sent a key, the header contains `error="invalid_token"`. The codes are `missing_api_key` and `invalid_api_key`. Unknown and revoked keys get the same code.',
  ),
  'authentication.other-places': silent(
    'Does the server accept a key with another scheme, in the query or in the body?',
    'No: the emulator treats the request as a request without a key.',
  ),
  'authentication.key.form': silent(
    'What does a key look like?',
    'Every key `sk_standin_<label>` is valid, and its first use creates its own account. Settings of the account follow the label after a `~`. With the setting `auth` set to `any`, the emulator accepts every key.',
    ['auth'],
  ),
};
