/** All checks, in the order in which reports show them: the gravest first. */

import type { ClientCheck } from './client-check.ts';
import { CREATE_CHECKS } from './creates.ts';
import { DELIVERY_CHECKS } from './delivery.ts';
import { DOWNLOAD_CHECKS } from './downloads.ts';
import { OBSERVATION_CHECKS } from './observations.ts';
import { RETRY_CHECKS } from './retries.ts';
import { SECRET_CHECKS } from './secrets.ts';
import { STOP_CHECKS } from './stops.ts';
import { TRUTH_CHECKS } from './truth.ts';

export const CLIENT_CHECKS: readonly ClientCheck[] = [
  ...DELIVERY_CHECKS,
  ...CREATE_CHECKS,
  ...RETRY_CHECKS,
  ...STOP_CHECKS,
  ...TRUTH_CHECKS,
  ...DOWNLOAD_CHECKS,
  ...SECRET_CHECKS,
  ...OBSERVATION_CHECKS,
];
