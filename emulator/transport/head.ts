/** Writes the head of a response. */

import type { ServerResponse } from 'node:http';
import type { ApiResponse } from '../api/messages.ts';

/** Status and headers; each cookie in a line of its own. */
export function writeHead(
  response: ServerResponse,
  { status, headers, cookies }: Pick<ApiResponse, 'status' | 'headers' | 'cookies'>,
): void {
  response.writeHead(status, cookies === undefined ? headers : { ...headers, 'set-cookie': [...cookies] });
}
