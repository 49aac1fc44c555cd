/** The key in a request, valid or not. No stored or shown text may contain it. */

import type { ApiRequest } from '../messages.ts';

/** Returns the last word of the Authorization header, or an empty text without the header. */
export function sentKey(request: ApiRequest): string {
  const header = request.header('authorization')?.trim() ?? '';
  return header.slice(header.lastIndexOf(' ') + 1);
}

/** Redacts keys in a URL. A host name cannot contain brackets. */
export function redactedUrl(url: string, redact: (text: string) => string): string {
  return redact(url).replaceAll('[redacted]', 'redacted');
}
