/** All mutants in the order of the API document, with one line for each file of this folder. */

import type { Mutant } from '../mutant.ts';
import { ROW_MUTANTS } from './rows.ts';
import { BALANCE_MUTANTS } from './service/balance.ts';
import { CREDIT_MUTANTS } from './service/credits.ts';
import { RECORD_MUTANTS } from './record/record.ts';
import { ERROR_MUTANTS } from './error/error.ts';
import { LOST_RULE_MUTANTS } from './request/lost-rules.ts';
import { NEAR_NAME_MUTANTS } from './request/near-names.ts';
import { NEAR_VALUE_MUTANTS } from './request/near-values.ts';
import { ODD_INPUT_MUTANTS } from './request/odd-inputs.ts';
import { REFERENCE_MUTANTS } from './request/references.ts';
import { SOURCE_MUTANTS } from './request/sources.ts';
import { WORKFLOW_MUTANTS } from './workflows/workflows.ts';
import { IDEMPOTENCY_MUTANTS } from './create/idempotency.ts';
import { STATE_MUTANTS } from './states/states.ts';
import { FOREIGN_MUTANTS } from './get/foreign.ts';
import { CONDITION_MUTANTS } from './content/conditions.ts';
import { CONTENT_MUTANTS } from './content/content.ts';
import { EVERY_CLIP_MUTANTS } from './content/every-clip.ts';
import { RANGE_MUTANTS } from './content/ranges.ts';
import { WIDE_RANGE_MUTANTS } from './content/wide-ranges.ts';
import { AUTHENTICATION_MUTANTS } from './authentication/authentication.ts';
import { ON_REQUEST_MUTANTS } from './files/on-request.ts';
import { BILLING_MUTANTS } from './billing/billing.ts';
import { CONNECTION_MUTANTS } from './http/connections.ts';
import { JSON_HTTP_MUTANTS } from './http/json-http.ts';

/** The rows of the tables of creates come last. */
export const MUTANTS: readonly Mutant[] = [
  ...BALANCE_MUTANTS,
  ...CREDIT_MUTANTS,
  ...RECORD_MUTANTS,
  ...ERROR_MUTANTS,
  ...LOST_RULE_MUTANTS,
  ...NEAR_NAME_MUTANTS,
  ...NEAR_VALUE_MUTANTS,
  ...ODD_INPUT_MUTANTS,
  ...REFERENCE_MUTANTS,
  ...SOURCE_MUTANTS,
  ...WORKFLOW_MUTANTS,
  ...IDEMPOTENCY_MUTANTS,
  ...STATE_MUTANTS,
  ...FOREIGN_MUTANTS,
  ...CONDITION_MUTANTS,
  ...CONTENT_MUTANTS,
  ...EVERY_CLIP_MUTANTS,
  ...RANGE_MUTANTS,
  ...WIDE_RANGE_MUTANTS,
  ...AUTHENTICATION_MUTANTS,
  ...ON_REQUEST_MUTANTS,
  ...BILLING_MUTANTS,
  ...CONNECTION_MUTANTS,
  ...JSON_HTTP_MUTANTS,
  ...ROW_MUTANTS,
];
