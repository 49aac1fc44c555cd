/** Resolves and checks the host of a URL. The connection uses the address that was checked. */

import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** Thrown if a file was not fetched. The message completes "the file ...". */
export class FetchRefusal extends Error {
  override readonly name = 'FetchRefusal';
  readonly reason: 'fetch_failed' | 'invalid';

  constructor(message: string, reason: 'fetch_failed' | 'invalid' = 'fetch_failed') {
    super(message);
    this.reason = reason;
  }
}

/** Replacements for tests and embedding code. No flag or setting changes them. */
export interface AddressGuard {
  /** Resolves a host name. By default, the operating system does. */
  readonly resolve?: ((hostname: string) => Promise<readonly string[]>) | undefined;
  /** Returns whether a connection to an address is allowed. By default, public addresses are allowed. */
  readonly allow?: ((address: string) => boolean) | undefined;
}

/** Checks a URL and the addresses of its host. Returns one address, or throws a FetchRefusal. */
export async function pinAddress(
  url: URL,
  { resolve = resolveBySystem, allow = isPublicAddress }: AddressGuard,
): Promise<string> {
  if (url.protocol !== 'https:')
    throw new FetchRefusal(`has a URL with ${url.protocol}//, but only https:// is allowed`);
  if (url.username !== '' || url.password !== '')
    throw new FetchRefusal('has a URL with credentials, which are not allowed');
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = isIP(host) === 0 ? await resolve(host) : [host];
  const [first] = addresses;
  if (first === undefined) throw new FetchRefusal(`is on the host ${host}, which has no address`);
  // A mix of public and private addresses is a sign of DNS rebinding, so one bad address rejects all.
  if (!addresses.every(allow)) throw new FetchRefusal(`is on the host ${host}, which is not a public address`);
  return first;
}

/** Returns a lookup function that always resolves to the pinned address. */
export function answerWith(address: string): LookupFunction {
  const family = isIP(address);
  return (_hostname, options, callback) => {
    if (options.all === true) callback(null, [{ address, family }]);
    else callback(null, address, family);
  };
}

async function resolveBySystem(hostname: string): Promise<readonly string[]> {
  const found = await lookup(hostname, { all: true });
  return found.map(({ address }) => address);
}
