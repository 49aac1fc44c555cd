/** The key of a request, and the fingerprints of keys and of bodies. Only fingerprints are stored. */

import { hash, randomBytes } from 'node:crypto';
import type { ApiRequest } from '../messages.ts';

/**
 * Creates a fingerprint function with a salt per process or store. Each request needs a fingerprint. An HMAC takes four
 * times as long. The function remembers the latest key, because a hash takes 2 % of a poll (bench:api).
 */
export function createKeyFingerprint(salt = newSalt()): (key: string) => string {
  const fingerprintOf = (key: string) => ({ key, print: hash('sha256', salt + key, 'base64url') });
  let latest = fingerprintOf('');
  return (key) => (latest = key === latest.key ? latest : fingerprintOf(key)).print;
}

/** Returns a salt of 128 bits. With most keys, it fits into one block of the digest. */
export function newSalt(): string {
  return randomBytes(16).toString('base64url');
}

/** Returns the last word of the Authorization header, or an empty text. No stored or shown text may contain it. */
export function sentKey(request: ApiRequest): string {
  const header = request.header('authorization')?.trim() ?? '';
  return header.slice(header.lastIndexOf(' ') + 1);
}

/** Redacts keys in a URL. A host name cannot contain brackets. */
export function redactedUrl(url: string, redact: (text: string) => string): string {
  return redact(url).replaceAll('[redacted]', 'redacted');
}

/** Returns the fingerprint of a body. Bodies with equal JSON values have equal fingerprints. */
export function bodyFingerprint(body: unknown): string {
  return hash('sha256', canonical(body, 0), 'base64url');
}

/** The deepest level that is hashed. Accepted bodies are not as deep. */
const DEEPEST = 8;

function canonical(value: unknown, depth: number): string {
  if (depth > DEEPEST) return '…';
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, depth + 1)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, item]) => `${JSON.stringify(name)}:${canonical(item, depth + 1)}`).join(',')}}`;
}
