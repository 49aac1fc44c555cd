/** The requirements in the opening part of the document: the service, before its fields and endpoints. */

import { LIMITS } from '../limits.ts';
import { MODEL } from '../model.ts';
import { clientShould, silent, operatorMust } from './requirement.ts';

const { durationSeconds, framesPerSecond } = LIMITS;

export const SERVICE = {
  'service.one-clip': 'Each accepted request makes one generation, and a completed generation has one clip.',
  'service.https': operatorMust(
    'Clients reach the service over HTTPS. If Standin runs on the same machine, clients may reach it over plain HTTP.',
  ),
  'service.json': 'All requests and responses are JSON, except the clip itself.',
  'service.one-model': `The service has one model, \`${MODEL}\`; requests and records do not contain the name of another model.`,
  'service.asynchronous': 'The server answers a create with the record, and does not wait for the clip.',
  'service.poll-to-the-end':
    'If a client continues to poll, the status of the record becomes `completed` or `failed`. If the status is `completed`, the client can download the clip from the output URL.',
  'service.workflow-choice':
    '`mode` and the other fields of the request determine which of the five workflows runs. No field contains the name of a workflow.',
  'content.duration.bounds': `A clip lasts ${durationSeconds.min} to ${durationSeconds.max} seconds.`,
  'content.frame-rate': `A clip has ${framesPerSecond} frames per second.`,
  'content.audio.synchronized': 'Sound is optional. Requested sound is synchronized with the picture.',
  'content.audio.kinds': operatorMust('Generated sound can include speech, ambient sound and sound effects.'),
  'service.nondeterministic': clientShould(
    'Two identical requests may produce different clips, so a client should not expect the same clip again.',
  ),
  'credits.reserve':
    'When the service accepts a create, it subtracts the displayed cost from the credits that the account can spend.',
  'credits.refund': 'When a generation fails, its whole reservation is refunded automatically.',
  'credits.refund.once':
    'The service refunds the reservation of a failed generation exactly once, even if clients poll often and in parallel.',
  'service.no-subscription': operatorMust('The service can be used without a subscription.'),
  'service.seed': silent(
    'Can a client get the same clip again on purpose?',
    'Two creates produce two ids and therefore two different clips. Each download of a clip returns the same bytes. An account with the same seed repeats a whole run.',
  ),
  'service.other-operations': silent(
    'Can a client list, cancel or delete generations, and can it read the balance?',
    'The API has exactly three operations. Only the control API, which is not part of this API, returns the balance.',
  ),
  'credits.opening-balance': silent(
    'How much credit does an account have at the beginning?',
    'A new account has a balance of 1000.00 US dollars.',
    ['balance'],
  ),
};
