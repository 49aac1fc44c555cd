/** Turns a request of node:http into the engine's: the body is read when it is asked for, and never more of it than is allowed. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { ClientGone, type ApiRequest } from '../api/api-request.ts';

/** A body that was read already, as far as it may go. */
export type ReadBody = Uint8Array | 'too-large';

/** Wraps a request; a client that waits for "100 Continue" gets it when the engine asks for the body. */
export function fromNode(request: IncomingMessage, response: ServerResponse, body?: ReadBody): ApiRequest {
  let controller: AbortController | undefined;
  return {
    method: request.method ?? '',
    target: request.url ?? '',
    header: (name) => headerOf(request, name),
    readBody: (limit) => (body === undefined ? readAtMost(request, response, limit) : Promise.resolve(body)),
    get signal() {
      controller ??= abortOnClose(response);
      return controller.signal;
    },
  };
}

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

function abortOnClose(response: ServerResponse): AbortController {
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return controller;
}

/** Reads a body to its end, or up to the first byte beyond the limit. */
export function readAtMost(request: IncomingMessage, response: ServerResponse, limit: number): Promise<ReadBody> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.resolve('too-large');
  if (expectsContinue(request)) response.writeContinue();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const collect = (chunk: Buffer): void => {
      length += chunk.length;
      if (length <= limit) return void chunks.push(chunk);
      request.off('data', collect);
      request.pause();
      resolve('too-large');
    };
    request.on('data', collect);
    request.once('end', () => resolve(joined(chunks, length)));
    const leave = (): void => reject(new ClientGone());
    request.once('error', leave);
    request.once('close', leave);
  });
}

/** Most bodies arrive in one piece, which needs no copy. */
function joined(chunks: readonly Buffer[], length: number): Uint8Array {
  const [first] = chunks;
  return chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, length);
}

/** Whether the client holds its body back until it is asked for. */
export function expectsContinue({ headers }: IncomingMessage): boolean {
  return headers.expect?.toLowerCase() === '100-continue';
}
