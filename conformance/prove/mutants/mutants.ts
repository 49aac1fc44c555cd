/** Every mutant there is, in the order of the API document. One line for each file of this folder. */

import type { Mutant } from '../mutant.ts';
import { AUTHENTICATION_MUTANTS } from './authentication.ts';
import { CHOICE_MUTANTS } from './choices.ts';
import { COMBINATION_MUTANTS } from './combinations.ts';
import { CONDITION_MUTANTS } from './conditions.ts';
import { CONTENT_MUTANTS } from './content.ts';
import { CREDENTIALS_MUTANTS } from './credentials.ts';
import { CREDIT_MUTANTS } from './credits.ts';
import { ELSEWHERE_MUTANTS } from './elsewhere.ts';
import { EVERY_PART_MUTANTS } from './every-part.ts';
import { FAR_BEYOND_MUTANTS } from './far-beyond.ts';
import { INHERITED_NAME_MUTANTS } from './inherited-names.ts';
import { SHARED_CONNECTION_MUTANTS } from './shared-connections.ts';
import { GIVEN_AND_SPENT_MUTANTS } from './given-and-spent.ts';
import { SHOWN_TO_OTHERS_MUTANTS } from './shown-to-others.ts';
import { EVERYWHERE_MUTANTS } from './everywhere.ts';
import { ERROR_MUTANTS } from './error.ts';
import { IDEMPOTENCY_MUTANTS } from './idempotency.ts';
import { EVERY_CLIP_MUTANTS } from './every-clip.ts';
import { LOST_IN_SHAPES_MUTANTS } from './lost-in-shapes.ts';
import { LOST_RULE_MUTANTS } from './lost-rules.ts';
import { NEAR_NAME_MUTANTS } from './near-names.ts';
import { NEAR_VALUE_MUTANTS } from './near-values.ts';
import { NEARLY_RIGHT_MUTANTS } from './nearly-right.ts';
import { ODD_RANGE_MUTANTS } from './odd-ranges.ts';
import { ONE_WORKFLOW_MUTANTS } from './one-workflow.ts';
import { ON_REQUEST_MUTANTS } from './on-request.ts';
import { POSITION_MUTANTS } from './positions.ts';
import { PROMPT_AND_LENGTH_MUTANTS } from './prompt-and-length.ts';
import { RACE_MUTANTS } from './races.ts';
import { RANGE_MUTANTS } from './ranges.ts';
import { RECORD_MUTANTS } from './record.ts';
import { REFERENCE_MUTANTS } from './references.ts';
import { BALANCE_MUTANTS } from './balance.ts';
import { ECHO_MUTANTS } from './echoes.ts';
import { FRAMEWORK_MUTANTS } from './framework-habits.ts';
import { REVOKED_MUTANTS } from './revoked.ts';
import { SOURCE_MUTANTS } from './sources.ts';
import { STATE_MUTANTS } from './states.ts';
import { SUBJECT_MAP_MUTANTS } from './subject-map.ts';
import { NEIGHBOR_MUTANTS } from './neighbors.ts';
import { JSON_HTTP_MUTANTS } from './json-http.ts';
import { SECOND_TIME_MUTANTS } from './second-time.ts';
import { WIRE_MUTANTS } from './wire.ts';
import { WORKFLOW_RULE_MUTANTS } from './workflow-rules.ts';
import { WIDE_RANGE_MUTANTS } from './wide-ranges.ts';
import { WORKFLOW_MUTANTS } from './workflows.ts';

export const MUTANTS: readonly Mutant[] = [
  ...CREDIT_MUTANTS,
  ...BALANCE_MUTANTS,
  ...RECORD_MUTANTS,
  ...ERROR_MUTANTS,
  ...SUBJECT_MAP_MUTANTS,
  ...PROMPT_AND_LENGTH_MUTANTS,
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
