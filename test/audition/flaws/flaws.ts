/** Clients with one flaw each, and the check that each is for, by the families of checks. */

import { CREATE_FLAWS } from './create-flaws.ts';
import { DELIVERY_FLAWS } from './delivery-flaws.ts';
import { DOWNLOAD_FLAWS } from './download-flaws.ts';
import { RETRY_FLAWS } from './retry-flaws.ts';
import { SECRET_FLAWS } from './secret-flaws.ts';
import { STOP_FLAWS } from './stop-flaws.ts';
import { TRUTH_FLAWS } from './truth-flaws.ts';
import type { Flaw } from './flawed-client.ts';

export const FLAWS: readonly Flaw[] = [
  ...CREATE_FLAWS,
  ...RETRY_FLAWS,
  ...DELIVERY_FLAWS,
  ...DOWNLOAD_FLAWS,
  ...STOP_FLAWS,
  ...TRUTH_FLAWS,
  ...SECRET_FLAWS,
];
