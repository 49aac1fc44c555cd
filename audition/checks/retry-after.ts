/** Reads how long a response asks the client to wait, and whether it asks for a wait at all. */

import type { ClientRequest } from '../evidence/case-evidence.ts';

/** A wait that a response asked for: milliseconds from its last byte, or a time of the account's clock. */
export interface AskedWait {
  readonly ms: number;
  /** The header as sent: `Retry-After: 1`. */
  readonly header: string;
}

/** Returns the shortest wait that the headers of a response ask for; undefined without a readable wait. */
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

/** Returns whether Retry-After is negative, past or not readable. The checks ignore such headers. */
export function hasUnusableWait(request: ClientRequest): boolean {
  const { 'retry-after': after } = request.headers;
  return after !== undefined && !/^0+$/.test(after) && askedWait(request) === undefined;
}
