/**
 * Requirements without a check of their own, each with the reason. Coverage is complete when every requirement is here
 * or has a check.
 */

import type { RequirementId } from '../../contract/requirements/requirements.ts';

export const REASONS: Readonly<Partial<Record<RequirementId, string>>> = {
  // Promises that no exchange over the API can show.
  'service.https': 'The operator is responsible for it. The kit also judges local servers over plain HTTP.',
  'content.audio.kinds': 'The content of the sound cannot be judged without listening.',
  'service.no-subscription': 'It is part of the contract with the customer, not of the API.',
  'state.poll-asks': 'The response to a poll does not show whether the server asked its provider.',
  'authentication.key.dashboard': 'The dashboard is not part of the API.',
  'billing.markup': 'No response shows how a price is calculated.',
  'versioning.openapi':
    'The document does not say where the description is; `versioning.openapi.place` observes one place.',
  'workflow.frames.order': 'The kit does not decode frames. Watch a clip to check it.',
  'workflow.reference.combined':
    'It cannot be broken: the separate limits allow at most 30 images, 10 sounds and 10 source videos, which are 50 references.',
  // Rules for clients: a server cannot break them.
  'service.nondeterministic': 'It is a rule for clients: they must not rely on it.',
  'error.request-id.quote': 'It is a rule for clients.',
  'create.prompt.content': 'It is a rule for the prompts of clients.',
  'get.backoff': 'It is a rule for clients. The kit follows it.',
  'authentication.key.server-side': 'It is a rule for clients.',
  'errors.retry': 'It is a rule for clients. The kit follows it.',
  'errors.no-retry': 'It is a rule for clients. The kit follows it.',
  // Left open by the document, and not observed.
  'service.seed':
    'The kit would have to compare the clips of two paid creates. The document promises nothing about them.',
  'credits.opening-balance': 'The API has no endpoint for the balance.',
  'record.retention': 'The run would last days.',
  'workflow.reference.operation': 'The kit would have to pay for two more clips and compare their pictures.',
  'workflow.edit-extend.other-references': 'A server that accepts it charges for it.',
  'state.settle': 'The kit sees a generation only by polling it.',
  'state.look': 'No response shows whether a request changed the status of a generation.',
  'idempotency.in-flight': 'A server may charge for each of several parallel creates.',
  'idempotency.expiry': 'The run would last a day.',
  'create.body.size': '`error-code.body.hostile.huge` observes it with --hostile.',
  'authentication.key.form': 'The kit sees only the keys of the profile, so it cannot know the form of other keys.',
  'events.callbacks': '`create.unknown-fields.other` sends a webhook field, which must be rejected as unknown.',
  'limits.concurrency': 'The kit would have to pay for many generations to reach such a limit.',
  'files.fetching': 'It applies to the emulator only.',
  'files.bounds': 'The user would have to host files with exact sizes in bytes.',
  'billing.capture': 'The API has no endpoint for the balance.',
  'versioning.policy': 'It applies to future versions.',
};
