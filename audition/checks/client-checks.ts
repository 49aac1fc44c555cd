/** All checks, in the order in which reports show them: the gravest first. */

import type { ClientCheck } from './client-check.ts';
import { DELIVERY_CHECKS } from './delivery.ts';
import { RETRY_CHECKS } from './retries.ts';

export const CLIENT_CHECKS: readonly ClientCheck[] = [...DELIVERY_CHECKS, ...RETRY_CHECKS];
