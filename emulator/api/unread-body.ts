/** The body of a create that was answered before anything read its body: the journal keeps what came all the same. */

import { isUtf8 } from 'node:buffer';
import type { Trace } from '../domain/trace.ts';
import type { ApiContext } from './context.ts';
import { MOST_BODY_BYTES, utf8Text, type ReadBytes } from './json-body.ts';
import type { ApiRequest, ApiResponse } from './messages.ts';
import { Refusal } from './refusal.ts';

/** What was answered, to which request. */
export interface EarlyAnswer {
  readonly request: ApiRequest;
  readonly trace: Trace;
  readonly answer: ApiResponse | Refusal;
}

/** A client that sends its body for longer than this gets its refusal first, and the body is not kept. */
const BODY_GRACE_MS = 500;

/**
 * Reads the body that an early answer has left unread. Many clients send it right behind the headers, in a packet of
 * its own; undefined where there is nothing to wait for.
 */
export function keepUnreadBody(context: ApiContext, early: EarlyAnswer): Promise<void> | undefined {
  if (context.recorder === undefined || !mayBeRead(early)) return undefined;
  const { request, trace } = early;
  try {
    const reading = request.readBody(MOST_BODY_BYTES);
    if (!(reading instanceof Promise)) return keep(trace, reading);
    return withinGrace(
      context,
      reading.then((bytes) => keep(trace, bytes), ignore),
    );
  } catch {
    // The client has gone; so much for its body.
    return undefined;
  }
}

function mayBeRead({ request, trace, answer }: EarlyAnswer): boolean {
  if (trace.ending !== undefined) return false;
  // Of a body that is too long the rest is not read, and one that waits for "100 Continue" never left the client.
  if (answer instanceof Refusal && answer.code === 'request_too_large') return false;
  return request.header('expect') === undefined;
}

function keep(trace: Trace, bytes: ReadBytes): undefined {
  if (bytes === 'too-large') return;
  trace.body = bytes;
  if (bytes.length > 0 && isUtf8(bytes)) trace.text = utf8Text(bytes);
}

async function withinGrace({ sleep }: ApiContext, reading: Promise<void>): Promise<void> {
  const grace = new AbortController();
  await Promise.race([reading, sleep(BODY_GRACE_MS, grace.signal)]);
  grace.abort();
}

function ignore(): void {}
