/** All mutants in the order of the API document, with one line for each file of this folder. */

import type { Mutant } from '../mutant.ts';
import { ROW_MUTANTS } from './rows.ts';
import { AUTHENTICATION_MUTANTS } from './authentication/authentication.ts';
import { CHOICE_MUTANTS } from './request/choices.ts';
import { COMBINATION_MUTANTS } from './workflows/combinations.ts';
import { CONDITION_MUTANTS } from './content/conditions.ts';
import { CONTENT_MUTANTS } from './content/content.ts';
import { CREDENTIALS_MUTANTS } from './authentication/credentials.ts';
import { CREDIT_MUTANTS } from './service/credits.ts';
import { ELSEWHERE_MUTANTS } from './request/elsewhere.ts';
import { EVERY_PART_MUTANTS } from './content/every-part.ts';
import { FAR_BEYOND_MUTANTS } from './request/far-beyond.ts';
import { INHERITED_NAME_MUTANTS } from './request/inherited-names.ts';
import { SHARED_CONNECTION_MUTANTS } from './http/shared-connections.ts';
import { GIVEN_AND_SPENT_MUTANTS } from './request/given-and-spent.ts';
import { SHOWN_TO_OTHERS_MUTANTS } from './get/shown-to-others.ts';
import { EVERYWHERE_MUTANTS } from './authentication/everywhere.ts';
import { ERROR_MUTANTS } from './error/error.ts';
import { IDEMPOTENCY_MUTANTS } from './create/idempotency.ts';
import { EVERY_CLIP_MUTANTS } from './content/every-clip.ts';
import { LOST_IN_SHAPES_MUTANTS } from './request/lost-in-shapes.ts';
import { LOST_RULE_MUTANTS } from './request/lost-rules.ts';
import { NEAR_NAME_MUTANTS } from './request/near-names.ts';
import { NEAR_VALUE_MUTANTS } from './request/near-values.ts';
import { NEARLY_RIGHT_MUTANTS } from './record/nearly-right.ts';
import { ODD_RANGE_MUTANTS } from './content/odd-ranges.ts';
import { ONE_WORKFLOW_MUTANTS } from './states/one-workflow.ts';
import { ON_REQUEST_MUTANTS } from './files/on-request.ts';
import { POSITION_MUTANTS } from './request/positions.ts';
import { RACE_MUTANTS } from './service/races.ts';
import { RANGE_MUTANTS } from './content/ranges.ts';
import { RECORD_MUTANTS } from './record/record.ts';
import { REFERENCE_MUTANTS } from './request/references.ts';
import { BALANCE_MUTANTS } from './service/balance.ts';
import { ECHO_MUTANTS } from './error/echoes.ts';
import { FRAMEWORK_MUTANTS } from './create/framework-habits.ts';
import { REVOKED_MUTANTS } from './authentication/revoked.ts';
import { SOURCE_MUTANTS } from './request/sources.ts';
import { STATE_MUTANTS } from './states/states.ts';
import { SUBJECT_MAP_MUTANTS } from './subject-map/subject-map.ts';
import { WIRE_MUTANTS } from './http/wire.ts';
import { WORKFLOW_RULE_MUTANTS } from './workflows/workflow-rules.ts';
import { WIDE_RANGE_MUTANTS } from './content/wide-ranges.ts';
import { WORKFLOW_MUTANTS } from './workflows/workflows.ts';
import { JSON_HTTP_MUTANTS } from './http/json-http.ts';
import { NEIGHBOR_MUTANTS } from './get/neighbors.ts';
import { SECOND_TIME_MUTANTS } from './states/second-time.ts';

const HAND_WRITTEN: readonly Mutant[] = [
  ...CREDIT_MUTANTS,
  ...BALANCE_MUTANTS,
  ...RECORD_MUTANTS,
  ...ERROR_MUTANTS,
  ...SUBJECT_MAP_MUTANTS,
  ...CHOICE_MUTANTS,
  ...REFERENCE_MUTANTS,
  ...WORKFLOW_MUTANTS,
  ...NEAR_VALUE_MUTANTS,
  ...NEAR_NAME_MUTANTS,
  ...POSITION_MUTANTS,
  ...LOST_RULE_MUTANTS,
  ...LOST_IN_SHAPES_MUTANTS,
  ...WORKFLOW_RULE_MUTANTS,
  ...COMBINATION_MUTANTS,
  ...IDEMPOTENCY_MUTANTS,
  ...RACE_MUTANTS,
  ...STATE_MUTANTS,
  ...CONTENT_MUTANTS,
  ...RANGE_MUTANTS,
  ...ODD_RANGE_MUTANTS,
  ...WIDE_RANGE_MUTANTS,
  ...CONDITION_MUTANTS,
  ...CREDENTIALS_MUTANTS,
  ...EVERY_CLIP_MUTANTS,
  ...EVERY_PART_MUTANTS,
  ...SHOWN_TO_OTHERS_MUTANTS,
  ...GIVEN_AND_SPENT_MUTANTS,
  ...AUTHENTICATION_MUTANTS,
  ...REVOKED_MUTANTS,
  ...ECHO_MUTANTS,
  ...FRAMEWORK_MUTANTS,
  ...NEARLY_RIGHT_MUTANTS,
  ...ON_REQUEST_MUTANTS,
  ...ELSEWHERE_MUTANTS,
  ...EVERYWHERE_MUTANTS,
  ...ONE_WORKFLOW_MUTANTS,
  ...SOURCE_MUTANTS,
  ...WIRE_MUTANTS,
  ...FAR_BEYOND_MUTANTS,
  ...INHERITED_NAME_MUTANTS,
  ...SHARED_CONNECTION_MUTANTS,
  ...NEIGHBOR_MUTANTS,
  ...JSON_HTTP_MUTANTS,
  ...SECOND_TIME_MUTANTS,
];

const named = new Set(HAND_WRITTEN.map(({ id }) => id));

/** The rows of the tables of creates come last. Rows that have a mutant of their own in this folder need no other. */
export const MUTANTS: readonly Mutant[] = [...HAND_WRITTEN, ...ROW_MUTANTS.filter(({ id }) => !named.has(id))];
