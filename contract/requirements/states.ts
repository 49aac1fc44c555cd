/** The life of a generation: its states, what moves it, and what else happens then. */

import type { Entry } from './requirement.ts';

export const STATES = [
  {
    id: 'state.initial',
    level: 'must',
    also: ['create'],
    text: 'A generation begins `pending`, and the answer to its create shows that.',
  },
  {
    id: 'state.accepted-if',
    level: 'must',
    text: 'A create is accepted if the request is valid and the credits suffice for its cost.',
  },
  {
    id: 'state.refused-create',
    level: 'must',
    text: 'A create that is refused, for whatever reason, makes no generation and reserves nothing.',
  },
  {
    id: 'state.pending-to-running',
    level: 'must',
    text: 'From `pending`, a generation becomes `running` once work on it starts.',
  },
  {
    id: 'state.running-to-completed',
    level: 'must',
    text: 'From `running`, it becomes `completed` once the clip is there.',
  },
  {
    id: 'state.to-failed',
    level: 'must',
    text: 'A generation that has not ended can fail: it becomes `failed`, and a poll shows it.',
  },
  {
    id: 'state.no-way-back',
    level: 'must',
    text: 'A status never goes back: nothing that runs becomes pending again.',
  },
  {
    id: 'state.terminal',
    level: 'must',
    text: '`completed` and `failed` are final: the record of an ended generation does not change any more.',
  },
  {
    id: 'state.refund-with-failure',
    level: 'must',
    text: 'The poll that shows `failed` brings the reservation back: no other is needed.',
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
    text: 'Each poll looks at the underlying task itself, and what it shows, refund included, comes from that look.',
  },
  {
    id: 'state.failed-from',
    level: 'silent',
    text: 'From which states a generation can fail.',
    default: 'From both, `pending` and `running`. Which failures belong to which is in the table of failures.',
  },
  {
    id: 'state.skip-running',
    level: 'silent',
    text: 'Whether a client may see `pending` and next `completed`.',
    default: 'It may, if nobody polled in between.',
  },
  {
    id: 'state.settle',
    level: 'silent',
    settings: ['settle'],
    text: 'When a failed generation is refunded if nobody polls it.',
    default: 'Not before somebody looks at it. With `eager` it is refunded at the moment of its failure.',
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
      '1 second pending and 2 seconds running (`fast`). `instant`, `realistic`, `polls:P,R`, `seconds:P,R` and `manual` take other times.',
  },
] as const satisfies readonly Entry[];
