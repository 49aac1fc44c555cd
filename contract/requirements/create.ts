/** POST /v1/videos: headers, answers and the Idempotency-Key. The body has its own files. */

import { LIMITS } from '../limits.ts';
import type { Entry } from './requirement.ts';

const { max: keyLength } = LIMITS.idempotencyKey;

export const CREATE = [
  {
    id: 'create.content-type',
    level: 'must',
    text: 'A create whose body is declared as `application/json` is read.',
  },
  { id: 'create.answer.status', level: 'must', also: ['states'], text: 'An accepted create answers 202.' },
  { id: 'create.answer.record', level: 'must', also: ['states'], text: 'An accepted create answers with a record.' },
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
    text: 'A refused create answers 400, 401, 402 or 429; 503 is the other status that the document names.',
  },
  {
    id: 'idempotency.replay',
    level: 'silent',
    text: 'How the same `Idempotency-Key` with the same body is answered.',
    settings: ['idempotency', 'replayStatus'],
    default:
      'It answers the stored 202 with the stored body, byte for byte, and the header `Idempotent-Replayed: true`. Nothing is made and nothing reserved. The setting can make the status 200. Another setting ignores the key.',
  },
  {
    id: 'idempotency.replay-body',
    level: 'silent',
    settings: ['replayBody'],
    text: 'Whether a replay shows the record as it was at the create or as it is now.',
    default: 'As it was (`stored`); the setting `current` shows it as it is.',
  },
  {
    id: 'idempotency.mismatch',
    level: 'silent',
    settings: ['mismatch', 'profile', 'errors'],
    text: 'How the same `Idempotency-Key` with another body is answered.',
    default: 'It is refused with 400. The setting makes it 422 or 409, or ignores the difference.',
  },
  {
    id: 'idempotency.same-body',
    level: 'silent',
    text: 'When two bodies are the same.',
    default:
      'When their JSON values are deeply equal: white space and the order of fields do not matter, but a default that is written out does.',
  },
  {
    id: 'idempotency.in-flight',
    level: 'silent',
    settings: ['profile'],
    text: 'How the second request is answered while the first is in progress.',
    default: 'It waits for the first and replays it. In the profile `ietf` it is refused with 409.',
  },
  {
    id: 'idempotency.after-refusal',
    level: 'silent',
    text: 'Whether a refused create uses up its `Idempotency-Key`.',
    default:
      'It does not: the reservation is the point from which on the key is taken, even if the answer is then lost.',
  },
  {
    id: 'idempotency.after-failure',
    level: 'silent',
    text: 'Whether the key can be used again once the generation has failed.',
    default: 'No: the stored answer is replayed.',
  },
  {
    id: 'idempotency.scope',
    level: 'silent',
    text: 'Among which requests an `Idempotency-Key` has to be unique.',
    default: 'Among the creates of one account. Other operations do not read it.',
  },
  {
    id: 'idempotency.expiry',
    level: 'silent',
    text: 'How long an `Idempotency-Key` is remembered.',
    default: "24 hours of the account's clock.",
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
    text: 'How a body with another Content-Type, or without Content-Type, is answered.',
    default: 'It is refused with 400; in the profile `ietf` with 415. A setting accepts it.',
  },
  {
    id: 'create.body.size',
    level: 'silent',
    text: 'How large a body may be.',
    default: '1 MiB. A larger one is refused with 413.',
  },
] as const satisfies readonly Entry[];
