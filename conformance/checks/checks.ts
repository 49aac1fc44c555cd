/** All checks of the kit. Each file of this folder with checks has one line in the list. */

import type { Check } from '../engine/define.ts';
import { AUTHENTICATION_CHECKS } from './authentication/authentication.ts';
import { AUTHENTICATION_HTTP_CHECKS, OTHER_HEADER_CHECKS } from './authentication/challenges.ts';
import { AUTHENTICATION_REVOKED_CHECKS } from './authentication/revoked.ts';
import { CREDENTIAL_CHECKS } from './authentication/credentials.ts';
import { BALANCE_CHECKS } from './service/balance.ts';
import { BILLING_CHECKS } from './billing/billing.ts';
import { CLIP_CHECKS } from './content/clip.ts';
import { CONDITION_CHECKS } from './content/conditions.ts';
import { DOWNLOAD_HEADER_CHECKS } from './content/download-headers.ts';
import { EVERY_ANSWER_CHECKS } from './content/every-answer.ts';
import { EVERY_CLIP_CHECKS } from './content/every-clip.ts';
import { EVERY_PART_CHECKS } from './content/every-part.ts';
import { ODD_RANGE_CHECKS } from './content/odd-range.ts';
import { PICTURE_AND_SOUND_CHECKS } from './content/picture-and-sound.ts';
import { RANGE_CHECKS } from './content/range.ts';
import { REFUSED_CONTENT_CHECKS } from './content/refused.ts';
import { CREATE_CHECKS } from './create/create.ts';
import { CREDIT_CHECKS } from './service/credits.ts';
import { SPENT_CREDIT_CHECKS } from './service/spent-credits.ts';
import { ERROR_CHECKS } from './error/error.ts';
import { FILE_CHECKS } from './files/files.ts';
import { OTHER_KEY_CHECKS } from './get/other-keys.ts';
import { GET_CHECKS } from './get/get.ts';
import { HTTP_BARE_CHECKS } from './http/bare.ts';
import { HTTP_HEADER_CHECKS } from './http/headers.ts';
import { HTTP_CONNECTION_CHECKS } from './http/connections.ts';
import { HTTP_FORM_CHECKS } from './http/forms.ts';
import { IDEMPOTENCY_CHECKS } from './create/idempotency.ts';
import { IDEMPOTENCY_KEY_CHECKS } from './create/idempotency-keys.ts';
import { LIMIT_CHECKS } from './limits/limits.ts';
import { RECORD_CHECKS } from './record/record.ts';
import { JSON_HTTP_CHECKS } from './http/json-http.ts';
import { SECOND_TIME_CHECKS } from './states/states-again.ts';
import { BODY_CHECKS } from './request/body.ts';
import { EVERY_WORKFLOW_CHECKS } from './request/every-workflow.ts';
import { REFERENCE_CHECKS } from './request/references.ts';
import { OTHER_SOURCE_CHECKS } from './request/other-sources.ts';
import { SOURCE_SECONDS_CHECKS, SOURCE_VIDEO_CHECKS } from './request/source-videos.ts';
import { SUBJECT_MAP_CHECKS } from './subject-map/subject-map.ts';
import { COMBINATION_CHECKS } from './workflows/combinations.ts';
import { POSITION_CHECKS } from './request/positions.ts';
import { SERVICE_CHECKS } from './service/service.ts';
import { STATE_CHECKS } from './states/states.ts';
import { VERSIONING_CHECKS } from './versioning/versioning.ts';
import { RATIO_CHECKS } from './workflows/ratios.ts';
import { WORKFLOW_CHECKS } from './workflows/workflows.ts';

export const CHECKS: readonly Check[] = [
  ...SERVICE_CHECKS,
  ...RECORD_CHECKS,
  ...ERROR_CHECKS,
  ...SUBJECT_MAP_CHECKS,
  ...BODY_CHECKS,
  ...EVERY_WORKFLOW_CHECKS,
  ...REFERENCE_CHECKS,
  ...POSITION_CHECKS,
  ...COMBINATION_CHECKS,
  ...SOURCE_VIDEO_CHECKS,
  ...OTHER_SOURCE_CHECKS,
  ...SOURCE_SECONDS_CHECKS,
  ...WORKFLOW_CHECKS,
  ...RATIO_CHECKS,
  ...STATE_CHECKS,
  ...CREDIT_CHECKS,
  ...CREATE_CHECKS,
  ...IDEMPOTENCY_CHECKS,
  ...IDEMPOTENCY_KEY_CHECKS,
  ...SECOND_TIME_CHECKS,
  ...GET_CHECKS,
  ...OTHER_KEY_CHECKS,
  ...JSON_HTTP_CHECKS,
  ...CLIP_CHECKS,
  ...PICTURE_AND_SOUND_CHECKS,
  ...EVERY_CLIP_CHECKS,
  ...EVERY_PART_CHECKS,
  ...RANGE_CHECKS,
  ...ODD_RANGE_CHECKS,
  ...DOWNLOAD_HEADER_CHECKS,
  ...CONDITION_CHECKS,
  ...EVERY_ANSWER_CHECKS,
  ...REFUSED_CONTENT_CHECKS,
  ...AUTHENTICATION_CHECKS,
  ...AUTHENTICATION_REVOKED_CHECKS,
  ...AUTHENTICATION_HTTP_CHECKS,
  ...CREDENTIAL_CHECKS,
  ...LIMIT_CHECKS,
  ...OTHER_HEADER_CHECKS,
  ...FILE_CHECKS,
  ...BILLING_CHECKS,
  ...SPENT_CREDIT_CHECKS,
  ...BALANCE_CHECKS,
  ...VERSIONING_CHECKS,
  ...HTTP_FORM_CHECKS,
  ...HTTP_BARE_CHECKS,
  ...HTTP_HEADER_CHECKS,
  ...HTTP_CONNECTION_CHECKS,
];
