/** Fingerprints: of keys, so that none is stored; of bodies, so that a replay is distinguished from another request. */

import { hash, randomBytes } from 'node:crypto';

/**
 * A digest, salted per process or per store, so that fingerprints are useless outside of it. Each request needs one,
 * and an HMAC takes four times as long.
 */
export function createKeyFingerprint(salt = newSalt()): (key: string) => string {
  return (key) => hash('sha256', salt + key, 'base64url');
}

/** 128 bits: with most keys it fits into one block of the digest. */
export function newSalt(): string {
  return randomBytes(16).toString('base64url');
}

/** Equal for bodies that are deeply equal as JSON, whatever their whitespace and property order. */
export function bodyFingerprint(body: unknown): string {
  return hash('sha256', canonical(body, 0), 'base64url');
}

/** No accepted body is deeper than this, and a deeper one is never equal to an accepted one. */
const DEEPEST = 8;

function canonical(value: unknown, depth: number): string {
  if (depth > DEEPEST) return '…';
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, depth + 1)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, item]) => `${JSON.stringify(name)}:${canonical(item, depth + 1)}`).join(',')}}`;
}
