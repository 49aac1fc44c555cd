/** The response headers and the parameters of the document. */

import { LIMITS } from '../limits.ts';
import { EXAMPLE_ID, EXAMPLE_REQUEST_ID } from './examples.ts';
import type { Header, Parameter, Reference } from './document-types.ts';

const TEXT = { type: 'string' } as const;
const UUID = { type: 'string', format: 'uuid' } as const;
const COUNT = { type: 'integer', minimum: 0 } as const;
const ETAG = '"9f86d081884c7d65"';
const DATE = 'Mon, 06 Jan 2025 10:00:00 GMT';

export const HEADERS = {
  'x-request-id': {
    description: 'The id of this response, equal to `error.request_id`. Quote this id when you ask for help.',
    schema: UUID,
    example: EXAMPLE_REQUEST_ID,
  },
  'Idempotent-Replayed': {
    description: '`true` if this is the stored response of an earlier create with the same Idempotency-Key.',
    schema: { type: 'boolean' },
    example: true,
  },
  'Retry-After': {
    description: 'The number of seconds to wait before the next attempt, an integer.',
    schema: COUNT,
    example: 2,
  },
  'RateLimit-Policy': text('The limits of the account, in the format of the IETF draft.', '"create";q=30;w=60'),
  RateLimit: text(
    'The remaining requests, and the seconds until the reset, in the format of the IETF draft.',
    '"create";r=0;t=2',
  ),
  'WWW-Authenticate': text(
    'The challenge: `Bearer`, with `error="invalid_token"` if a key was sent but is not valid.',
    'Bearer error="invalid_token"',
  ),
  Allow: text('With 405: the methods that this path supports.', 'GET, HEAD'),
  'Accept-Ranges': {
    description: 'Byte ranges are supported.',
    schema: { type: 'string', const: 'bytes' },
    example: 'bytes',
  },
  'Cache-Control': text('The content belongs to one account, so a shared cache must not keep it.', 'private'),
  'Content-Disposition': text(
    'The name under which a browser saves the clip.',
    'inline; filename="0b5e7c1a-3f52-4c8e-9a57-6f1d2e3c4b5a.mp4"',
  ),
  'Content-Length': { description: 'The size of this body in bytes.', schema: COUNT, example: 1_048_576 },
  'Content-Range': text(
    'The byte range in this response, and the size of the clip. With 416: `bytes */<size>`.',
    'bytes 0-1023/1048576',
  ),
  ETag: text('A strong ETag: the content of a generation never changes.', ETAG),
  'Last-Modified': text('The time at which the clip was completed.', DATE),
} as const satisfies Record<string, Header>;

export type HeaderName = keyof typeof HEADERS;

export const PARAMETERS = {
  VideoId: {
    name: 'id',
    in: 'path',
    required: true,
    description:
      'The id of a generation. An unknown id, an id of another account, or an id that is not a UUID gets 404.',
    schema: UUID,
    example: EXAMPLE_ID,
  },
  IdempotencyKey: {
    ...header('Idempotency-Key'),
    description:
      'A key in printable ASCII that the client chooses, so that a repeated create is not charged twice. The API document does not define the response to a repeated Idempotency-Key. In the emulator, a setting defines this response.',
    schema: { type: 'string', minLength: 1, maxLength: LIMITS.idempotencyKey.max, pattern: '^[ -~]+$' },
    example: 'order-1842-take-3',
  },
  Range: {
    ...header('Range'),
    ...text(
      'One byte range: `bytes=<start>-<end>`, `bytes=<start>-` or `bytes=-<length>`. Several ranges or a malformed range get the whole clip.',
      'bytes=0-1023',
    ),
  },
  IfRange: {
    ...header('If-Range'),
    ...text('An ETag or a date. If the clip does not match this value, the server ignores Range.', ETAG),
  },
  IfMatch: { ...header('If-Match'), ...text('The response is 412 unless the clip has one of these ETags.', ETAG) },
  IfNoneMatch: { ...header('If-None-Match'), ...text('The response is 304 if the clip has one of these ETags.', ETAG) },
  IfModifiedSince: {
    ...header('If-Modified-Since'),
    ...text('The response is 304 if the clip is not newer than this date.', DATE),
  },
  IfUnmodifiedSince: {
    ...header('If-Unmodified-Since'),
    ...text('The response is 412 if the clip is newer than this date.', DATE),
  },
} as const satisfies Record<string, Parameter>;

/** Returns references to the headers of a response. Every response has `x-request-id`. */
export function headerRefs(names: readonly HeaderName[] = []): Record<string, Reference> {
  return Object.fromEntries(
    [...names, 'x-request-id' as const].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

/** Returns references to parameters, for example `parameterRefs('Range', 'IfRange')`. */
export function parameterRefs(...names: readonly (keyof typeof PARAMETERS)[]): Reference[] {
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

function text(description: string, example: string): Header {
  return { description, schema: TEXT, example };
}

/** Returns the place of an optional header. */
function header(name: string) {
  return { in: 'header', required: false, name } as const;
}
