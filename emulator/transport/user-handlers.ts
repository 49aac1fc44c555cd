/** Runs the user's MSW handlers before the engine. This file does not load msw itself. */

import { randomUUID } from 'node:crypto';
import { validateHeaderValue, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ClientGone, type Api } from '../api/messages.ts';
import { MOST_BODY_BYTES } from '../api/body.ts';
import { Refusal } from '../api/refusal.ts';
import { readBody, type ReadBody } from './node-request.ts';
import type { Intercept } from './node-server.ts';
import { writeResponse } from './write-response.ts';

export type UserHandlers = readonly UserHandler[];

/** The part of a request handler that all major versions of msw share. */
export interface UserHandler {
  run(matched: HandledRequest): Promise<{ readonly response?: Response | undefined } | null>;
}

interface HandledRequest {
  readonly request: Request;
  readonly requestId: string;
  /** Relative paths of handlers are resolved against `baseUrl`. */
  readonly resolutionContext: { readonly baseUrl: string };
}

export interface UserHandlersOptions {
  readonly api: Api;
  /** Returns whether the handlers must not receive a request. */
  readonly isReserved: (target: string) => boolean;
  /** Called with errors of handlers and of response bodies. */
  readonly reportCrash: (cause: unknown) => void;
}

/** Runs the handlers for each request. The engine answers requests that no handler answers. */
export function createUserHandlers(handlers: UserHandlers, options: UserHandlersOptions): Intercept {
  const { api, isReserved, reportCrash } = options;
  return (request, response, pass) => {
    const head = isReserved(request.url ?? '') ? undefined : toWebRequest(request);
    if (head === undefined) return false;
    const run = async (): Promise<void> => {
      const body = await bodyOf(request, response);
      const answer = body === 'too-large' ? undefined : await firstAnswer(handlers, withBody(head, body));
      if (answer === undefined || isPassthrough(answer)) return pass(request, response, body);
      if (answer.type === 'error') return void response.destroy();
      validate(answer);
      await send(response, answer, reportCrash);
    };
    void run().catch((cause: unknown) => {
      if (cause instanceof ClientGone) return;
      reportCrash(cause);
      if (response.headersSent) return void response.destroy();
      for (const name of response.getHeaderNames()) response.removeHeader(name);
      response.statusMessage = '';
      const message = "A handler in the handlers file failed. The server's output contains the error.";
      writeResponse(request, response, api.refuse(new Refusal('internal_error', { message })));
    });
    return true;
  };
}

/** Creates a web Request without a body. The engine answers requests for which this fails (TRACE, invalid Host). */
function toWebRequest(request: IncomingMessage): Request | undefined {
  const { method = '', url = '', headers } = request;
  // MSW's `bypass()` marks a request that handlers must ignore, so that a handler can call the engine itself.
  if (headers.host === undefined || headers.accept?.includes('msw/passthrough') === true) return undefined;
  const scheme = 'encrypted' in request.socket ? 'https' : 'http';
  try {
    const sent = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
    const head = new Request(new URL(url, `${scheme}://${headers.host}`), { method, headers: sent });
    return head.method === method ? head : undefined;
  } catch {
    return undefined;
  }
}

function withBody(head: Request, body: Uint8Array): Request {
  // The types differ only in shared memory, and bytes from a socket are never in shared memory.
  return body.length === 0 ? head : new Request(head, { method: head.method, body: body as Uint8Array<ArrayBuffer> });
}

/** Returns the response of the first handler that returns one, in the same way as msw. */
async function firstAnswer(handlers: UserHandlers, request: Request): Promise<Response | undefined> {
  const resolutionContext = { baseUrl: new URL(request.url).origin };
  const matched = { request, requestId: randomUUID(), resolutionContext };
  for (const handler of handlers) {
    const response = (await handler.run(matched))?.response;
    if (response) return response;
  }
  return undefined;
}

/** Reads the body once for all handlers and the engine, because a handler may read it without answering. */
async function bodyOf(request: IncomingMessage, response: ServerResponse): Promise<ReadBody> {
  const hasNone = request.method === 'GET' || request.method === 'HEAD';
  return hasNone ? Buffer.alloc(0) : readBody(request, response, { limit: MOST_BODY_BYTES });
}

/** Returns whether a response is the result of MSW's `passthrough()`. */
function isPassthrough({ status, headers }: Response): boolean {
  return status === 302 && headers.get('x-msw-intention') === 'passthrough';
}

/** Throws a TypeError for a response that cannot be sent. */
function validate(answer: Response): void {
  if (typeof answer.status !== 'number') throw new TypeError('A handler returned a value that is not a Response.');
  if (answer.bodyUsed || answer.body?.locked === true) {
    throw new TypeError('A handler returned the same Response twice. Create a new Response for each request.');
  }
  for (const [name, value] of answer.headers) validateHeaderValue(name, value);
}

/** Sends a response at the client's pace. If the client disconnects, the body is canceled. */
async function send(
  response: ServerResponse,
  answer: Response,
  reportCrash: UserHandlersOptions['reportCrash'],
): Promise<void> {
  const { status, statusText, headers, body } = answer;
  if (statusText !== '') response.statusMessage = statusText;
  // The iterator yields each cookie separately, so each becomes its own header line.
  for (const [name, value] of headers) response.appendHeader(name, value);
  response.writeHead(status);
  if (body === null || response.req.method === 'HEAD') {
    response.end();
    await body?.cancel();
    return;
  }
  // Node's type of a web stream and the DOM's type differ in name only.
  const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
  await pipeline(source, response).catch((cause: unknown) => {
    const hasDisconnected = cause instanceof Error && 'code' in cause && cause.code === 'ERR_STREAM_PREMATURE_CLOSE';
    if (!hasDisconnected) reportCrash(cause);
  });
}
