/** The response headers that the document describes, once each. */

import { EXAMPLE_REQUEST_ID } from './examples.ts';
import type { Header, Reference } from './document-types.ts';

const text = { type: 'string' } as const;
const uuid = { type: 'string', format: 'uuid' } as const;
const count = { type: 'integer', minimum: 0 } as const;

export const HEADERS = {
  'x-request-id': {
    description: 'Names this answer; equal to `error.request_id`. Quote it when asking for help.',
    schema: uuid,
    example: EXAMPLE_REQUEST_ID,
  },
  'Idempotent-Replayed': {
    description: '`true` when this is the stored answer of an earlier create with the same Idempotency-Key.',
    schema: { type: 'boolean' },
    example: true,
  },
  'Retry-After': {
    description: 'Whole seconds to wait before trying again.',
    schema: count,
    example: 2,
  },
  'RateLimit-Policy': {
    description: "The account's limits, as the IETF draft writes them.",
    schema: text,
    example: '"create";q=30;w=60',
  },
  RateLimit: {
    description: 'The remaining requests, and the seconds until the reset, in the form of the IETF draft.',
    schema: text,
    example: '"create";r=0;t=2',
  },
  'WWW-Authenticate': {
    description: 'The challenge: `Bearer`, with `error="invalid_token"` when a key was sent but is not valid.',
    schema: text,
    example: 'Bearer error="invalid_token"',
  },
  Allow: { description: 'With 405: the methods that this path takes.', schema: text, example: 'GET, HEAD' },
  'Accept-Ranges': {
    description: 'Byte ranges are supported.',
    schema: { type: 'string', const: 'bytes' },
    example: 'bytes',
  },
  'Cache-Control': {
    description: 'The content belongs to one account; a shared cache must not keep it.',
    schema: text,
    example: 'private',
  },
  'Content-Disposition': {
    description: 'The name under which a browser saves the clip.',
    schema: text,
    example: 'inline; filename="0b5e7c1a-3f52-4c8e-9a57-6f1d2e3c4b5a.mp4"',
  },
  'Content-Length': { description: 'Bytes of this body.', schema: count, example: 1_048_576 },
  'Content-Range': {
    description: 'The bytes that this answer carries, and the size of the clip; `bytes */<size>` with 416.',
    schema: text,
    example: 'bytes 0-1023/1048576',
  },
  ETag: {
    description: 'Strong: the same bytes for the same id for ever.',
    schema: text,
    example: '"9f86d081884c7d65"',
  },
  'Last-Modified': {
    description: 'When the clip was completed.',
    schema: text,
    example: 'Mon, 06 Jan 2025 10:00:00 GMT',
  },
} as const satisfies Record<string, Header>;

export type HeaderName = keyof typeof HEADERS;

/** The headers of one answer; every answer has `x-request-id`. */
export function headerRefs(names: readonly HeaderName[] = []): Record<string, Reference> {
  return Object.fromEntries(
    [...names, 'x-request-id' as const].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}
