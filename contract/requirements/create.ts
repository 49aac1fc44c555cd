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
    text: 'A rejected create returns 400, 401, 402 or 429; 503 is the only other status that the document names.',
  },
  {
    id: 'idempotency.replay',
    level: 'silent',
    text: 'The response to a repeated `Idempotency-Key` with the same body.',
    settings: ['idempotency', 'replayStatus'],
    default:
      'The emulator repeats the stored 202 response byte for byte and adds the header `Idempotent-Replayed: true`. A replay does not create a generation or reserve credits. The setting `replayStatus` can change the status to 200. With the setting `idempotency`, the emulator can ignore the key, or reject the repeated create.',
  },
  {
    id: 'idempotency.replay-body',
    level: 'silent',
    settings: ['replayBody'],
    text: 'Whether a replay shows the record as it was at the create or as it is now.',
    default: 'As it was at the create (`stored`); the setting `current` shows the record as it is now.',
  },
  {
    id: 'idempotency.mismatch',
    level: 'silent',
    settings: ['mismatch', 'profile', 'errors'],
    text: 'The response to a repeated `Idempotency-Key` with another body.',
    default:
      'The second request is rejected with 400. The setting `mismatch` can change the status to 422 or 409, or ignore the difference.',
  },
  {
    id: 'idempotency.same-body',
    level: 'silent',
    text: 'When two bodies count as the same.',
    default:
      'When their JSON values are deeply equal: white space and the order of fields do not matter, but an explicit default value does.',
  },
  {
    id: 'idempotency.in-flight',
    level: 'silent',
    settings: ['profile'],
    text: 'The response to a second request with the same key while the first request is in progress.',
    default:
      'The second request waits for the first request and replays its response. In the profile `ietf`, the second request is rejected with 409.',
  },
  {
    id: 'idempotency.after-refusal',
    level: 'silent',
    text: 'Whether a refused create uses up its `Idempotency-Key`.',
    default: 'No: the key is used only from the reservation on, even if the response is then lost.',
  },
  {
    id: 'idempotency.after-failure',
    level: 'silent',
    text: 'Whether an `Idempotency-Key` can be used again after its generation has failed.',
    default: 'No: the emulator replays the stored response.',
  },
  {
    id: 'idempotency.scope',
    level: 'silent',
    text: 'The requests among which an `Idempotency-Key` has to be unique.',
    default: 'Among the creates of one account. Other operations do not read an `Idempotency-Key`.',
  },
  {
    id: 'idempotency.expiry',
    level: 'silent',
    text: 'How long an `Idempotency-Key` is remembered.',
    default: "24 hours on the account's clock.",
  },
  {
    id: 'idempotency.form',
    level: 'silent',
    text: 'Which characters an `Idempotency-Key` may have, and whether it may be empty.',
    default: `1 to ${keyLength} printable ASCII characters.`,
    settings: ['idempotency'],
  },
  {
    id: 'create.content-type.other',
    level: 'silent',
    settings: ['contentTypes', 'profile', 'errors'],
    text: 'The response to a body with another Content-Type or without a Content-Type.',
    default: 'The request is rejected with 400, or with 415 in the profile `ietf`. A setting accepts it.',
  },
  {
    id: 'create.body.size',
    level: 'silent',
    text: 'How large a body may be.',
    default: '1 MiB. A larger body is rejected with 413.',
  },
] as const satisfies readonly Entry[];
