/** The body of a create: its checks before the schema, and a body that an early response left unread. */

import { isAscii, isUtf8 } from 'node:buffer';
import type { Trace } from '../domain/trace.ts';
import type { ApiRequest, ApiResponse, Arrival } from './messages.ts';
import { Refusal } from './refusal.ts';

export const MOST_BODY_BYTES = 1_048_576;

/** `application/json` or a type with the suffix `+json`, in any case, with any parameters. */
const JSON_TYPE = /^application\/(?:json|[a-z0-9!#$&^_.+-]+\+json) *(?:;|$)/i;

/** Refuses a body by its headers, before it is read. */
export function refuseBodyType(request: ApiRequest, types: 'json' | 'any'): Refusal | undefined {
  const type = request.header('content-type');
  if (types === 'json' && type !== 'application/json' && !JSON_TYPE.test(type ?? ''))
    return new Refusal('invalid_content_type');
  const coding = request.header('content-encoding');
  if (coding === undefined || coding.toLowerCase() === 'identity') return undefined;
  const message = 'The body is compressed. Send it without Content-Encoding.';
  return new Refusal('invalid_content_type', { message });
}

/** Parses a body. The last value of a duplicate name counts, as in `JSON.parse`. */
export function parseBody(bytes: Uint8Array | 'too-large', trace: Trace): object | Refusal {
  if (bytes === 'too-large') return new Refusal('request_too_large');
  trace.body = bytes;
  if (bytes.length === 0) return new Refusal('invalid_json', { message: 'The body is empty. Send one JSON object.' });
  if (!isUtf8(bytes)) return new Refusal('invalid_json', { message: 'The body is not UTF-8. Encode it as UTF-8.' });
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    const message = 'The body begins with a byte order mark. Send the JSON object without the byte order mark.';
    return new Refusal('invalid_json', { message });
  }
  const text = utf8Text(bytes);
  trace.text = text;
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? body : new Refusal('invalid_json');
  } catch {
    return new Refusal('invalid_json', { message: 'The body is not valid JSON. Send one JSON object.' });
  }
}

/** Decodes UTF-8. Most bodies are ASCII, for which latin1 gives the same text in half the time (bench:api). */
function utf8Text(bytes: Uint8Array): string {
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.toString(isAscii(bytes) ? 'latin1' : 'utf8');
}

/** The time to wait for a body. After that, the client gets its refusal, and the body is not recorded. */
const BODY_GRACE_MS = 500;

/** Reads the unread body of a create for the journal. Many clients send it in a separate packet after the headers. */
export async function recordUnreadBody(
  { context: { recorder, sleep }, request, trace }: Arrival,
  answer: ApiResponse | Refusal,
): Promise<void> {
  if (recorder === undefined || trace.ending !== undefined) return;
  // The rest of a body that is too long is not read. A body that waits for "100 Continue" was never sent.
  if (answer instanceof Refusal && answer.code === 'request_too_large') return;
  if (request.header('expect') !== undefined) return;
  const record = (bytes: Uint8Array | 'too-large'): void => {
    if (bytes === 'too-large') return;
    trace.body = bytes;
    if (bytes.length > 0 && isUtf8(bytes)) trace.text = utf8Text(bytes);
  };
  // A client that disconnected needs no record of its body.
  const reading = request.readBody(MOST_BODY_BYTES).then(record, () => undefined);
  const grace = new AbortController();
  await Promise.race([reading, sleep(BODY_GRACE_MS, grace.signal)]);
  grace.abort();
}
