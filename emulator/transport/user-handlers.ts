/** MSW handlers of the user's in front of the engine. Only this file loads express and msw, and only servers with such handlers load it. */

import { validateHeaderValue, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { createMiddleware } from '@mswjs/http-middleware';
import express from 'express';
import { getResponse, http, passthrough, type RequestHandler } from 'msw';
import { ClientGone, type Api } from '../api/api-request.ts';
import { MOST_BODY_BYTES } from '../api/json-body.ts';
import { Refusal } from '../api/refusal.ts';
import { readBody, type ReadBody } from './node-request.ts';
import type { Intercept, Pass } from './node-server.ts';
import { replay } from './replay.ts';
import { writeAnswer } from './write-answer.ts';

export type UserHandlers = readonly RequestHandler[];

export interface UserHandlersOptions {
  readonly api: Api;
  /** Requests that the handlers are not to see. */
  readonly isReserved: (target: string) => boolean;
  /** Hears of handlers that fail. */
  readonly reportCrash: (cause: unknown) => void;
}

/** A handler did what no server can send; the message says what. */
class HandlerError extends Error {
  override readonly name = 'HandlerError';
}

/** A handler returned `Response.error()`: the client is to see a broken connection. */
class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** What handlers see of a request, and what becomes of it when they let it go. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly pass: Pass;
}

/** Lets the handlers look at each request first. What none of them answers goes to the engine with its body unread. */
export function createUserHandlers(handlers: UserHandlers, options: UserHandlersOptions): Intercept {
  const app = createApp(handlers);
  return (request, response, pass) => {
    if (options.isReserved(request.url ?? '') || !canBeWebRequest(request)) return false;
    const exchange = { request, response, pass };
    void offer(app, exchange, options).catch((cause: unknown) => fail(exchange, options, cause));
    return true;
  };
}

/** The middleware makes a web Request, which some requests cannot become (TRACE, no Host or a broken one). Those are the engine's alone. */
function canBeWebRequest({ method = '', url = '', headers }: IncomingMessage): boolean {
  if (headers.host === undefined) return false;
  try {
    return (
      new Request(new URL(url, `http://${headers.host}`), { method, headers: toHeaders(headers) }).method === method
    );
  } catch {
    return false;
  }
}

function toHeaders(headers: IncomingMessage['headers']): Headers {
  return new Headers(Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]));
}

type MiddlewareHandler = Parameters<typeof createMiddleware>[0];
type App = (request: IncomingMessage, response: ServerResponse, next: (cause?: unknown) => void) => void;

function createApp(handlers: UserHandlers): App {
  const all = http.all(
    () => true,
    ({ request }) => resolve(handlers, request),
  );
  const app = express();
  app.disable('x-powered-by');
  // The middleware is CommonJS, and sees msw's types for that; they differ from ours in name only.
  app.use(createMiddleware(all as unknown as MiddlewareHandler));
  return app;
}

/**
 * Runs the handlers and looks at what they return before the middleware does: what cannot be sent would reject a promise
 * there that nobody awaits, and end the process.
 */
async function resolve(handlers: UserHandlers, request: Request): Promise<Response> {
  const answer = await getResponse([...handlers], request, { baseUrl: new URL(request.url).origin });
  if (answer === undefined) return passthrough();
  if (answer.type === 'error') throw new NetworkError();
  if (typeof answer.status !== 'number') throw new HandlerError('A handler returned something that is no Response.');
  if (answer.bodyUsed || answer.body?.locked === true) {
    throw new HandlerError('A handler returned a Response for the second time. Make a new one for each request.');
  }
  for (const [name, value] of answer.headers) validateHeaderValue(name, value);
  return request.method === 'HEAD' ? withoutBody(answer) : answer;
}

/** The middleware would stream the body of an answer to HEAD into nothing, and an endless one for ever. */
function withoutBody(answer: Response): Response {
  void answer.body?.cancel().catch(() => undefined);
  const { status, statusText, headers } = answer;
  return new Response(null, { status, statusText, headers });
}

async function offer(app: App, exchange: Exchange, options: UserHandlersOptions): Promise<void> {
  const { request, response, pass } = exchange;
  const body = await bodyOf(request, response);
  if (body === 'too-large') return pass(request, response, body);
  const onPipe = (source: Readable): void => tie(source, response, options);
  response.once('pipe', onPipe);
  app(replay(request, body), response, (cause?: unknown) => {
    // From here on it is the engine that writes, which looks after its own bodies.
    response.off('pipe', onPipe);
    if (cause === undefined) pass(request, response, body);
    else fail(exchange, options, cause);
  });
}

/** Handlers may read the body and still let the request go, so it is read once, and given to whoever asks. */
async function bodyOf(request: IncomingMessage, response: ServerResponse): Promise<ReadBody> {
  const hasNone = request.method === 'GET' || request.method === 'HEAD';
  return hasNone ? Buffer.alloc(0) : readBody(request, response, MOST_BODY_BYTES);
}

/** The middleware pipes a body and leaves it at that: a client that goes would leave it open, a body that breaks off would end the process. */
function tie(source: Readable, response: ServerResponse, { reportCrash }: UserHandlersOptions): void {
  source.on('error', (cause) => {
    reportCrash(cause);
    response.destroy();
  });
  if (response.destroyed) source.destroy();
  else response.once('close', () => source.destroy());
}

function fail({ request, response }: Exchange, { api, reportCrash }: UserHandlersOptions, cause: unknown): void {
  if (cause instanceof ClientGone) return;
  if (cause instanceof NetworkError) return void response.destroy();
  reportCrash(cause);
  const message = "A handler of the handlers file failed. The server's output says how.";
  writeAnswer(request, response, api.refuse(new Refusal('internal_error', { message })));
}
