/** The requirements on the endpoints, and on the authentication of their requests. */

import { LIMITS } from '../limits.ts';
import { clientMust, clientShould, operatorMust, should, silent } from './requirement.ts';

const { max: keyLength } = LIMITS.idempotencyKey;

export const CREATE = {
  'create.content-type': 'The server accepts a create with the Content-Type `application/json`.',
  'create.answer.status': 'An accepted create returns status 202.',
  'create.answer.record': 'An accepted create returns a record.',
  'create.idempotency-key.optional': 'A create without `Idempotency-Key` is accepted.',
  'create.idempotency-key.accepted': `A create with an \`Idempotency-Key\` of up to ${keyLength} characters is accepted.`,
  'create.idempotency-key.length': `An \`Idempotency-Key\` of more than ${keyLength} characters is refused.`,
  'create.refusal.listed-status': should(
    'A rejected create returns 400, 401, 402 or 429. The only other status in the document is 503.',
  ),
  'idempotency.replay': silent(
    'What is the response to a repeated `Idempotency-Key` with the same body?',
    'The emulator repeats the stored 202 response byte for byte and adds the header `Idempotent-Replayed: true`. A replay does not create a generation or reserve credits. The setting `replayStatus` can change the status to 200. With the setting `idempotency`, the emulator can ignore the key, or reject the repeated create.',
    ['idempotency', 'replayStatus'],
  ),
  'idempotency.replay-body': silent(
    'Does a replay show the record as it was at the create, or as it is now?',
    'A replay shows the record as it was at the create (`stored`). With the setting `current`, a replay shows the record as it is now.',
    ['replayBody'],
  ),
  'idempotency.mismatch': silent(
    'What is the response to a repeated `Idempotency-Key` with another body?',
    'The emulator rejects the second request with 400. The setting `mismatch` can change the status to 422 or 409. With this setting, the emulator can also ignore the difference.',
    ['mismatch', 'profile', 'errors'],
  ),
  'idempotency.same-body': silent(
    'When do two bodies count as the same?',
    'Two bodies count as the same if their JSON values are deeply equal. White space and the order of fields do not matter. If only one body contains a field with its default value, the bodies differ.',
  ),
  'idempotency.in-flight': silent(
    'What is the response to a second request with the same `Idempotency-Key` while the first request is in progress?',
    'The second request waits for the first request and replays its response. In the profile `ietf`, the second request is rejected with 409.',
    ['profile'],
  ),
  'idempotency.after-refusal': silent(
    'Does a rejected create use up its `Idempotency-Key`?',
    'No: only the reservation of the cost uses up the key, even if the response is then lost.',
  ),
  'idempotency.after-failure': silent(
    'Can a client use an `Idempotency-Key` again after its generation has failed?',
    'No: the emulator replays the stored response.',
  ),
  'idempotency.scope': silent(
    'Among which requests must an `Idempotency-Key` be unique?',
    'It has to be unique among the creates of one account. Other operations do not read this header.',
  ),
  'idempotency.expiry': silent(
    'How long does the service remember an `Idempotency-Key`?',
    "The emulator remembers an `Idempotency-Key` for 24 hours on the account's clock.",
  ),
  'idempotency.form': silent(
    'Which characters may an `Idempotency-Key` have, and may it be empty?',
    `An \`Idempotency-Key\` has 1 to ${keyLength} printable ASCII characters.`,
    ['idempotency'],
  ),
  'create.content-type.other': silent(
    'What is the response to a body with another Content-Type or without a Content-Type?',
    'The emulator rejects the request with 400, or with 415 in the profile `ietf`. The setting `contentTypes` can make the emulator accept the request.',
    ['contentTypes', 'profile', 'errors'],
  ),
  'create.body.size': silent(
    'How large may a body be?',
    'The maximum is 1 MiB. The emulator rejects a larger body with 413.',
  ),
};

