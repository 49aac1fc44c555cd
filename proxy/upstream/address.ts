/** Checks the address of the upstream. It must be public unless the user allows private addresses. */

import { lookup as systemLookup } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '../../emulator/inputs/network/public-address.ts';
import { ProxyError } from '../proxy-error.ts';

/** Parses `--upstream`. Throws a ProxyError for an invalid URL. */
export function readUpstream(text: string, allowPrivate: boolean): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new ProxyError(`--upstream: must be the URL before /v1, such as https://staging.example.com, not ${text}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new ProxyError('--upstream: must not contain a user name or password. Each client sends its own key');
  }
  if (url.search !== '' || url.hash !== '') throw new ProxyError('--upstream: must not contain ? or #');
  if (/\/v1(\/videos)?\/?$/.test(url.pathname))
    throw new ProxyError('--upstream: must end before /v1, because the path of each request already contains /v1');
  if (url.protocol === 'http:' && !allowPrivate) {
    throw new ProxyError(
      '--upstream: must begin with https://, because the proxy sends API keys to this URL. For a server on this machine or in your own network, add --allow-private.',
    );
  }
  return url;
}

/** Rejects an upstream whose name resolves to a private address. A name without an address is allowed. */
export async function rejectPrivate({ hostname }: URL): Promise<void> {
  const host = bareHost(hostname);
  const addresses = isIP(host) === 0 ? await resolve(host) : [host];
  const wrong = addresses.find((address) => !isPublicAddress(address));
  if (wrong !== undefined) throw new ProxyError(`--upstream: ${privateText(host, wrong)}`);
}

async function resolve(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}

/** Returns a host without the brackets of IPv6. */
export function bareHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/** Resolves a name for each connection, and rejects private addresses. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  systemLookup(hostname, { ...options, all: true }, (error, found) => {
    const wrong = error === null ? found.find(({ address }) => !isPublicAddress(address)) : undefined;
    const [first] = found ?? [];
    if (error !== null) return callback(error, '');
    if (wrong !== undefined) return callback(new PrivateAddress(privateText(hostname, wrong.address)), '');
    if (options.all === true) return callback(null, found);
    return callback(null, first?.address ?? '', first?.family);
  });
};

/** Thrown if a name resolves to a private address. */
export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';
}

function privateText(host: string, address: string): string {
  return `${host} has the address ${address}, which is not public. To allow this address, add --allow-private.`;
}
