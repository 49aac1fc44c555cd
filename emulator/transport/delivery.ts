/** How far a response has come on its way to the client, and the receipt of its delivery for the journal. */

import type { ServerResponse } from 'node:http';
import type { ApiResponse } from '../api/messages.ts';

export interface ResponseProgress {
  /** Bytes of the body that were written to the response, and of them those that the system has taken. */
  written: number;
  flushed: number;
  /** Whether it is this side that breaks the connection off, as a fault or a reset wants it. */
  isClosedByUs: boolean;
}

/** Fills in the receipt when the response is over, however it ended. Bytes that may not have left do not count. */
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
