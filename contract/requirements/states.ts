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
    text: 'A create is accepted if the request is valid and the credits suffice for its cost.',
  },
  {
    id: 'state.refused-create',
    level: 'must',
    text: 'A rejected create, for whatever reason, does not create a generation or reserve credits.',
  },
  {
    id: 'state.pending-to-running',
    level: 'must',
    text: 'From `pending`, a generation becomes `running` once work on it starts.',
  },
  {
    id: 'state.running-to-completed',
    level: 'must',
    text: 'From `running`, a generation becomes `completed` once the clip is ready.',
  },
  {
    id: 'state.to-failed',
    level: 'must',
    text: 'A generation that has not ended can fail; it then becomes `failed`, and a poll shows this status.',
  },
  {
    id: 'state.no-way-back',
    level: 'must',
    text: 'A status never goes back: a running generation never becomes pending again.',
  },
  {
    id: 'state.terminal',
    level: 'must',
    text: '`completed` and `failed` are final: the record of an ended generation does not change any more.',
  },
  {
    id: 'state.refund-with-failure',
    level: 'must',
    text: 'The poll that shows `failed` also refunds the reservation; no other poll is needed.',
  },
  {
    id: 'state.download-with-completion',
    level: 'must',
    text: 'Once a poll has shown `completed`, the output URL serves the clip.',
  },
  {
    id: 'state.poll-asks',
    level: 'must',
    binds: 'operator',
    text: 'Each poll checks the underlying task directly, and the result, including a refund, comes from that check.',
  },
  {
    id: 'state.failed-from',
    level: 'silent',
    text: 'The states from which a generation can fail.',
    default: 'From both `pending` and `running`. The table of failures lists the states of each failure.',
  },
  {
    id: 'state.skip-running',
    level: 'silent',
    text: 'Whether a client may see `completed` directly after `pending`.',
    default: 'Yes, if nobody polled in between.',
  },
  {
    id: 'state.settle',
    level: 'silent',
    settings: ['settle'],
    text: 'When a failed generation is refunded if nobody polls it.',
    default: 'Not until a client polls the generation. With `eager`, the generation is refunded as soon as it fails.',
  },
  {
    id: 'state.look',
    level: 'silent',
    text: 'Which requests count as polls.',
    default: 'A GET or HEAD of the record, a request for its content, and its use as a source video.',
  },
  {
    id: 'state.latency',
    level: 'silent',
    settings: ['latency'],
    text: 'How long a generation takes.',
    default:
      'By default (`fast`), 1 second in `pending` and 2 seconds in `running`. `instant`, `realistic`, `polls:P,R`, `seconds:P,R` and `manual` set other durations.',
  },
] as const satisfies readonly Entry[];

export const EVENTS = [
  {
    id: 'events.polling-suffices',
    level: 'must',
    text: 'Everything about the progress of a generation can be learned by polling, and nothing else is needed.',
  },
  {
    id: 'events.callbacks',
    level: 'silent',
    text: 'Whether there are events, callbacks or webhooks.',
    default: 'The API has none, and a field that requests an event or a callback is rejected as unknown.',
  },
] as const satisfies readonly Entry[];
