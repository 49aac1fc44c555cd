/** All legal servers of the proof. */

import type { LegalVariant } from '../legal-variant.ts';
import { ANSWER_VARIANTS } from './answers.ts';
import { CODING_VARIANTS } from './codings.ts';
import { CONTENT_VARIANTS } from './content.ts';
import { DEVIATING_VARIANTS } from './deviations.ts';
import { DOWNLOAD_VARIANTS } from './downloads.ts';
import { MEMBER_VARIANTS } from './members.ts';
import { PACE_VARIANTS } from './pace.ts';

export const LEGAL_VARIANTS: readonly LegalVariant[] = [
  ...ANSWER_VARIANTS,
  ...CONTENT_VARIANTS,
  ...CODING_VARIANTS,
  ...DEVIATING_VARIANTS,
  ...DOWNLOAD_VARIANTS,
  ...MEMBER_VARIANTS,
  ...PACE_VARIANTS,
];
