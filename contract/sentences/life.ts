/** The sentences of the parts "States and transitions", "Authentication" and "Events". */

import type { Sentences } from './sentence.ts';

export const STATE_SENTENCES: Sentences = {
  'States of `status`: `pending`, `running`, `completed`, `failed`.': ['record.status'],
  'The terminal states are `completed` and `failed`.': ['state.terminal'],
  'From (none), POST /v1/videos accepted: request valid, credits sufficient; to pending. Cost is reserved; response is 202 with the record.':
    [
      'state.initial',
      'state.accepted-if',
      'state.refused-create',
      'credits.reserve',
      'create.answer.status',
      'create.answer.record',
    ],
  'From pending, processing starts: progress observed by polling; to running.': [
    'state.pending-to-running',
    'state.no-way-back',
  ],
  'From running, processing finishes: result is available; to completed. `output.url` becomes available.': [
    'state.running-to-completed',
    'state.no-way-back',
    'state.download-with-completion',
    'record.output.when-completed',
    'record.output.not-otherwise',
  ],
  'From any non-terminal state, generation fails: observed on a poll; to failed. The reservation is refunded automatically; `error` is carried in the record.':
    ['state.to-failed', 'state.refund-with-failure', 'credits.refund', 'record.error.when-failed'],
  'Each poll checks the underlying task directly, and the status shown, including the refund on failure, results from that check.':
    ['state.poll-asks', 'state.refund-with-failure', 'get.answer.record'],
  'Which exact states can move to `failed`: not shown.': ['state.failed-from'],
};

export const AUTHENTICATION_SENTENCES: Sentences = {
  'Scheme: HTTP bearer. Header `Authorization: Bearer <API_KEY>` on every request, including content downloads.': [
    'authentication.bearer',
    'authentication.get.missing',
    'authentication.get.invalid',
    'authentication.content.missing',
    'authentication.content.invalid',
  ],
  'Keys are created from the account dashboard and are displayed only once.': [
    'authentication.key.dashboard',
    'authentication.key.shown-once',
  ],
  'Keys must be kept on the server side and never placed in browser code.': ['authentication.key.server-side'],
  'A missing or invalid key leads to a `401` (listed for create).': [
    'authentication.create.missing',
    'authentication.create.invalid',
    'authentication.read-status',
  ],
  'Source videos must belong to the account that owns the key.': [
    'create.source-video-ids.owned',
    'get.foreign',
    'content.foreign',
  ],
};

export const EVENT_SENTENCES: Sentences = {
  'Events, callbacks or webhooks: not shown.': ['events.callbacks'],
  'Progress is obtained only by polling.': ['events.polling-suffices'],
};
