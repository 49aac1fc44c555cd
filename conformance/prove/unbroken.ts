/** Musts that no mutant breaks, each with the reason. A test compares the list with the requirements. */

import type { RequirementId } from '../../contract/requirements/requirements.ts';

export const UNBROKEN: Readonly<Partial<Record<RequirementId, string>>> = {
  'service.https': 'No check can see whether the operator keeps this promise.',
  'content.audio.kinds': 'The sound cannot be judged without listening to it.',
  'service.no-subscription': 'It is part of a contract, not of the API.',
  'workflow.frames.order': 'Equivalent: frames are not decoded, so a server that swaps them looks the same.',
  'workflow.reference.combined':
    'Equivalent: the single limits allow 30 images, 10 sounds and 10 source videos, so no request can exceed the sum of 50.',
  'state.poll-asks': 'Equivalent: a poll does not show the work behind it.',
  'authentication.key.dashboard': 'The dashboard is not part of the API.',
  'authentication.key.server-side': 'It binds the client.',
  'errors.no-retry': 'It binds the client.',
  'billing.markup': 'The API does not show how the operator sets the price.',
  'versioning.openapi': 'The document does not name the place of the description.',
};
