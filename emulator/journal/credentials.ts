/** Finds credentials in request headers, so that the journal does not store them. */

import type { RecordedRequest } from './entry-field.ts';
import { PREFIX } from './redact.ts';

const HEADERS = new Set(['authorization', 'proxy-authorization', 'x-api-key', 'api-key', 'x-auth-token', 'cookie']);
const NONE: readonly never[] = [];
const BEARER = 'Bearer ';
const KNOWN_FORM = `${BEARER}${PREFIX}`;

/** Returns the secrets in all headers of a request. */
export function credentialsOf(request: Pick<RecordedRequest, 'eachHeader'>): readonly string[] {
  const secrets: string[] = [];
  request.eachHeader((name, value) => secrets.push(...credentialsIn(name, value)));
  return secrets;
}

/** Returns the secrets in a header. */
export function credentialsIn(name: string, value: string): readonly string[] {
  if (!HEADERS.has(name) || (name === 'authorization' && isKnownByForm(value))) return NONE;
  if (name === 'cookie') return value.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1).trim());
  if (value.startsWith(BEARER) && !value.includes(',')) return [value.slice(BEARER.length)];
  // The values of a header that was sent twice are joined by a comma.
  const parts = value.split(/[\s,]+/);
  if (parts[0]?.toLowerCase() !== 'basic') return parts;
  const text = Buffer.from(parts[1] ?? '', 'base64').toString();
  return [...parts, text, text.slice(text.indexOf(':') + 1)];
}

/** Returns whether redactors find a key by its form. Nearly every request has a key of this form. */
function isKnownByForm(value: string): boolean {
  return value.startsWith(KNOWN_FORM) && !value.includes(',') && !value.includes(' ', BEARER.length);
}
