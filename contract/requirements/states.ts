/** The requirements on the life of a generation: its statuses, the causes of each change, and polling. */

import { silent, operatorMust } from './requirement.ts';

export const STATES = {
  'state.initial': 'A generation begins as `pending`, and the response to its create shows this status.',
  'state.accepted-if':
    'If a create request is valid and the credits are sufficient for its cost, the service accepts the create.',
  'state.refused-create':
    'If a create is rejected for any reason, it does not create a generation and does not reserve credits.',
  'state.pending-to-running': 'When the work on a pending generation starts, its status becomes `running`.',
  'state.running-to-completed': 'When the clip of a running generation is ready, the status becomes `completed`.',
  'state.to-failed':
    'A generation that has not ended can fail. Then its status becomes `failed`, and a poll shows this status.',
  'state.no-way-back': 'A status never changes back: a running generation never becomes pending again.',
  'state.terminal': '`completed` and `failed` are final: the record of an ended generation does not change any more.',
  'state.refund-with-failure': 'The poll that shows `failed` also refunds the reservation. No other poll is necessary.',
  'state.download-with-completion': 'After a poll has shown `completed`, the output URL serves the clip.',
  'state.poll-asks': operatorMust(
    'Each poll checks the underlying task directly. The result of the poll, including a refund, comes from this check.',
  ),
  'state.failed-from': silent(
    'From which states can a generation fail?',
    'A generation can fail from both `pending` and `running`. The table of failures lists these states.',
  ),
  'state.skip-running': silent(
    'May a client see `completed` directly after `pending`?',
    'Yes, if no client polled while the generation was running.',
  ),
  'state.settle': silent(
    'When is a failed generation refunded if no client polls it?',
    'Without a poll, the emulator does not refund the generation. With the setting `eager`, the emulator refunds the generation as soon as it fails.',
    ['settle'],
  ),
  'state.look': silent(
    'Which requests count as polls?',
    'A GET or HEAD of the record and a request for the content are polls. A create that uses the generation as a source video is also a poll.',
  ),
  'state.latency': silent(
    'How long does a generation take?',
    'By default (`fast`), a generation is `pending` for 1 second and `running` for 2 seconds. The values `instant`, `realistic`, `polls:P,R`, `seconds:P,R` and `manual` set other durations.',
    ['latency'],
  ),
};

export const EVENTS = {
  'events.polling-suffices':
    'A client can learn everything about the progress of a generation by polling, and does not need anything else.',
  'events.callbacks': silent(
    'Does the API have events, callbacks or webhooks?',
    'The API does not have events, callbacks or webhooks. The emulator rejects a field that requests them as an unknown field.',
  ),
};
