/** The requirements on the life of a generation: its statuses, the causes of each change, and polling. */

import type { Entry } from './requirement.ts';

export const STATES = [
  {
    id: 'state.initial',
    level: 'must',
    also: ['create'],
    text: 'A generation begins as `pending`, and the response to its create shows this status.',
  },
  {
    id: 'state.accepted-if',
    level: 'must',
    text: 'If a create request is valid and the credits are sufficient for its cost, the service accepts the create.',
  },
  {
    id: 'state.refused-create',
    level: 'must',
    text: 'If a create is rejected for any reason, it does not create a generation and does not reserve credits.',
  },
  {
    id: 'state.pending-to-running',
    level: 'must',
    text: 'When the work on a pending generation starts, its status becomes `running`.',
  },
  {
    id: 'state.running-to-completed',
    level: 'must',
    text: 'When the clip of a running generation is ready, the status becomes `completed`.',
  },
  {
    id: 'state.to-failed',
    level: 'must',
    text: 'A generation that has not ended can fail. Then its status becomes `failed`, and a poll shows this status.',
  },
  {
    id: 'state.no-way-back',
    level: 'must',
    text: 'A status never changes back: a running generation never becomes pending again.',
  },
  {
    id: 'state.terminal',
    level: 'must',
    text: '`completed` and `failed` are final: the record of an ended generation does not change any more.',
  },
  {
    id: 'state.refund-with-failure',
    level: 'must',
    text: 'The poll that shows `failed` also refunds the reservation. No other poll is necessary.',
  },
  {
    id: 'state.download-with-completion',
    level: 'must',
    text: 'After a poll has shown `completed`, the output URL serves the clip.',
  },
  {
    id: 'state.poll-asks',
    level: 'must',
    binds: 'operator',
    text: 'Each poll checks the underlying task directly. The result of the poll, including a refund, comes from this check.',
  },
  {
    id: 'state.failed-from',
    level: 'silent',
    text: 'From which states can a generation fail?',
    default: 'A generation can fail from both `pending` and `running`. The table of failures lists these states.',
  },
  {
    id: 'state.skip-running',
    level: 'silent',
    text: 'May a client see `completed` directly after `pending`?',
    default: 'Yes, if no client polled while the generation was running.',
  },
  {
    id: 'state.settle',
    level: 'silent',
    settings: ['settle'],
    text: 'When is a failed generation refunded if no client polls it?',
    default:
      'Without a poll, the emulator does not refund the generation. With the setting `eager`, the emulator refunds the generation as soon as it fails.',
  },
  {
    id: 'state.look',
    level: 'silent',
    text: 'Which requests count as polls?',
    default:
      'A GET or HEAD of the record and a request for the content are polls. A create that uses the generation as a source video is also a poll.',
  },
  {
    id: 'state.latency',
    level: 'silent',
    settings: ['latency'],
    text: 'How long does a generation take?',
    default:
      'By default (`fast`), a generation is `pending` for 1 second and `running` for 2 seconds. The values `instant`, `realistic`, `polls:P,R`, `seconds:P,R` and `manual` set other durations.',
  },
] as const satisfies readonly Entry[];

export const EVENTS = [
  {
    id: 'events.polling-suffices',
    level: 'must',
    text: 'A client can learn everything about the progress of a generation by polling, and does not need anything else.',
  },
  {
    id: 'events.callbacks',
    level: 'silent',
    text: 'Does the API have events, callbacks or webhooks?',
    default:
      'The API does not have events, callbacks or webhooks. The emulator rejects a field that requests them as an unknown field.',
  },
] as const satisfies readonly Entry[];
