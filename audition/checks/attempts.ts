/** Which requests are attempts at the same work. */

import type { ClientRequest } from '../evidence/case-evidence.ts';

/**
 * Whether two requests ask for the same work: creates of one body, gets of one generation, downloads of one clip,
 * whatever their Idempotency-Key and their range.
 */
export function isSameWork(one: ClientRequest, other: ClientRequest): boolean {
  if (one.operation !== other.operation || one.operation === null) return false;
  if (one.operation === 'create') return one.bodyHash === other.bodyHash;
  return one.generation === other.generation;
}
