/** The requirements on POST /v1/videos: headers, responses and the Idempotency-Key. Other files have the body. */

import { LIMITS } from '../limits.ts';
import type { Entry } from './requirement.ts';

const { max: keyLength } = LIMITS.idempotencyKey;

export const CREATE = [
  {
    id: 'create.content-type',
    level: 'must',
    text: 'The server accepts a create with the Content-Type `application/json`.',
  },
  { id: 'create.answer.status', level: 'must', also: ['states'], text: 'An accepted create returns status 202.' },
  { id: 'create.answer.record', level: 'must', also: ['states'], text: 'An accepted create returns a record.' },
  {
    id: 'create.idempotency-key.optional',
    level: 'must',
    text: 'A create without `Idempotency-Key` is accepted.',
  },
  {
    id: 'create.idempotency-key.accepted',
    level: 'must',
    also: ['limits'],
    text: `A create with an \`Idempotency-Key\` of up to ${keyLength} characters is accepted.`,
  },
  {
    id: 'create.idempotency-key.length',
    level: 'must',
    also: ['limits'],
    text: `An \`Idempotency-Key\` of more than ${keyLength} characters is refused.`,
  },
  {
    id: 'create.refusal.listed-status',
    level: 'should',
    also: ['errors'],
    text: 'A rejected create returns 400, 401, 402 or 429. The only other status in the document is 503.',
  },
  {
    id: 'idempotency.replay',
    level: 'silent',
    text: 'What is the response to a repeated `Idempotency-Key` with the same body?',
    settings: ['idempotency', 'replayStatus'],
    default:
      'The emulator repeats the stored 202 response byte for byte and adds the header `Idempotent-Replayed: true`. A replay does not create a generation or reserve credits. The setting `replayStatus` can change the status to 200. With the setting `idempotency`, the emulator can ignore the key, or reject the repeated create.',
  },
  {
    id: 'idempotency.replay-body',
    level: 'silent',
    settings: ['replayBody'],
    text: 'Does a replay show the record as it was at the create, or as it is now?',
    default:
      'A replay shows the record as it was at the create (`stored`). With the setting `current`, a replay shows the record as it is now.',
  },
  {
    id: 'idempotency.mismatch',
    level: 'silent',
    settings: ['mismatch', 'profile', 'errors'],
    text: 'What is the response to a repeated `Idempotency-Key` with another body?',
    default:
      'The emulator rejects the second request with 400. The setting `mismatch` can change the status to 422 or 409. With this setting, the emulator can also ignore the difference.',
  },
  {
    id: 'idempotency.same-body',
    level: 'silent',
    text: 'When do two bodies count as the same?',
    default:
      'Two bodies count as the same if their JSON values are deeply equal. White space and the order of fields do not matter. If only one body contains a field with its default value, the bodies differ.',
  },
  {
    id: 'idempotency.in-flight',
    level: 'silent',
    settings: ['profile'],
    text: 'What is the response to a second request with the same `Idempotency-Key` while the first request is in progress?',
    default:
      'The second request waits for the first request and replays its response. In the profile `ietf`, the second request is rejected with 409.',
  },
  {
    id: 'idempotency.after-refusal',
    level: 'silent',
    text: 'Does a rejected create use up its `Idempotency-Key`?',
    default: 'No: only the reservation of the cost uses up the key, even if the response is then lost.',
  },
  {
    id: 'idempotency.after-failure',
    level: 'silent',
    text: 'Can a client use an `Idempotency-Key` again after its generation has failed?',
    default: 'No: the emulator replays the stored response.',
  },
  {
    id: 'idempotency.scope',
    level: 'silent',
    text: 'Among which requests must an `Idempotency-Key` be unique?',
    default: 'It has to be unique among the creates of one account. Other operations do not read this header.',
  },
  {
    id: 'idempotency.expiry',
    level: 'silent',
    text: 'How long does the service remember an `Idempotency-Key`?',
    default: "The emulator remembers an `Idempotency-Key` for 24 hours on the account's clock.",
  },
  {
    id: 'idempotency.form',
    level: 'silent',
    text: 'Which characters may an `Idempotency-Key` have, and may it be empty?',
    default: `An \`Idempotency-Key\` has 1 to ${keyLength} printable ASCII characters.`,
    settings: ['idempotency'],
  },
  {
    id: 'create.content-type.other',
    level: 'silent',
    settings: ['contentTypes', 'profile', 'errors'],
    text: 'What is the response to a body with another Content-Type or without a Content-Type?',
    default:
      'The emulator rejects the request with 400, or with 415 in the profile `ietf`. The setting `contentTypes` can make the emulator accept the request.',
  },
  {
    id: 'create.body.size',
    level: 'silent',
    text: 'How large may a body be?',
    default: 'The maximum is 1 MiB. The emulator rejects a larger body with 413.',
  },
] as const satisfies readonly Entry[];
