/** The key that a request carries, valid or not: nothing that is shown or stored may contain it. */

import type { ApiRequest } from '../messages.ts';

/** The last word of the Authorization header; nothing where there is none. */
export function sentKey(request: ApiRequest): string {
  const header = request.header('authorization')?.trim() ?? '';
  return header.slice(header.lastIndexOf(' ') + 1);
}

/** A URL without keys is still a URL: the name of a host may not contain brackets. */
export function redactedUrl(url: string, redact: (text: string) => string): string {
  return redact(url).replaceAll('[redacted]', 'redacted');
}
