/** Every check there is, in the order of the API document. One line for each file of this folder. */

import type { Check } from '../engine/define.ts';
import { PLAIN_FIELD_CHECKS } from './request/plain-fields.ts';
import { REFERENCE_FIELD_CHECKS } from './request/references.ts';
import { SUBJECT_MAP_CHECKS } from './subject-map.ts';
import { WORKFLOW_CHECKS } from './workflows.ts';

export const CHECKS: readonly Check[] = [
  ...SUBJECT_MAP_CHECKS,
  ...PLAIN_FIELD_CHECKS,
  ...REFERENCE_FIELD_CHECKS,
  ...WORKFLOW_CHECKS,
];
