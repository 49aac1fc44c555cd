/** Musts that no mutant breaks, each with the reason. A test compares the list with the requirements. */

import type { RequirementId } from '../../contract/requirements/requirements.ts';

export const UNBROKEN: Readonly<Partial<Record<RequirementId, string>>> = {
  'service.https': 'The operator keeps it; no check looks at it.',
  'content.audio.kinds': 'The content of the sound cannot be judged without listening.',
  'service.no-subscription': 'It is a matter of contract, not of the API.',
  'workflow.frames.order': 'Equivalent: frames are not decoded, so that a server which swaps them looks the same.',
  'workflow.reference.combined':
    'Equivalent: 30 images, 10 sounds and 10 source videos are 50, so that no request can exceed the sum within the single limits.',
  'state.poll-asks': 'Equivalent: what happens behind a poll does not show in its answer.',
  'authentication.key.dashboard': 'The dashboard is not part of the API.',
  'authentication.key.server-side': 'It binds the client.',
  'errors.no-retry': 'It binds the client.',
  'billing.markup': "How the operator's price comes about does not show.",
  'versioning.openapi': 'The document does not say where the description is.',
};
