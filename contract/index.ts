/** The public entry `standin/contract`: what the API document says, as code. */

export { crossFieldProblems } from './cross-field.ts';
export { ASPECT_RATIOS, FIXED_RATIOS, nearestRatio, RESOLUTIONS, sizeOf } from './dimensions.ts';
export type { AspectRatio, FixedRatio, Resolution, Size } from './dimensions.ts';
export { ERRORS, isErrorCode } from './errors.ts';
export type { ErrorEntry, OperationName } from './error-entry.ts';
export type { ErrorCode } from './errors.ts';
export { FAILURES, failureMessage } from './failures.ts';
export type { FailureCode, FailureEntry } from './failures.ts';
export { ErrorBody, ErrorEnvelope, STATUSES, VideoGeneration } from './generation.ts';
export type { Status } from './generation.ts';
export { LIMITS } from './limits.ts';
export { parseRequest } from './parse-request.ts';
export type { ParsedRequest } from './parse-request.ts';
export { costOf, DEFAULT_PRICES, toDollars, toMicros } from './prices.ts';
export type { Billed, Micros, PriceTable } from './prices.ts';
export type { Problem } from './problem.ts';
export { CreateVideoRequest, MODEL, REQUEST_FIELDS, SubjectMap } from './request.ts';
export type { CreateVideoInput } from './request.ts';
export { SECTIONS } from './requirements/requirement.ts';
export type { Demand, Section, SettingName, Silence } from './requirements/requirement.ts';
export { requirementById, REQUIREMENTS, requirementsOf } from './requirements/requirements.ts';
export type { Requirement, RequirementId } from './requirements/requirements.ts';
export { outputSeconds, sourceProblems } from './source-videos.ts';
export type { SourceFacts } from './source-videos.ts';
export { urlProblem } from './url.ts';
export { MODES, OPERATIONS, workflowOf, WORKFLOWS } from './workflow.ts';
export type { Mode, Operation, Workflow } from './workflow.ts';
