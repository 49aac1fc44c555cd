/** Every check there is, in the order of the API document. One line for each file of this folder. */

import type { Check } from '../engine/define.ts';
import { AUTHENTICATION_CHECKS } from './authentication.ts';
import { AUTHENTICATION_HEAD_CHECKS } from './authentication-head.ts';
import { AUTHENTICATION_REVOKED_CHECKS } from './authentication-revoked.ts';
import { AUTHENTICATION_HTTP_CHECKS } from './authentication-http.ts';
import { CREDENTIAL_CHECKS } from './credentials.ts';
import { BALANCE_CHECKS } from './balance.ts';
import { BILLING_CHECKS } from './billing.ts';
import { CLIP_CHECKS } from './content/clip.ts';
import { CONDITIONAL_CHECKS } from './content/conditional.ts';
import { CONDITION_CHECKS } from './content/conditions.ts';
import { DIGEST_CHECKS } from './content/digests.ts';
import { EVALUATED_CONDITION_CHECKS } from './content/evaluated-conditions.ts';
import { EVERY_CONDITION_CHECKS } from './content/every-condition.ts';
import { EVERY_CLIP_CHECKS } from './content/every-clip.ts';
import { EVERY_PART_CHECKS } from './content/every-part.ts';
import { WHOLE_ANSWER_CHECKS } from './content/whole-answers.ts';
import { WIDE_RANGE_CHECKS } from './content/wide-ranges.ts';
import { EVERY_SHAPE_CHECKS } from './content/every-shape.ts';
import { ODD_RANGE_CHECKS } from './content/odd-range.ts';
import { PICTURE_AND_SOUND_CHECKS } from './content/picture-and-sound.ts';
import { RANGE_CHECKS } from './content/range.ts';
import { REFUSED_CONTENT_CHECKS } from './content/refused.ts';
import { SEVERAL_CHECKS } from './content/several.ts';
import { VALIDATOR_CHECKS } from './content/validators.ts';
import { CREATE_CHECKS } from './create.ts';
import { CREDIT_CHECKS } from './credits.ts';
import { CREDIT_AFTERWARDS_CHECKS } from './credits-afterwards.ts';
import { CREDIT_EVERYWHERE_CHECKS } from './credits-everywhere.ts';
import { ERROR_CHECKS } from './error.ts';
import { FILE_CHECKS } from './files.ts';
import { FIT_FILE_CHECKS } from './fit-files.ts';
import { EVERY_OWNER_CHECKS } from './every-owner.ts';
import { GET_CHECKS } from './get.ts';
import { HOSTILE_CHECKS } from './hostile.ts';
import { HTTP_BARE_CHECKS } from './http-bare.ts';
import { HTTP_FIELD_NAME_CHECKS } from './http-field-names.ts';
import { HTTP_CONNECTION_CHECKS } from './http-connections.ts';
import { HTTP_DATE_CHECKS } from './http-date.ts';
import { HTTP_FORM_CHECKS } from './http-forms.ts';
import { HTTP_SHARED_CONNECTION_CHECKS } from './http-shared-connections.ts';
import { IDEMPOTENCY_CHECKS } from './idempotency.ts';
import { IDEMPOTENCY_EVERYWHERE_CHECKS } from './idempotency-everywhere.ts';
import { IDEMPOTENCY_REFUSED_CHECKS } from './idempotency-refused.ts';
import { IDEMPOTENCY_TWIN_CHECKS } from './idempotency-twins.ts';
import { INHERITED_NAME_CHECKS } from './inherited-names.ts';
import { LIMIT_CHECKS } from './limits.ts';
import { WARNED_CHECKS } from './warned.ts';
import { NEIGHBOR_CHECKS } from './neighbors.ts';
import { JSON_HTTP_CHECKS } from './json-http.ts';
import { SECOND_TIME_CHECKS } from './second-time.ts';
import { LOST_ANSWER_CHECKS } from './lost-answers.ts';
import { SPECIAL_TEXT_CHECKS } from './request/special-text.ts';
import { URL_FORM_CHECKS } from './request/url-forms.ts';
import { NEAR_ID_CHECKS } from './near-ids.ts';
import { OTHER_MAP_CHECKS } from './other-maps.ts';
import { RECORD_CHECKS } from './record.ts';
import { ODD_LENGTH_CHECKS } from './odd-lengths.ts';
import { OTHER_HEADER_CHECKS } from './other-headers.ts';
import { BODY_CHECKS } from './request/body.ts';
import { CHOICE_CHECKS } from './request/choices.ts';
import { COMBINATION_CHECKS } from './request/combinations.ts';
import { DURATION_CHECKS } from './request/duration.ts';
import { FOREIGN_SOURCE_CHECKS } from './request/foreign-sources.ts';
import { FIELD_CASE_CHECKS } from './request/field-case.ts';
import { IMAGE_CHECKS } from './request/images.ts';
import { MODEL_AND_PROMPT_CHECKS } from './request/model-and-prompt.ts';
import { NEAR_EVERYWHERE_CHECKS } from './request/near-everywhere.ts';
import { NEAR_NAME_CHECKS } from './request/near-names.ts';
import { NEAR_REFERENCE_CHECKS } from './request/near-references.ts';
import { NEAR_VALUE_CHECKS } from './request/near-values.ts';
import { ODD_JSON_CHECKS } from './request/odd-json.ts';
import { ODD_TEXT_CHECKS } from './request/odd-text.ts';
import { OTHER_MODE_CHECKS } from './request/other-modes.ts';
import { POSITION_CHECKS } from './request/positions.ts';
import { SOUND_CHECKS } from './request/sounds.ts';
import { SOURCE_VIDEO_CHECKS } from './request/source-videos.ts';
import { OWN_SOURCE_CHECKS } from './request/with-own-source.ts';
import { WORKFLOW_RULE_CHECKS } from './request/workflow-rules.ts';
import { SECOND_KEY_CHECKS } from './second-key.ts';
import { SERVICE_CHECKS } from './service.ts';
import { SPELLING_CHECKS } from './spelling.ts';
import { ECHO_CHECKS } from './echoes.ts';
import { FRAMEWORK_CHECKS } from './framework-habits.ts';
import { SPENT_AGAIN_CHECKS } from './spent-again.ts';
import { STATE_CHECKS } from './states.ts';
import { SUBJECT_MAP_CHECKS } from './subject-map.ts';
import { SHOWN_TO_OTHERS_CHECKS } from './shown-to-others.ts';
import { VERSIONING_CHECKS } from './versioning.ts';
import { WORKFLOW_CHECKS } from './workflows.ts';

