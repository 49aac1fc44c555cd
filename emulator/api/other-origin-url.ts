/** The URL of a clip at the other origin. Its signature replaces a key. */

import type { ApiContext } from './context.ts';
import type { EnteredRequest } from './messages.ts';

/** The other origin at entry points without sockets. */
export const OTHER_ORIGIN = 'https://downloads.standin.test';

const PATH = /^\/clips\/([0-9a-f-]{36})\.mp4$/;

interface Signed {
  readonly account: string;
  readonly id: string;
}

export async function otherOriginUrl({ context, request, account }: EnteredRequest, id: string): Promise<string> {
  const origin = (await request.otherOrigin?.()) ?? OTHER_ORIGIN;
  const signature = signatureOf(context, { account: account.name, id });
  return `${origin}/clips/${id}.mp4?account=${encodeURIComponent(account.name)}&signature=${signature}`;
}

function signatureOf({ fingerprint }: ApiContext, { account, id }: Signed): string {
  return fingerprint(`the clip ${id} of ${account}`);
}

/** Returns the clip of a signed path, or undefined if the signature is missing or wrong. */
export function readOtherOriginPath(context: ApiContext, target: string): Signed | undefined {
  const [path = '', query] = target.split('?', 2);
  // A client may add parameters. A key among them is a mistake, which the journal shows.
  const sent = new URLSearchParams(query);
  const signed = { account: sent.get('account') ?? '', id: PATH.exec(path)?.[1] ?? '' };
  return signatureOf(context, signed) === sent.get('signature') ? signed : undefined;
}
