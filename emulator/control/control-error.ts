/** The error catalog of the control API. Errors have the same envelope as in the video API. */

/** The status of each error, and the condition for it. */
export const CONTROL_ERRORS = {
  forbidden_host: [403, 'The server has no control token, and the Host header contains an unknown host name.'],
  forbidden_origin: [403, 'The request comes from a page of another origin.'],
  missing_control_token: [401, 'The server has a control token, but the request has none.'],
  invalid_control_token: [401, 'The control token is wrong.'],
  not_found: [404, 'The control API has no such path.'],
  method_not_allowed: [405, 'The path does not support this method. The Allow header lists the supported methods.'],
  account_not_found: [404, 'No account has this name.'],
  generation_not_found: [404, 'The account has no generation with this id.'],
  fault_not_found: [404, 'The account has no fault rule with this id.'],
  request_not_found: [404, 'The journal has no request with this id.'],
  journal_off: [409, 'The journal is turned off.'],
  invalid_content_type: [415, 'A POST, PUT or DELETE request does not have the Content-Type application/json.'],
  request_too_large: [413, 'The body is larger than the limit of this path.'],
  invalid_json: [400, 'The body is not a JSON object, is nested too deep, or has too many members.'],
  invalid_input: [
    400,
    'A parameter or a field of the body is not valid. The message names the field and the valid values.',
  ],
  account_exists: [409, 'An account with this name already exists.'],
  key_taken: [409, 'The key belongs to another account.'],
  clip_not_there: [409, 'The generation is not completed, so it has no clip.'],
  clip_unavailable: [503, 'The server cannot render the clip now. The message contains the reason.'],
  precondition_failed: [412, 'The ETag of the clip does not match If-Match.'],
  range_not_satisfiable: [416, 'The range starts beyond the end of the clip.'],
  move_not_possible: [409, 'A status cannot go back, and "completed" and "failed" are final.'],
  balance_too_low: [409, 'The amount to remove is larger than the balance.'],
  not_in_proxy: [
    501,
    'The server is a proxy in front of a real service, and only an emulator supports this operation.',
  ],
  no_room: [
    503,
    'The server has reached a limit for accounts, keys, generations, fault rules, waiting requests, event streams, open files or memory.',
  ],
  store_unavailable: [503, 'The server cannot reach the store, or the store is full.'],
  internal_error: [500, 'An unexpected error. The response contains no details.'],
} as const satisfies Record<string, readonly [status: number, when: string]>;

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
    return CONTROL_ERRORS[this.code][0];
  }
}
