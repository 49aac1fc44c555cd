/** The checks of a create before its schema: the content type, the size and the syntax of the body. */

import { isUtf8 } from 'node:buffer';
import type { Trace } from '../domain/trace.ts';
import type { ApiRequest } from './messages.ts';
import { Refusal } from './refusal.ts';

/** A body that was read, or `too-large` if it exceeds the limit. */
export type ReadBytes = Uint8Array | 'too-large';

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
export function parseBody(bytes: ReadBytes, trace: Trace): object | Refusal {
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

/** Decodes UTF-8 bytes. */
export function utf8Text({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString();
}
