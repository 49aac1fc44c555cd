/** Identifies the generation of a payment. */

import { createHash } from 'node:crypto';

/** The maximum length of an id. Ids are UUIDs, and a much longer id is stored as a digest. */
const LONGEST_ID = 200;

/** Returns the id of a record in lower case or its digest, or undefined without an id. */
export function toPaidId(id: unknown): string | undefined {
  if (typeof id !== 'string') return undefined;
  const name = id.toLowerCase();
  return name.length <= LONGEST_ID ? name : `sha256 ${createHash('sha256').update(name).digest('base64url')}`;
}
