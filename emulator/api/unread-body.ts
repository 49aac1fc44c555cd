/** Reads the body of a create that was rejected early, so that the journal can record it. */

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

/** The time to wait for a body. After that, the client gets its refusal, and the body is not recorded. */
const BODY_GRACE_MS = 500;

/** Reads the body that an early response did not read. Many clients send it in a separate packet after the headers. */
export async function recordUnreadBody({ recorder, sleep }: ApiContext, early: EarlyAnswer): Promise<void> {
  if (recorder === undefined || !mayBeRead(early)) return;
  const { request, trace } = early;
  const reading = request.readBody(MOST_BODY_BYTES).then((bytes) => record(trace, bytes), ignore);
  const grace = new AbortController();
  await Promise.race([reading, sleep(BODY_GRACE_MS, grace.signal)]);
  grace.abort();
}

function mayBeRead({ request, trace, answer }: EarlyAnswer): boolean {
  if (trace.ending !== undefined) return false;
  // The rest of a body that is too long is not read. A body that waits for "100 Continue" was never sent.
  if (answer instanceof Refusal && answer.code === 'request_too_large') return false;
  return request.header('expect') === undefined;
}

function record(trace: Trace, bytes: ReadBytes): void {
  if (bytes === 'too-large') return;
  trace.body = bytes;
  if (bytes.length > 0 && isUtf8(bytes)) trace.text = utf8Text(bytes);
}

/** Ignores the error of a client that disconnected. */
function ignore(): void {}
