/** Sends requests to the emulated API, with a key that the page knows or that the user entered. */

import type { AccountView } from '../../control/view-schemas.ts';
import { curlOf, jsonOf } from '../model/command.ts';
import { bytesText } from '../model/texts.ts';
import { linkTo } from '../router.ts';
import { pageSignal } from '../signal.ts';
import { isProxy, showProblem } from '../server.ts';

/** The keys by account, in memory only. */
const keys = pageSignal<Readonly<Record<string, string>>>({});

/** The create that the page sends unless the user changes it. */
export const FIRST_CREATE = {
  path: '/v1/videos',
  headers: { 'content-type': 'application/json' },
  body: {
    model: 'videomodel-2.5',
    prompt: 'a red fox in the snow',
    duration_seconds: 4,
    resolution: '480p',
    audio: false,
  },
};

/** Returns a create as a curl command. */
export function createCurl(key: string, headers: Readonly<Record<string, string>>, body: unknown): string {
  const sent = Object.entries({ authorization: `Bearer ${key}`, ...headers });
  return curlOf({ method: 'POST', url: location.origin + FIRST_CREATE.path, headers: sent, body: jsonOf(body) });
}

export interface SentRequest {
  readonly account: string;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | null;
}

/** Returns the key that the user entered for an account, or the key with its name. Empty if the key is unknown. */
export function keyOf(account: string): string {
  const isMade = !isProxy() && !account.includes(':');
  return keys.value[account] ?? (isMade ? `sk_standin_${account}` : '');
}

export function rememberKey(account: string, key: string): void {
  keys.value = { ...keys.value, [account]: key };
}

/** Opens an account that was just created. Its header shows the key. */
export function openAccount(answer: unknown): void {
  const { account, key } = answer as { account: AccountView; key: string };
  rememberKey(account.name, key);
  location.hash = linkTo('account', { name: account.name });
}

/** Sends a request, and reads as much of its response as arrives. Without a response, shows a note. */
export async function sendToApi({ account, method, path, headers: given, body = null }: SentRequest) {
  const headers = { authorization: `Bearer ${keyOf(account)}`, ...given };
  const sent = fetch(path, { method, headers, body, cache: 'no-store' });
  const response = await sent.catch(() => showProblem('The server sent no response.'));
  if (response === undefined) return undefined;
  const isText = (response.headers.get('content-type') ?? '').includes('json');
  const read = isText
    ? response.text()
    : response.arrayBuffer().then(({ byteLength }) => `${bytesText(byteLength)} received.`);
  const text = await read.catch(() => 'The connection closed before the last byte arrived.');
  const { status, headers: received } = response;
  const faults = received.get('x-standin-fault')?.split(', ') ?? [];
  return { status, requestId: received.get('x-request-id') ?? '', faults, text };
}
