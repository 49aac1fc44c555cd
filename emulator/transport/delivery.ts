/** Watches an answer on its way to the peer, for whoever wants its receipt. */

import type { ServerResponse } from 'node:http';
import type { Receipt } from '../journal/recorder.ts';

export interface Delivery {
  /** Bytes of the body that were handed to the response, and of them those that the system has taken. */
  handed: number;
  taken: number;
  /** Whether a connection that breaks off does so by our own doing. */
  isOurs: boolean;
}

/** Tells the receipt when the response is over, however that comes. Bytes of which nobody knows whether they left do not count. */
export function watchDelivery(response: ServerResponse, receipt: Receipt | undefined): Delivery {
  const delivery: Delivery = { handed: 0, taken: 0, isOurs: false };
  if (receipt === undefined) return delivery;
  response.on('close', () => {
    const isWhole = response.writableFinished || delivery.isOurs;
    const bytes = isWhole ? delivery.handed : delivery.taken;
    receipt.sent(response.req.method === 'HEAD' ? 0 : bytes, !isWhole);
  });
  return delivery;
}
