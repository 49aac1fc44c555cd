/** The control API as the panel calls it, typed from its own OpenAPI document. */

import type { paths } from './schema.d.ts';
import { pageSignal } from './signal.ts';

type Method = 'get' | 'put' | 'post' | 'delete';

/** `GET /_standin/accounts` and so on: all that the document has. */
export type PanelCall = {
  [Path in keyof paths]: {
    [M in Method & keyof paths[Path]]: paths[Path][M] extends { responses: unknown }
      ? `${Uppercase<M>} ${Path}`
      : never;
  }[Method & keyof paths[Path]];
}[keyof paths];

type OperationOf<Call extends PanelCall> = Call extends `${infer M} ${infer Path extends keyof paths}`
  ? paths[Path][Lowercase<M> & keyof paths[Path]]
  : never;

type JsonOf<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : never;

/** What a call answers when it succeeds. */
export type PanelAnswer<Call extends PanelCall> =
  OperationOf<Call> extends { responses: infer Responses } ? JsonOf<Responses[keyof Responses & (200 | 201)]> : never;

/** The body that a call takes. */
export type PanelBody<Call extends PanelCall> =
  OperationOf<Call> extends { requestBody?: { content: { 'application/json': infer Body } } } ? Body : undefined;

export interface CallOptions<Call extends PanelCall = PanelCall> {
  /** For `{name}` and `{id}` of the path. */
  readonly name?: string;
  readonly id?: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: PanelBody<Call> | undefined;
}

/** The control API refused; the message is for people. */
export class PanelProblem extends Error {
  override readonly name = 'PanelProblem';
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** Kept in memory only: it is gone with the page. */
const token = pageSignal('');

/** Whether the server wants a token that was not typed yet, or was wrong. */
export const isTokenWanted = pageSignal(false);

/** Whether a token was typed in. */
export function hasToken(): boolean {
  return token.value !== '';
}

/** Tries a token; resolves to what is wrong with it. */
export async function enterToken(typed: string): Promise<string | undefined> {
  token.value = typed;
  try {
    await call('GET /_standin/server');
    isTokenWanted.value = false;
    return undefined;
  } catch (cause) {
    token.value = '';
    return problemText(cause);
  }
}

/** Calls the control API. */
export async function call<Call extends PanelCall>(
  which: Call,
  options: CallOptions<Call> = {},
): Promise<PanelAnswer<Call>> {
  const [method = 'GET'] = which.split(' ');
  return (await send(method, controlPath(which, options), options.body)) as PanelAnswer<Call>;
}

/** Sends a request of the control API, and reads the JSON of its answer. */
export async function send(method: string, path: string, body?: unknown): Promise<unknown> {
  const isRead = method === 'GET';
  const init = isRead ? {} : { method, body: JSON.stringify(body ?? {}) };
  const response = await fetchControl(path, init, isRead ? {} : { 'content-type': 'application/json' });
  return response.json();
}

/** The path of a call with its names and its query. */
export function controlPath(which: PanelCall, { name = '', id = '', query = {} }: CallOptions = {}): string {
  const [, path = ''] = which.split(' ');
  const search = new URLSearchParams(Object.entries(query).map(([field, value]) => [field, String(value)])).toString();
  const filled = path.replace('{name}', encodeURIComponent(name)).replace('{id}', encodeURIComponent(id));
  return search === '' ? filled : `${filled}?${search}`;
}

/** A response of the control API; throws a PanelProblem where it is none of success. */
export async function fetchControl(
  path: string,
  init: RequestInit = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const sent = hasToken() ? { ...headers, authorization: `Bearer ${token.value}` } : headers;
  const response = await fetch(path, { cache: 'no-store', ...init, headers: sent }).catch(() => {
    throw new PanelProblem(UNREACHABLE, 0);
  });
  if (response.ok) return response;
  const { code = '', message = '' } = await errorOf(response);
  if (response.status === 401 && code.endsWith('control_token')) isTokenWanted.value = true;
  throw new PanelProblem(message === '' ? `The server answered ${response.status}.` : message, response.status);
}

const UNREACHABLE = 'Standin does not answer. Is it still running? Start it again with "standin serve".';

async function errorOf(response: Response): Promise<{ readonly code?: string; readonly message?: string }> {
  const body = (await response.json().catch(() => ({}))) as { error?: { code: string; message: string } };
  return body.error ?? {};
}

/** What to tell people about something that was thrown. */
export function problemText(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
