/** The requirements in the opening part of the document: the service, before its fields and endpoints. */

import { LIMITS } from '../limits.ts';
import { MODEL } from '../model.ts';
import type { Entry } from './requirement.ts';

const { durationSeconds, framesPerSecond } = LIMITS;

export const SERVICE = [
  {
    id: 'service.one-clip',
    level: 'must',
    text: 'Each accepted request makes one generation, and a completed generation has one clip.',
  },
  {
    id: 'service.https',
    level: 'must',
    binds: 'operator',
    text: 'The service is reached over HTTPS. Standin, on the same machine, may be reached over plain HTTP.',
  },
  {
    id: 'service.json',
    level: 'must',
    text: 'All requests and responses are JSON, except the clip itself.',
  },
  {
    id: 'service.one-model',
    level: 'must',
    also: ['versioning'],
    text: `The service has one model, \`${MODEL}\`; requests and records do not name any other model.`,
  },
  {
    id: 'service.asynchronous',
    level: 'must',
    also: ['create'],
    text: 'A create answers with the record without waiting for the clip.',
  },
  {
    id: 'service.poll-to-the-end',
    level: 'must',
    text: 'A client that keeps polling a record sees it become `completed` or `failed`, and can then download a completed generation from its output URL.',
  },
  {
    id: 'service.workflow-choice',
    level: 'must',
    text: '`mode` and the fields that are sent determine which of the five workflows runs; no field names a workflow.',
  },
  {
    id: 'content.duration.bounds',
    level: 'must',
    also: ['limits'],
    text: `A clip lasts ${durationSeconds.min} to ${durationSeconds.max} seconds.`,
  },
  {
    id: 'content.frame-rate',
    level: 'must',
    also: ['limits'],
    text: `A clip has ${framesPerSecond} frames per second.`,
  },
  {
    id: 'content.audio.synchronized',
    level: 'must',
    also: ['request'],
    text: 'Sound is optional; requested sound is synchronized with the picture.',
  },
  {
    id: 'content.audio.kinds',
    level: 'must',
    binds: 'operator',
    text: 'Generated sound can include speech, ambient sound and sound effects.',
  },
  {
    id: 'service.nondeterministic',
    level: 'should',
    binds: 'client',
    text: 'Two identical requests may produce different clips, so a client should not rely on getting the same clip again.',
  },
  {
    id: 'credits.reserve',
    level: 'must',
    also: ['states', 'create', 'billing'],
    text: 'An accepted create subtracts its displayed cost from the credits that can be spent.',
  },
  {
    id: 'credits.refund',
    level: 'must',
    also: ['states'],
    text: 'When a generation fails, its whole reservation is refunded automatically.',
  },
  {
    id: 'credits.refund.once',
    level: 'must',
    also: ['states'],
    text: 'A failed generation returns its reservation exactly once, even if clients poll it often and in parallel.',
  },
  {
    id: 'service.no-subscription',
    level: 'must',
    binds: 'operator',
    text: 'The service can be used without a subscription.',
  },
  {
    id: 'service.seed',
    level: 'silent',
    text: 'Whether a client can get the same clip again on purpose.',
    default:
      'Two creates produce two ids and therefore two different clips. The same record always returns the same bytes, and an account with the same seed repeats a whole run.',
  },
  {
    id: 'service.other-operations',
    level: 'silent',
    text: 'Whether generations can be listed, canceled or deleted, and whether the balance can be read.',
    default:
      'The API has exactly three operations. Only the control API, which is not part of this API, returns the balance.',
  },
  {
    id: 'credits.opening-balance',
    level: 'silent',
    settings: ['balance'],
    text: 'The credit that an account has at the beginning.',
    default: 'A new account has a balance of 1000.00 US dollars.',
  },
] as const satisfies readonly Entry[];