export const CHECKS: readonly Check[] = [
  ...SERVICE_CHECKS,
  ...RECORD_CHECKS,
  ...SPELLING_CHECKS,
  ...ERROR_CHECKS,
  ...SUBJECT_MAP_CHECKS,
  ...OTHER_MAP_CHECKS,
  ...BODY_CHECKS,
  ...MODEL_AND_PROMPT_CHECKS,
  ...DURATION_CHECKS,
  ...CHOICE_CHECKS,
  ...ODD_JSON_CHECKS,
  ...ODD_TEXT_CHECKS,
  ...SPECIAL_TEXT_CHECKS,
  ...URL_FORM_CHECKS,
  ...OTHER_MODE_CHECKS,
  ...NEAR_VALUE_CHECKS,
  ...NEAR_EVERYWHERE_CHECKS,
  ...NEAR_NAME_CHECKS,
  ...FIELD_CASE_CHECKS,
  ...NEAR_REFERENCE_CHECKS,
  ...POSITION_CHECKS,
  ...WORKFLOW_RULE_CHECKS,
  ...COMBINATION_CHECKS,
  ...IMAGE_CHECKS,
  ...SOUND_CHECKS,
  ...SOURCE_VIDEO_CHECKS,
  ...FOREIGN_SOURCE_CHECKS,
  ...OWN_SOURCE_CHECKS,
  ...WORKFLOW_CHECKS,
  ...STATE_CHECKS,
  ...CREDIT_CHECKS,
  ...CREDIT_EVERYWHERE_CHECKS,
  ...CREATE_CHECKS,
  ...IDEMPOTENCY_CHECKS,
  ...IDEMPOTENCY_EVERYWHERE_CHECKS,
  ...IDEMPOTENCY_REFUSED_CHECKS,
  ...IDEMPOTENCY_TWIN_CHECKS,
  ...SECOND_KEY_CHECKS,
  ...SPENT_AGAIN_CHECKS,
  ...SECOND_TIME_CHECKS,
  ...LOST_ANSWER_CHECKS,
  ...FRAMEWORK_CHECKS,
  ...ECHO_CHECKS,
  ...GET_CHECKS,
  ...EVERY_OWNER_CHECKS,
  ...SHOWN_TO_OTHERS_CHECKS,
  ...NEAR_ID_CHECKS,
  ...NEIGHBOR_CHECKS,
  ...JSON_HTTP_CHECKS,
  ...CLIP_CHECKS,
  ...PICTURE_AND_SOUND_CHECKS,
  ...EVERY_SHAPE_CHECKS,
  ...EVERY_CLIP_CHECKS,
  ...EVERY_PART_CHECKS,
  ...WHOLE_ANSWER_CHECKS,
  ...RANGE_CHECKS,
  ...ODD_RANGE_CHECKS,
  ...SEVERAL_CHECKS,
  ...WIDE_RANGE_CHECKS,
  ...CONDITIONAL_CHECKS,
  ...CONDITION_CHECKS,
  ...EVALUATED_CONDITION_CHECKS,
  ...EVERY_CONDITION_CHECKS,
  ...DIGEST_CHECKS,
  ...VALIDATOR_CHECKS,
  ...REFUSED_CONTENT_CHECKS,
  ...AUTHENTICATION_CHECKS,
  ...AUTHENTICATION_HEAD_CHECKS,
  ...AUTHENTICATION_REVOKED_CHECKS,
  ...AUTHENTICATION_HTTP_CHECKS,
  ...CREDENTIAL_CHECKS,
  ...LIMIT_CHECKS,
  ...ODD_LENGTH_CHECKS,
  ...INHERITED_NAME_CHECKS,
  ...OTHER_HEADER_CHECKS,
  ...HOSTILE_CHECKS,
  ...FILE_CHECKS,
  ...FIT_FILE_CHECKS,
  ...BILLING_CHECKS,
  ...CREDIT_AFTERWARDS_CHECKS,
  ...BALANCE_CHECKS,
  ...VERSIONING_CHECKS,
  ...HTTP_FORM_CHECKS,
  ...HTTP_BARE_CHECKS,
  ...HTTP_FIELD_NAME_CHECKS,
  ...HTTP_CONNECTION_CHECKS,
  ...HTTP_SHARED_CONNECTION_CHECKS,
  ...HTTP_DATE_CHECKS,
  ...WARNED_CHECKS,
];
