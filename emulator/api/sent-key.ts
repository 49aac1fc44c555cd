/** The key that a request carries, valid or not: nothing that is shown or stored may contain it. */

import type { ApiRequest } from './messages.ts';

/** The last word of the Authorization header; nothing where there is none. */
export function sentKey(request: ApiRequest): string {
  const header = request.header('authorization')?.trim() ?? '';
  return header.slice(header.lastIndexOf(' ') + 1);
}
