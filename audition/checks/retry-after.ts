/** How long an answer asks the client to wait, and whether it does. */

import type { ClientRequest } from '../evidence/case-evidence.ts';

/** A wait that an answer asked for: in milliseconds from its last byte, or until a time of the account's clock. */
export interface AskedWait {
  readonly ms: number;
  /** As it stood in the answer: `Retry-After: 1`. */
  readonly header: string;
}

/**
 * The least wait that an answer asked for; of two headers the smaller. Nothing where it asked for none, or for nothing
 * that can be read.
 */
export function askedWait({ headers, endedMs, arrivedMs, arrivedAt }: ClientRequest): AskedWait | undefined {
  const after = headers['retry-after'];
  const afterMs = headers['retry-after-ms'];
  const endedAt = arrivedAt + ((endedMs ?? arrivedMs) - arrivedMs);
  const waits = [
    ...(afterMs !== undefined && /^\d+$/.test(afterMs)
      ? [{ ms: Number(afterMs), header: `retry-after-ms: ${afterMs}` }]
      : []),
    ...(after === undefined ? [] : waitOf(after, endedAt)),
  ];
  return waits.toSorted((a, b) => a.ms - b.ms)[0];
}

function waitOf(after: string, endedAt: number): AskedWait[] {
  const ms = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - endedAt;
  const isDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(after);
  return (isDate || /^\d+$/.test(after)) && ms > 0 ? [{ ms, header: `Retry-After: ${after}` }] : [];
}

/** Whether an answer has a Retry-After that asks for no wait: negative, past, or not readable. It counts as none. */
export function hasUnusableWait(request: ClientRequest): boolean {
  const { 'retry-after': after } = request.headers;
  return after !== undefined && !/^0+$/.test(after) && askedWait(request) === undefined;
}
