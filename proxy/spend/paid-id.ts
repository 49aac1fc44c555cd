/** By which name a payment knows its generation. */

import { createHash } from 'node:crypto';

/** An id is a uuid. A much longer id is kept as a digest. */
const LONGEST_ID = 200;

/** The id of a record in lower case, or a digest of it; nothing where it has none. */
export function toPaidId(id: unknown): string | undefined {
  if (typeof id !== 'string') return undefined;
  const name = id.toLowerCase();
  return name.length <= LONGEST_ID ? name : `sha256 ${createHash('sha256').update(name).digest('base64url')}`;
}
