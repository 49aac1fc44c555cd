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
    text: 'Clients reach the service over HTTPS. If Standin runs on the same machine, clients may reach it over plain HTTP.',
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
    text: `The service has one model, \`${MODEL}\`; requests and records do not contain the name of another model.`,
  },
  {
    id: 'service.asynchronous',
    level: 'must',
    also: ['create'],
    text: 'The server answers a create with the record, and does not wait for the clip.',
  },
  {
    id: 'service.poll-to-the-end',
    level: 'must',
    text: 'If a client continues to poll, the status of the record becomes `completed` or `failed`. If the status is `completed`, the client can download the clip from the output URL.',
  },
  {
    id: 'service.workflow-choice',
    level: 'must',
    text: '`mode` and the other fields of the request determine which of the five workflows runs. No field contains the name of a workflow.',
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
    text: 'Sound is optional. Requested sound is synchronized with the picture.',
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
    text: 'Two identical requests may produce different clips, so a client should not expect the same clip again.',
  },
  {
    id: 'credits.reserve',
    level: 'must',
    also: ['states', 'create', 'billing'],
    text: 'When the service accepts a create, it subtracts the displayed cost from the credits that the account can spend.',
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
    text: 'The service refunds the reservation of a failed generation exactly once, even if clients poll often and in parallel.',
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
    text: 'Can a client get the same clip again on purpose?',
    default:
      'Two creates produce two ids and therefore two different clips. Each download of a clip returns the same bytes. An account with the same seed repeats a whole run.',
  },
  {
    id: 'service.other-operations',
    level: 'silent',
    text: 'Can a client list, cancel or delete generations, and can it read the balance?',
    default:
      'The API has exactly three operations. Only the control API, which is not part of this API, returns the balance.',
  },
  {
    id: 'credits.opening-balance',
    level: 'silent',
    settings: ['balance'],
    text: 'How much credit does an account have at the beginning?',
    default: 'A new account has a balance of 1000.00 US dollars.',
  },
] as const satisfies readonly Entry[];
