/** Writes the head of a response, and tracks its delivery for the journal. */

import type { ServerResponse } from 'node:http';
import type { ApiResponse } from '../api/messages.ts';
import type { Receipt } from '../journal/recorder.ts';

export interface ResponseProgress {
  /** The bytes of the body that were written, and the part of them that the system has accepted. */
  written: number;
  flushed: number;
  /** Whether this side closes the connection early, because of a fault or a reset. */
  isClosedByUs: boolean;
}

export interface Delivery {
  readonly progress: ResponseProgress;
  readonly receipt: Receipt | undefined;
}

/** Writes the status and the headers, with a separate header line for each cookie. */
export function writeHead(
  response: ServerResponse,
  { status, headers, cookies }: Pick<ApiResponse, 'status' | 'headers' | 'cookies'>,
): void {
  response.writeHead(status, cookies === undefined ? headers : { ...headers, 'set-cookie': [...cookies] });
}

/** Fills in the receipt when the response ends. Bytes that may not have been sent do not count. */
export function reportDelivery(
  response: ServerResponse,
  { receipt, body }: Pick<ApiResponse, 'receipt' | 'body'>,
): ResponseProgress {
  const progress: ResponseProgress = { written: 0, flushed: 0, isClosedByUs: false };
  if (receipt === undefined) return progress;
  response.once('close', () => {
    const isWhole = response.writableFinished || progress.isClosedByUs;
    const bytes = isWhole ? progress.written : progress.flushed;
    const late = body !== null && typeof body === 'object' && 'forwarded' in body ? body.problem() : undefined;
    receipt.sent(response.req.method === 'HEAD' ? 0 : bytes, !isWhole, late);
  });
  return progress;
}
