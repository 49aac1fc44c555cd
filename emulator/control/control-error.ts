/** The error catalog of the control API. Errors have the same envelope as in the video API. */

interface ControlErrorEntry {
  readonly status: number;
  /** The condition for this error. */
  readonly when: string;
}

export const CONTROL_ERRORS = {
  forbidden_host: {
    status: 403,
    when: 'The server has no control token, and the Host header contains an unknown host name.',
  },
  forbidden_origin: { status: 403, when: 'The request comes from a page of another origin.' },
  missing_control_token: { status: 401, when: 'The server has a control token, but the request has none.' },
  invalid_control_token: { status: 401, when: 'The control token is wrong.' },
  not_found: { status: 404, when: 'The control API has no such path.' },
  method_not_allowed: {
    status: 405,
    when: 'The path does not support this method. The Allow header lists the supported methods.',
  },
  account_not_found: { status: 404, when: 'No account has this name.' },
  generation_not_found: { status: 404, when: 'The account has no generation with this id.' },
  fault_not_found: { status: 404, when: 'The account has no fault rule with this id.' },
  request_not_found: { status: 404, when: 'The journal has no request with this id.' },
  journal_off: { status: 409, when: 'The journal is turned off.' },
  invalid_content_type: {
    status: 415,
    when: 'A POST, PUT or DELETE request does not have the Content-Type application/json.',
  },
  request_too_large: { status: 413, when: 'The body is larger than the limit of this path.' },
  invalid_json: {
    status: 400,
    when: 'The body is not a JSON object, is nested too deep, or has too many members.',
  },
  invalid_input: {
    status: 400,
    when: 'A parameter or a field of the body is not valid. The message names the field and the valid values.',
  },
  account_exists: { status: 409, when: 'An account with this name already exists.' },
  key_taken: { status: 409, when: 'The key belongs to another account.' },
  clip_not_there: { status: 409, when: 'The generation is not completed, so it has no clip.' },
  clip_unavailable: { status: 503, when: 'The server cannot render the clip now. The message contains the reason.' },
  precondition_failed: { status: 412, when: 'The ETag of the clip does not match If-Match.' },
  range_not_satisfiable: { status: 416, when: 'The range starts beyond the end of the clip.' },
  move_not_possible: { status: 409, when: 'A status cannot go back, and "completed" and "failed" are final.' },
  balance_too_low: { status: 409, when: 'The amount to remove is larger than the balance.' },
  not_in_proxy: {
    status: 501,
    when: 'The server is a proxy in front of a real service, and only an emulator supports this operation.',
  },
  no_room: {
    status: 503,
    when: 'The server has reached a limit for accounts, keys, generations, fault rules, waiting requests, event streams, open files or memory.',
  },
  store_unavailable: { status: 503, when: 'The server cannot reach the store, or the store is full.' },
  internal_error: { status: 500, when: 'An unexpected error. The response contains no details.' },
} as const satisfies Record<string, ControlErrorEntry>;

export type ControlErrorCode = keyof typeof CONTROL_ERRORS;

/** An error response. Its message names the mistake, its location and the fix. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  readonly code: ControlErrorCode;
  readonly headers: Record<string, string>;

  constructor(code: ControlErrorCode, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.code = code;
    this.headers = headers;
  }

  get status(): number {
    return CONTROL_ERRORS[this.code].status;
  }
}
