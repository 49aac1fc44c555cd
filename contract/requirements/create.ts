/** The requirements on POST /v1/videos: headers, responses and the Idempotency-Key. Other files have the body. */

import { LIMITS } from '../limits.ts';
import { must, silent, should } from './requirement.ts';

const { max: keyLength } = LIMITS.idempotencyKey;

export const CREATE = {
  'create.content-type': must('The server accepts a create with the Content-Type `application/json`.'),
  'create.answer.status': must('An accepted create returns status 202.', ['states']),
  'create.answer.record': must('An accepted create returns a record.', ['states']),
  'create.idempotency-key.optional': must('A create without `Idempotency-Key` is accepted.'),
  'create.idempotency-key.accepted': must(
    `A create with an \`Idempotency-Key\` of up to ${keyLength} characters is accepted.`,
    ['limits'],
  ),
  'create.idempotency-key.length': must(`An \`Idempotency-Key\` of more than ${keyLength} characters is refused.`, [
    'limits',
  ]),
  'create.refusal.listed-status': should(
    'A rejected create returns 400, 401, 402 or 429. The only other status in the document is 503.',
    ['errors'],
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