export const GET = {
  'get.answer.status':
    'A get request for an existing generation of the account returns 200 in every state, including `failed`.',
  'get.answer.record': 'A get request returns the record of its id, in the current state.',
  'get.unknown': 'A get request for an id that never existed returns 404.',
  'get.foreign':
    'A get request for a generation of another account is rejected, and the response contains none of its data.',
  'get.malformed': 'A get request with an id that is not a UUID is rejected.',
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

export const CONTENT = {
  'content.answer.status': 'If a content request for a completed generation does not have a `Range`, it returns 200.',
  'content.answer.type': 'A content response has the Content-Type `video/mp4`.',
  'content.answer.video': 'A content response is an MP4 file that contains a video.',
  'content.range.status': 'A request with a `Range` of the form `bytes=<start>-<end>` within the clip returns 206.',
  'content.range.type': 'The response with a byte range also has the Content-Type `video/mp4`.',
  'content.range.bytes':
    'The 206 response contains the bytes of the clip from start to end, including both of these bytes.',
  'content.range.resume':
    'Together, the byte ranges of a clip form the whole clip. So a client can resume a download, and a player can seek.',
  'content.unknown': 'A content request for an id that never existed returns 404.',
  'content.not-completed': 'A content request for a pending or running generation is rejected.',
  'content.failed': 'A content request for a failed generation is rejected.',
  'content.foreign': 'A content request for a generation of another account is rejected.',
  'content.malformed': 'A content request with an id that is not a UUID is rejected.',
  'content.refusal-status': silent(
    'What is the status for content that does not exist yet, that will never exist, or that belongs to another account?',
    'The status is 404. If the content does not exist yet, the code is `content_not_ready`. If it will never exist, the code is `content_unavailable`. An id of another account or a malformed id gets the same response as an unknown id.',
    ['errors'],
  ),
  'content.range.open': silent(
    'May a range omit its end or its start (`bytes=500-`, `bytes=-500`)?',
    'Yes: `bytes=500-` returns the rest from byte 500, and `bytes=-500` returns the last 500 bytes. The setting `ranges` can make the emulator return the whole clip.',
    ['ranges'],
  ),
  'content.range.clamp': silent(
    'What is the response to a range that ends beyond the clip?',
    'The response ends at the end of the clip.',
  ),
  'content.range.beyond': silent(
    'What is the response to a range that starts beyond the clip?',
    'The status is 416, and `Content-Range: bytes */<size>` contains the size of the clip.',
  ),
  'content.range.several': silent(
    'What is the response to several ranges in one request?',
    'The emulator ignores the ranges and returns 200 with the whole clip.',
  ),
  'content.range.malformed': silent(
    'What is the response to an invalid `Range`?',
    'The emulator ignores the header and returns 200 with the whole clip.',
  ),
  'content.encoding': silent(
    'How does the MP4 file encode the picture and the sound?',
    'H.264 (yuv420p, BT.709) and AAC (48 kHz, stereo). In the file, the index comes before the data. The video has at least one keyframe per second.',
  ),
  'content.headers': silent(
    'Which other headers does a response with a clip have?',
    '`Content-Length`, `Accept-Ranges: bytes`, a strong `ETag`, `Last-Modified`, `Cache-Control: private`, `Content-Disposition: inline` with the name `<id>.mp4`. A response with a byte range also has `Content-Range`.',
    ['validators'],
  ),
  'content.conditional': silent(
    'Does the service support conditional requests?',
    'Yes: `If-None-Match` and `If-Modified-Since` can lead to 304. `If-Match` and `If-Unmodified-Since` can lead to 412. If an `If-Range` does not match, the emulator returns 200 with the whole clip. The setting `validators` turns conditional requests off.',
    ['validators'],
  ),
  'content.head': silent(
    'Does the service support HEAD for content?',
    'Yes: a HEAD request for content returns the headers of GET, without a body. It ignores `Range`. The setting `head` can make the emulator reject HEAD with 405.',
    ['head'],
  ),
  'content.stable': silent('Does a clip have the same bytes in every download?', 'Yes, as long as the clip exists.'),
  'content.compression': silent(
    'May the service compress content during the transfer?',
    'The emulator never compresses content, whatever `Accept-Encoding` contains.',
  ),
  'content.redirect': silent(
    'May content come from another address?',
    'The emulator serves content from its own address. A client should follow a redirect, but should not send the API key to another origin.',
  ),
};

export const AUTHENTICATION = {
  'authentication.bearer': 'A key sent as `Authorization: Bearer <key>` gives access to all three endpoints.',
  'authentication.create.missing': 'A create without a key returns 401.',
  'authentication.create.invalid': 'If the key of a create is unknown or no longer valid, the create returns 401.',
  'authentication.get.missing': 'A get request without a key is rejected.',
  'authentication.get.invalid': 'A get request with an invalid key is rejected.',
  'authentication.content.missing': 'A download without a key is refused.',
  'authentication.content.invalid': 'A download with an invalid key is refused.',
  'authentication.read-status': should(
    'Get requests and content requests also return 401 for a missing or invalid key. The document lists 401 only for creates.',
  ),
  'authentication.key.shown-once':
    'A key is displayed only once, at the place where it is created. No response of the API contains the key.',
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
