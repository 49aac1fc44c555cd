/** The parameters of the document. */

import { LIMITS } from '../limits.ts';
import type { Parameter, Reference } from './document-types.ts';
import { EXAMPLE_ID } from './examples.ts';

const text = { type: 'string' } as const;
const optionalHeader = { in: 'header', required: false } as const;

export const PARAMETERS = {
  VideoId: {
    name: 'id',
    in: 'path',
    required: true,
    description:
      'The id of a generation. An unknown id, an id of another account, or an id that is not a UUID gets 404.',
    schema: { type: 'string', format: 'uuid' },
    example: EXAMPLE_ID,
  },
  IdempotencyKey: {
    ...optionalHeader,
    name: 'Idempotency-Key',
    description:
      'A key in printable ASCII that the client chooses, so that a repeated create is not charged twice. The API document does not define the response to a repeated Idempotency-Key. In the emulator, a setting defines this response.',
    schema: { type: 'string', minLength: 1, maxLength: LIMITS.idempotencyKey.max, pattern: '^[ -~]+$' },
    example: 'order-1842-take-3',
  },
  Range: {
    ...optionalHeader,
    name: 'Range',
    description:
      'One byte range: `bytes=<start>-<end>`, `bytes=<start>-` or `bytes=-<length>`. Several ranges or a malformed range get the whole clip.',
    schema: text,
    example: 'bytes=0-1023',
  },
  IfRange: {
    ...optionalHeader,
    name: 'If-Range',
    description: 'An ETag or a date. If the clip does not match this value, the server ignores Range.',
    schema: text,
    example: '"9f86d081884c7d65"',
  },
  IfMatch: {
    ...optionalHeader,
    name: 'If-Match',
    description: 'The response is 412 unless the clip has one of these ETags.',
    schema: text,
    example: '"9f86d081884c7d65"',
  },
  IfNoneMatch: {
    ...optionalHeader,
    name: 'If-None-Match',
    description: 'The response is 304 if the clip has one of these ETags.',
    schema: text,
    example: '"9f86d081884c7d65"',
  },
  IfModifiedSince: {
    ...optionalHeader,
    name: 'If-Modified-Since',
    description: 'The response is 304 if the clip is not newer than this date.',
    schema: text,
    example: 'Mon, 06 Jan 2025 10:00:00 GMT',
  },
  IfUnmodifiedSince: {
    ...optionalHeader,
    name: 'If-Unmodified-Since',
    description: 'The response is 412 if the clip is newer than this date.',
    schema: text,
    example: 'Mon, 06 Jan 2025 10:00:00 GMT',
  },
} as const satisfies Record<string, Parameter>;

/** Returns references to parameters, for example `parameterRefs('Range', 'IfRange')`. */
export function parameterRefs(...names: readonly (keyof typeof PARAMETERS)[]): Reference[] {
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}
