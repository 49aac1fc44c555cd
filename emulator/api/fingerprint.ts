/** Fingerprints: of keys, so that no key is kept; of bodies, so that a replay is known from another request. */

import { hash, randomBytes } from 'node:crypto';

/** A salted digest; the salt lives as long as the process, so a fingerprint says nothing outside of it. Every request needs one, and an HMAC would take four times as long. */
export function createKeyFingerprint(): (key: string) => string {
  // Of 128 bits, so that with most keys it fits into one block of the digest.
  const salt = randomBytes(16).toString('base64url');
  return (key) => hash('sha256', salt + key, 'base64url');
}

/** Equal for bodies that are deeply equal as parsed JSON, whatever their spacing and the order of their names. */
export function bodyFingerprint(body: unknown): string {
  return hash('sha256', canonical(body, 0), 'base64url');
}

/** No body that is accepted is deeper than this; one that is deeper is never equal to an accepted one. */
const DEEPEST = 8;

function canonical(value: unknown, depth: number): string {
  if (depth > DEEPEST) return '…';
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, depth + 1)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, item]) => `${JSON.stringify(name)}:${canonical(item, depth + 1)}`).join(',')}}`;
}
