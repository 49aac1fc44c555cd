/** HTTP/1.1 as bytes on a socket, for what no client library would send or show. */

import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** Sends bytes, half-closes the connection, and returns all that comes back until the server closes it. */
export async function sendBytes(port: number, bytes: string | Uint8Array): Promise<string> {
  return text(connect(port, '127.0.0.1').end(bytes));
}

export interface RawHead {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Where the body begins. */
  readonly bodyAt: number;
}

/** The status line and the headers of a response, as soon as all of them are there. */
export function readHead(bytes: Buffer): RawHead | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [line = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1]);
  if (Number.isNaN(status)) throw new Error(`no status line: ${line}`);
  const headers = Object.fromEntries(
    lines.map((text) => [text.slice(0, text.indexOf(':')).toLowerCase(), text.slice(text.indexOf(':') + 1).trim()]),
  );
  return { status, headers, bodyAt: end + 4 };
}

export interface RawRequest {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends a request with any header, Host and Origin too, which fetch would not send, and reads the whole response. */
export function sendRequest(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body }: RawRequest = {},
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      text(response).then(
        (all) => resolve({ status: response.statusCode ?? 0, headers: response.headers, text: all }),
        reject,
      );
    });
    request.once('error', reject);
    request.end(body);
  });
}
