/** The sentences of the parts "States and transitions", "Authentication" and "Events". */

import type { Sentence } from './sentence.ts';

export const STATE_SENTENCES: readonly Sentence[] = [
  { says: 'States of `status`: `pending`, `running`, `completed`, `failed`.', rules: ['record.status'] },
  { says: 'The terminal states are `completed` and `failed`.', rules: ['state.terminal'] },
  {
    says: 'From (none), POST /v1/videos accepted: request valid, credits sufficient; to pending. Cost is reserved; response is 202 with the record.',
    rules: [
      'state.initial',
      'state.accepted-if',
      'state.refused-create',
      'credits.reserve',
      'create.answer.status',
      'create.answer.record',
    ],
  },
  {
    says: 'From pending, processing starts: progress observed by polling; to running.',
    rules: ['state.pending-to-running', 'state.no-way-back'],
  },
  {
    says: 'From running, processing finishes: result is available; to completed. `output.url` becomes available.',
    rules: [
      'state.running-to-completed',
      'state.no-way-back',
      'state.download-with-completion',
      'record.output.when-completed',
      'record.output.not-otherwise',
    ],
  },
  {
    says: 'From any non-terminal state, generation fails: observed on a poll; to failed. The reservation is refunded automatically; `error` is carried in the record.',
    rules: ['state.to-failed', 'state.refund-with-failure', 'credits.refund', 'record.error.when-failed'],
  },
  {
    says: 'Each poll checks the underlying task directly, and the status shown, including the refund on failure, results from that check.',
    rules: ['state.poll-asks', 'state.refund-with-failure', 'get.answer.record'],
  },
  { says: 'Which exact states can move to `failed`: not shown.', rules: ['state.failed-from'] },
];

export const AUTHENTICATION_SENTENCES: readonly Sentence[] = [
  {
    says: 'Scheme: HTTP bearer. Header `Authorization: Bearer <API_KEY>` on every request, including content downloads.',
    rules: [
      'authentication.bearer',
      'authentication.get.missing',
      'authentication.get.invalid',
      'authentication.content.missing',
      'authentication.content.invalid',
    ],
  },
  {
    says: 'Keys are created from the account dashboard and are displayed only once.',
    rules: ['authentication.key.dashboard', 'authentication.key.shown-once'],
  },
  {
    says: 'Keys must be kept on the server side and never placed in browser code.',
    rules: ['authentication.key.server-side'],
  },
  {
    says: 'A missing or invalid key leads to a `401` (listed for create).',
    rules: ['authentication.create.missing', 'authentication.create.invalid', 'authentication.read-status'],
  },
  {
    says: 'Source videos must belong to the account that owns the key.',
    rules: ['create.source-video-ids.owned', 'get.foreign', 'content.foreign'],
  },
];

export const EVENT_SENTENCES: readonly Sentence[] = [
  { says: 'Events, callbacks or webhooks: not shown.', rules: ['events.callbacks'] },
  { says: 'Progress is obtained only by polling.', rules: ['events.polling-suffices'] },
];
