/** The URL of a clip at the other origin: signed, as it takes no key. */

import type { ApiContext } from './context.ts';
import type { ApiRequest } from './messages.ts';

/** The other origin at entry points without sockets. */
export const OTHER_ORIGIN = 'https://downloads.standin.test';

const PATH = /^\/clips\/([0-9a-f-]{36})\.mp4\?account=([^&]*)&signature=([\w-]+)$/;

/** A clip by its path there. */
interface Signed {
  readonly account: string;
  readonly id: string;
}

/** The URL of a clip there; the signature takes the place of a key. */
export async function otherOriginUrl(context: ApiContext, request: ApiRequest, signed: Signed): Promise<string> {
  const origin = (await request.otherOrigin?.()) ?? OTHER_ORIGIN;
  const { account, id } = signed;
  return `${origin}/clips/${id}.mp4?account=${encodeURIComponent(account)}&signature=${signatureOf(context, signed)}`;
}

function signatureOf({ fingerprint }: ApiContext, { account, id }: Signed): string {
  return fingerprint(`the clip ${id} of ${account}`);
}

/** Which clip a path there names; undefined for one without its signature. */
export function readOtherOriginPath(context: ApiContext, target: string): Signed | undefined {
  const [, id, encoded, signature] = PATH.exec(target) ?? [];
  if (id === undefined || encoded === undefined) return undefined;
  try {
    const signed = { account: decodeURIComponent(encoded), id };
    return signatureOf(context, signed) === signature ? signed : undefined;
  } catch {
    return undefined;
  }
}
