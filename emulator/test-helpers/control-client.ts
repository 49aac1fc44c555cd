/** Calls the control API of an emulator in this process or behind a URL. */

/** A function with the interface of `fetch`, for one server. */
export type ControlSend = (request: Request) => Promise<Response>;

/** Thrown if the control API rejects a call. The message comes from the server. */
export class ControlCallError extends Error {
  override readonly name = 'ControlCallError';
  readonly status: number;
  readonly code: string;

  constructor(message: string, { status, code }: { status: number; code: string }) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Calls a route such as `GET /accounts`, below `/_standin`. The caller names the type of the response. */
export type ControlCall = <Answer>(target: string, body?: unknown) => Promise<Answer>;

/** Creates a caller for the server at this URL. */
export function createCall(baseUrl: string, send: ControlSend, token: string | undefined): ControlCall {
  return async <Answer>(target: string, body?: unknown): Promise<Answer> => {
    const [method = '', path = ''] = target.split(' ');
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(method !== 'GET' && { 'content-type': 'application/json' }),
    };
    const init = { method, headers, ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }) };
    const response = await send(new Request(`${baseUrl}/_standin${path}`, init));
    const answer: unknown = await response.json();
    if (!response.ok) throw toError(target, response.status, answer);
    // The server builds the response from its schemas, and this type is one of them.
    return answer as Answer;
  };
}

function toError(target: string, status: number, answer: unknown): ControlCallError {
  const { error } = answer as { readonly error?: { readonly code?: string; readonly message?: string } };
  const { code = 'unknown', message = 'The server gave no reason.' } = error ?? {};
  return new ControlCallError(`${target}: ${message}`, { status, code });
}
