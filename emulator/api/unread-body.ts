/** Drains the body of an early-rejected create so that the journal can record it. */

import { isUtf8 } from 'node:buffer';
import type { Trace } from '../domain/trace.ts';
import type { ApiContext } from './context.ts';
import { MOST_BODY_BYTES, utf8Text, type ReadBytes } from './json-body.ts';
import type { ApiRequest, ApiResponse } from './messages.ts';
import { Refusal } from './refusal.ts';

/** A response that was made before the body was read. */
export interface EarlyAnswer {
  readonly request: ApiRequest;
  readonly trace: Trace;
  readonly answer: ApiResponse | Refusal;
}

/** A client that sends its body for longer than this gets its refusal first, and the body is not kept. */
const BODY_GRACE_MS = 500;

/**
 * Reads the body that an early response has left unread. Many clients send it right behind the headers, in a packet of
 * its own.
 */
export async function keepUnreadBody({ recorder, sleep }: ApiContext, early: EarlyAnswer): Promise<void> {
  if (recorder === undefined || !mayBeRead(early)) return;
  const { request, trace } = early;
  const reading = request.readBody(MOST_BODY_BYTES).then((bytes) => keep(trace, bytes), ignore);
  const grace = new AbortController();
  await Promise.race([reading, sleep(BODY_GRACE_MS, grace.signal)]);
  grace.abort();
}

function mayBeRead({ request, trace, answer }: EarlyAnswer): boolean {
  if (trace.ending !== undefined) return false;
  // The rest of a body that is too long is not read. A body that waits for "100 Continue" never left the client.
  if (answer instanceof Refusal && answer.code === 'request_too_large') return false;
  return request.header('expect') === undefined;
}

function keep(trace: Trace, bytes: ReadBytes): void {
  if (bytes === 'too-large') return;
  trace.body = bytes;
  if (bytes.length > 0 && isUtf8(bytes)) trace.text = utf8Text(bytes);
}

/** The client has gone, and so has its body. */
function ignore(): void {}
