/**
 * Requirements without a check of their own, each with the reason. Coverage is complete when every requirement is here
 * or has a check.
 */

import type { RequirementId } from '../../contract/requirements/requirements.ts';

export const REASONS: Readonly<Partial<Record<RequirementId, string>>> = {
  // Promises that no exchange over the API can show.
  'service.https': 'The operator keeps it; the kit also judges servers on the same machine over plain HTTP.',
  'content.audio.kinds': 'The content of the sound cannot be judged without listening.',
  'service.no-subscription': 'It is a matter of contract, not of the API.',
  'state.poll-asks': 'What happens behind a poll does not show in its answer.',
  'authentication.key.dashboard': 'The dashboard is not part of the API.',
  'billing.markup': "How the operator's price comes about does not show.",
  'versioning.openapi':
    'The document does not say where the description is; `versioning.openapi.place` observes one place.',
  'workflow.frames.order': 'Frames are not decoded: the kit reads the file, not the picture. Look at a clip to see it.',
  'workflow.reference.combined':
    'It cannot be broken: 30 images, 10 sounds and 10 source videos are the most that the single limits allow, and they are 50.',
  // Rules for clients: a server cannot break them.
  'service.nondeterministic': 'It tells clients what not to rely on.',
  'error.request-id.quote': 'It tells clients what to do.',
  'create.prompt.content': 'It tells clients how to write.',
  'get.backoff': 'It binds the client; the kit itself keeps to it.',
  'authentication.key.server-side': 'It binds the client.',
  'errors.retry': 'It binds the client; the kit itself keeps to it.',
  'errors.no-retry': 'It binds the client; the kit itself keeps to it.',
  // Left open by the document, and not observed.
  'service.seed': 'Clips of two paid creates would have to be compared; nothing is promised of them.',
  'credits.opening-balance': 'The API has no way to read a balance.',
  'record.retention': 'It would take days.',
  'workflow.reference.operation': 'It would take two more paid clips, and their pictures would have to be compared.',
  'workflow.edit-extend.other-references': 'A server that accepts it charges for it.',
  'state.settle': 'What nobody polls, nobody sees.',
  'state.look': 'Whether a look has moved a generation does not show.',
  'idempotency.in-flight': 'Racing creates may be charged one by one.',
  'idempotency.expiry': 'It would take a day.',
  'create.body.size': '`error-code.body.hostile.huge` observes it with --hostile.',
  'authentication.key.form': 'The kit knows the keys that it was given, and nothing of how others look.',
  'events.callbacks': '`create.unknown-fields.other` sends a webhook field, which has to be refused as unknown.',
  'limits.concurrency': 'To meet such a limit, many generations would have to be paid for.',
  'files.fetching': 'It is about the emulator alone.',
  'files.bounds': 'It would take files that are exact to the byte, on a host of the user.',
  'billing.capture': 'The API has no way to read a balance.',
  'versioning.policy': 'It is about the future.',
};
