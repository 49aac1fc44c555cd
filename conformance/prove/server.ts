/** A server under proof: the fetch handler of the engine, with one tampering between the handler and the kit. */

import type { FetchRequest } from '../../emulator/index.ts';
import type { Fields } from '../checks/lib/answers.ts';
import { isObject, jsonIn } from '../engine/evidence.ts';

export type Operation = 'create' | 'get' | 'content' | 'other';

/** A request on its way to the engine. */
export interface Call {
  readonly operation: Operation;
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: string | undefined;
  /** The body of a create as an object. It is empty if the body is not an object. */
  readonly json: Fields;
  readonly id: string;
  readonly key: string;
  readonly signal: AbortSignal;
}

/** A whole answer on its way back. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export type Engine = (call: Call) => Promise<Answer>;
/** A handler between the kit and the engine. It passes requests and answers through, except for its changes. */
export type Tampering = (call: Call, engine: Engine) => Promise<Answer>;
export type Fetch = (request: FetchRequest) => Promise<Response>;

/** An engine behind a tampering, and the number of its changes. */
export interface TamperedServer {
  readonly handle: Fetch;
  readonly reached: () => number;
}

/** Puts a tampering in front of an engine. */
export function tamperWith(emulator: { readonly fetch: Fetch }, tamper: Tampering): TamperedServer {
  let reached = 0;
  const handle: Fetch = async (request) => {
    const call = await readCall(request);
    let own: Answer | undefined;
    const answering = tamper(call, async (passed) => {
      const given = await ask(emulator, passed);
      if (passed === call) own = given;
      // A create that the tampering sends itself has an effect, even if its answer is dropped.
      else if (passed.operation === 'create') reached += 1;
      return given;
    });
    const answer = await answering.catch((error: unknown) => {
      // An answer that becomes a hang-up counts as changed.
      if (own !== undefined) reached += 1;
      throw error;
    });
    if (answer !== own) reached += 1;
    return toResponse(answer);
  };
  return { handle, reached: () => reached };
}

/** Puts one tampering in front of another. */
export function before(outer: () => Tampering, inner: () => Tampering): () => Tampering {
  return () => {
    const [first, second] = [outer(), inner()];
    return (call, engine) => first(call, (passed) => second(passed, engine));
  };
}

/** Returns the same call with another body. */
export function withBody(call: Call, json: unknown): Call {
  return { ...call, body: JSON.stringify(json), json: asFields(json) };
}

/** Returns the same call with another key, or without a key. */
export function withKey(call: Call, key: string): Call {
  return { ...withHeader(call, 'authorization', `Bearer ${key}`), key };
}

/** Returns the same call or answer with a header, or without it. */
export function withHeader<Message extends { readonly headers: Headers }>(
  message: Message,
  name: string,
  value: string | undefined,
): Message {
  const headers = new Headers(message.headers);
  if (value === undefined) headers.delete(name);
  else headers.set(name, value);
  return { ...message, headers };
}

/** Returns the JSON object in an answer, or an empty object. The bytes of a clip are not read as text. */
export function fieldsOf({ headers, bytes }: Answer): Fields {
  return headers.get('content-type')?.startsWith('video/') === true
    ? {}
    : asFields(jsonIn(new TextDecoder().decode(bytes)));
}

/** Returns the same answer with another JSON body. */
export function withJson(answer: Answer, json: unknown): Answer {
  return { ...withHeader(answer, 'content-length', undefined), bytes: new TextEncoder().encode(JSON.stringify(json)) };
}

/** Returns a new answer with a JSON body. */
export function jsonAnswer(status: number, json: unknown): Answer {
  return withJson(
    { status, headers: new Headers({ 'content-type': 'application/json' }), bytes: new Uint8Array() },
    json,
  );
}

/** Reports whether an answer carries a record. */
export function isRecord({ operation }: Call, { status }: Answer): boolean {
  return (operation === 'create' || operation === 'get') && status >= 200 && status < 300;
}

/** Returns the value if it is a JSON object, or else an empty object. */
export function asFields(value: unknown): Fields {
  return isObject(value) ? value : {};
}

async function readCall(request: FetchRequest): Promise<Call> {
  const { method, headers, signal } = request;
  const url = new URL(request.url);
  const body = request.body === null ? undefined : await new Response(request.body).text();
  const [, id = '', content] = /\/v1\/videos\/([^/]+)(\/content)?$/.exec(url.pathname) ?? [];
  const key = /^bearer +(.*)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? '';
  const json = asFields(jsonIn(body ?? ''));
  const isCreate = method === 'POST' && url.pathname.endsWith('/v1/videos');
  const isRead = (method === 'GET' || method === 'HEAD') && id !== '';
  const operation = isCreate ? 'create' : isRead ? (content === undefined ? 'get' : 'content') : 'other';
  return { operation, method, url, headers: new Headers(headers), body, json, id, key, signal };
}

async function ask(emulator: { readonly fetch: Fetch }, { method, url, headers, body, signal }: Call): Promise<Answer> {
  // A function call has one host. A request on a socket may have no host, or two.
  if (headers.has('x-hosts')) return jsonAnswer(400, { error: { code: 'bad_request', message: 'Send one Host.' } });
  const stream = body === undefined ? null : new Response(body).body;
  const response = await emulator.fetch({ method, url: url.href, headers, body: stream, signal });
  return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) };
}

/** Builds a response. The constructor rejects bodies that HTTP does not allow, but a tampered server may send them. */
function toResponse({ status, headers, bytes }: Answer): Response {
  if (status !== 304 || bytes.length === 0) return new Response(bytes.length === 0 ? null : bytes, { status, headers });
  return Object.defineProperty(new Response(bytes, { headers }), 'status', { value: status });
}
