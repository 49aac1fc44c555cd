/** The key that a request carries, whether or not anybody has it: what is shown or kept must not hold it. */

import type { ApiRequest } from './messages.ts';

/** The last word of the Authorization header; nothing where there is none. */
export function sentKey(request: ApiRequest): string {
  const header = request.header('authorization')?.trim() ?? '';
  return header.slice(header.lastIndexOf(' ') + 1);
}
