/** The response headers of the document. */

import { EXAMPLE_REQUEST_ID } from './examples.ts';
import type { Header, Reference } from './document-types.ts';

const text = { type: 'string' } as const;
const uuid = { type: 'string', format: 'uuid' } as const;
const count = { type: 'integer', minimum: 0 } as const;

export const HEADERS = {
  'x-request-id': {
    description: 'The id of this response, equal to `error.request_id`. Quote this id when you ask for help.',
    schema: uuid,
    example: EXAMPLE_REQUEST_ID,
  },
  'Idempotent-Replayed': {
    description: '`true` if this is the stored response of an earlier create with the same Idempotency-Key.',
    schema: { type: 'boolean' },
    example: true,
  },
  'Retry-After': {
    description: 'The number of seconds to wait before the next attempt, an integer.',
    schema: count,
    example: 2,
  },
  'RateLimit-Policy': {
    description: 'The limits of the account, in the format of the IETF draft.',
    schema: text,
    example: '"create";q=30;w=60',
  },
  RateLimit: {
    description: 'The remaining requests, and the seconds until the reset, in the format of the IETF draft.',
    schema: text,
    example: '"create";r=0;t=2',
  },
  'WWW-Authenticate': {
    description: 'The challenge: `Bearer`, with `error="invalid_token"` if a key was sent but is not valid.',
    schema: text,
    example: 'Bearer error="invalid_token"',
  },
  Allow: { description: 'With 405: the methods that this path supports.', schema: text, example: 'GET, HEAD' },
  'Accept-Ranges': {
    description: 'Byte ranges are supported.',
    schema: { type: 'string', const: 'bytes' },
    example: 'bytes',
  },
  'Cache-Control': {
    description: 'The content belongs to one account, so a shared cache must not keep it.',
    schema: text,
    example: 'private',
  },
  'Content-Disposition': {
    description: 'The name under which a browser saves the clip.',
    schema: text,
    example: 'inline; filename="0b5e7c1a-3f52-4c8e-9a57-6f1d2e3c4b5a.mp4"',
  },
  'Content-Length': { description: 'The size of this body in bytes.', schema: count, example: 1_048_576 },
  'Content-Range': {
    description: 'The byte range in this response, and the size of the clip. With 416: `bytes */<size>`.',
    schema: text,
    example: 'bytes 0-1023/1048576',
  },
  ETag: {
    description: 'A strong ETag: the content of a generation never changes.',
    schema: text,
    example: '"9f86d081884c7d65"',
  },
  'Last-Modified': {
    description: 'The time at which the clip was completed.',
    schema: text,
    example: 'Mon, 06 Jan 2025 10:00:00 GMT',
  },
} as const satisfies Record<string, Header>;

export type HeaderName = keyof typeof HEADERS;

/** Returns references to the headers of a response. Every response has `x-request-id`. */
export function headerRefs(names: readonly HeaderName[] = []): Record<string, Reference> {
  return Object.fromEntries(
    [...names, 'x-request-id' as const].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}
