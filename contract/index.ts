/** The public entry `standin/contract`: what the API document says, as code. */

export { crossFieldProblems } from './cross-field.ts';
export { ASPECT_RATIOS, FIXED_RATIOS, nearestRatio, RESOLUTIONS, sizeOf } from './dimensions.ts';
export type { AspectRatio, FixedRatio, Resolution, Size } from './dimensions.ts';
export { ERRORS, isErrorCode } from './errors.ts';
export type { ErrorCode, ErrorEntry, OperationName } from './errors.ts';
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
export { BEYOND_JSON_SCHEMA } from './openapi/beyond-json-schema.ts';
export type { BeyondRule } from './openapi/beyond-json-schema.ts';
export { toOpenApi } from './openapi/document.ts';
export type { OpenApiDocument } from './openapi/document-types.ts';
export { toYaml } from './openapi/yaml.ts';
export { outputSeconds, sourceProblems } from './source-videos.ts';
export type { SourceFacts } from './source-videos.ts';
export { urlProblem } from './url.ts';
export { MODES, OPERATIONS, workflowOf, WORKFLOWS } from './workflow.ts';
export type { Mode, Operation, Workflow } from './workflow.ts';
