/** The error catalogue: every code that an answer's envelope may carry. The document names one of them; the others are our defaults. */

export type OperationName = 'create' | 'get' | 'content';

export interface ErrorEntry {
  readonly status: number;
  /** The status of the `ietf` profile, where an RFC or a draft has a closer one. */
  readonly ietfStatus?: number;
  /** Where it can occur; `any` includes paths that are no operation. */
  readonly on: readonly OperationName[] | 'any';
  /** `code`: the document names the code. `status`: it lists the status. `protocol`: HTTP's own. `default`: our decision. */
  readonly documented: 'code' | 'status' | 'protocol' | 'default';
  /** Under which condition it is answered. */
  readonly when: string;
  /** The text of an answer that has nothing more exact to say. */
  readonly message: string;
}

const CREATE = ['create'] as const;
const CONTENT = ['content'] as const;

export const ERRORS = {
  missing_api_key: {
    status: 401,
    on: 'any',
    documented: 'status',
    when: 'The Authorization header is missing, uses another scheme than Bearer, or carries no token.',
    message: 'No API key was sent. Send the header "Authorization: Bearer <API key>".',
  },
  invalid_api_key: {
    status: 401,
    on: 'any',
    documented: 'status',
    when: 'The key is unknown or revoked, or the set-up that it carries is misspelt.',
    message: 'The API key is unknown or revoked. Send a key that was issued to you.',
  },
  invalid_json: {
    status: 400,
    on: CREATE,
    documented: 'status',
    when: 'The body is empty, is not JSON, is not an object, or is not UTF-8.',
    message: 'The body is not a JSON object. Send one JSON object, encoded as UTF-8.',
  },
  invalid_content_type: {
    status: 400,
    ietfStatus: 415,
    on: CREATE,
    documented: 'status',
    when: 'Content-Type is missing or is not JSON.',
    message: 'The body must be JSON. Send the header "Content-Type: application/json".',
  },
  request_too_large: {
    status: 413,
    on: CREATE,
    documented: 'protocol',
    when: 'The body is over 1 MiB.',
    message: 'The body is over 1 MiB. Send at most 1048576 bytes.',
  },
  unknown_field: {
    status: 400,
    on: CREATE,
    documented: 'status',
    when: 'The body has a field that the document does not list.',
    message: 'The body has an unknown field. Remove it.',
  },
  missing_field: {
    status: 400,
    on: CREATE,
    documented: 'status',
    when: 'A required field is absent.',
    message: 'A required field is missing. Add it.',
  },
  invalid_type: {
    status: 400,
    on: CREATE,
    documented: 'status',
    when: 'A field has the wrong JSON type; null is a wrong type, and so are 4.5 and "8" for an integer.',
    message: 'A field has the wrong JSON type.',
  },
  invalid_model: {
    status: 400,
    on: CREATE,
    documented: 'status',
    when: 'model is a string other than the one model of the service.',
    message: 'model must be "videomodel-2.5".',
  },
  invalid_prompt: {
    status: 400,
    on: CREATE,
    documented: 'status',
    when: 'prompt is empty or has over 15,000 Unicode code points.',
    message: 'prompt must have 1 to 15000 characters.',
  },
  invalid_duration: {
    status: 400,
    on: CREATE,
    documented: 'status',
    when: 'duration_seconds is an integer outside 4 to 30.',
    message: 'duration_seconds must be an integer from 4 to 30.',
  },
  invalid_value: {
    status: 400,
    on: CREATE,
    documented: 'status',
    when: 'An enumerated field has another value, or a source id is no uuid.',
    message: 'A field has a value that is not allowed.',
  },
  invalid_url: {
    status: 400,
    on: CREATE,
    documented: 'status',
    when: 'A URL does not start with https://, is malformed, is over 2048 characters, has credentials, or names an IP address or this machine.',
    message: 'A URL is not allowed. Send a public https:// URL.',
  },
  too_many_references: {
    status: 400,
    on: CREATE,
    documented: 'status',
    when: 'An array, or all references together, are over their limit.',
    message: 'There are too many references.',
  },
  references_not_allowed: {
    status: 400,
    on: CREATE,
    documented: 'status',
    when: 'References, subject maps or an operation are sent in a mode that forbids them.',
    message: 'This mode takes no such references. Remove them or send mode "reference-to-video".',
  },
  references_required: {
    status: 400,
    on: CREATE,
    documented: 'status',
    when: 'References that the mode or the operation needs are absent.',
    message: 'This mode needs references.',
  },
  aspect_ratio_not_allowed: {
    status: 400,
    on: CREATE,
    documented: 'status',
    when: 'text-to-video with adaptive; image-to-video, edit or extend without it.',
    message: 'This workflow does not take that aspect_ratio.',
  },
  invalid_subject_map: {
    status: 400,
    on: CREATE,
    documented: 'status',
    when: 'A handle breaks the pattern, its list is empty or over 30 indexes, or an index is negative or beyond its array.',
    message: 'A subject map is not valid.',
  },
  source_video_not_found: {
    status: 400,
    on: CREATE,
    documented: 'status',
    when: 'A source id is unknown or belongs to another account; both get the same answer.',
    message: 'A source video was not found in this account. Send the id of a completed generation of yours.',
  },
  source_video_not_ready: {
    status: 400,
    on: CREATE,
    documented: 'status',
    when: 'A source video is not completed.',
    message: 'A source video is not completed. Poll it until its status is completed, then try again.',
  },
  source_duration_exceeded: {
    status: 400,
    on: CREATE,
    documented: 'status',
    when: 'The source videos are over 30 seconds together.',
    message: 'The source videos are over 30 seconds together. Send fewer or shorter ones.',
  },
  invalid_idempotency_key: {
    status: 400,
    on: CREATE,
    documented: 'status',
    when: 'Idempotency-Key is empty, over 128 characters, or not printable ASCII.',
    message: 'Idempotency-Key must have 1 to 128 printable ASCII characters.',
  },
  idempotency_key_reused: {
    status: 400,
    ietfStatus: 422,
    on: CREATE,
    documented: 'default',
    when: 'An earlier create of this account carried the same Idempotency-Key with another body.',
    message: 'This Idempotency-Key was used with another body. Send the first body again, or a new key.',
  },
  idempotency_in_progress: {
    status: 409,
    on: CREATE,
    documented: 'default',
    when: 'Profile ietf only: the first request with this Idempotency-Key is still in flight.',
    message: 'The first request with this Idempotency-Key is still in progress. Try again in a moment.',
  },
  insufficient_credits: {
    status: 402,
    on: CREATE,
    documented: 'code',
    when: 'The balance is below the cost.',
    message: 'The balance is below the cost of this generation. Add credits, or ask for less.',
  },
  rate_limited: {
    status: 429,
    on: 'any',
    documented: 'status',
    when: 'The account sent more requests than its rate allows; Retry-After tells when to try again.',
    message: 'Too many requests. Wait for the time in Retry-After, then try again.',
  },
  concurrency_limited: {
    status: 429,
    on: CREATE,
    documented: 'status',
    when: 'The account has as many live generations as it may; Retry-After tells when to try again.',
    message: 'Too many generations are in progress. Wait until one has ended, then try again.',
  },
  video_not_found: {
    status: 404,
    on: ['get', 'content'],
    documented: 'status',
    when: 'The id is unknown, belongs to another account, or is no uuid; all get the same answer.',
    message: 'No generation with this id exists in this account.',
  },
  content_not_ready: {
    status: 404,
    on: CONTENT,
    documented: 'status',
    when: 'The generation is pending or running.',
    message: 'The generation is not completed yet. Poll it until its status is completed.',
  },
  content_unavailable: {
    status: 404,
    on: CONTENT,
    documented: 'status',
    when: 'The generation failed, so it has no content.',
    message: 'The generation failed and has no content. Its record tells why.',
  },
  content_expired: {
    status: 404,
    on: CONTENT,
    documented: 'status',
    when: 'A scenario let the content expire.',
    message: 'The content of this generation has expired.',
  },
  precondition_failed: {
    status: 412,
    on: CONTENT,
    documented: 'protocol',
    when: 'If-Match names another entity tag than the clip has, or If-Unmodified-Since an earlier time.',
    message: 'The clip does not match the precondition of this request.',
  },
  range_not_satisfiable: {
    status: 416,
    on: CONTENT,
    documented: 'protocol',
    when: 'The range starts at or beyond the size of the clip; Content-Range tells the size.',
    message: 'The range starts beyond the end of the clip. Content-Range tells its size.',
  },
  method_not_allowed: {
    status: 405,
    on: 'any',
    documented: 'protocol',
    when: 'The path exists, but not with this method; Allow lists those that it has.',
    message: 'This path does not take this method. The Allow header lists the ones that it takes.',
  },
  not_found: {
    status: 404,
    on: 'any',
    documented: 'protocol',
    when: 'The path is no route of the API.',
    message: 'No such path. The API has POST /v1/videos, GET /v1/videos/{id} and GET /v1/videos/{id}/content.',
  },
  internal_error: {
    status: 500,
    on: 'any',
    documented: 'protocol',
    when: 'The server crashed; the answer tells nothing of the inside.',
    message: 'Something went wrong on our side. Quote the request_id when you ask for help.',
  },
  service_unavailable: {
    status: 503,
    on: 'any',
    documented: 'status',
    when: 'The server is overloaded, full, or not able to work; Retry-After tells when to try again.',
    message: 'The service cannot answer right now. Wait for the time in Retry-After, then try again.',
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

/** Whether a code stands in the catalogue. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}
