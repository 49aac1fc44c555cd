/** Decides, once per hop, which address a URL may be fetched from. The connection goes to the checked address. */

import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';
import { FetchRefusal } from './fetch-refusal.ts';

/** The parts of the guard that tests and embedding code may replace; no flag and no setting reaches them. */
export interface AddressGuard {
  /** Finds the addresses of a host name; by default what the operating system finds. */
  readonly resolve?: ((hostname: string) => Promise<readonly string[]>) | undefined;
  /** Says which addresses may be connected to; by default public ones. */
  readonly allow?: ((address: string) => boolean) | undefined;
}

/** Checks a URL and its host's addresses; throws a FetchRefusal, or answers the one address to connect to. */
export async function pinAddress(
  url: URL,
  { resolve = resolveBySystem, allow = isPublicAddress }: AddressGuard,
): Promise<string> {
  if (url.protocol !== 'https:') throw new FetchRefusal(`leads to ${url.protocol}//, and only https is fetched`);
  if (url.username !== '' || url.password !== '') throw new FetchRefusal('leads to a URL with credentials');
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = isIP(host) === 0 ? await resolve(host) : [host];
  const [first] = addresses;
  if (first === undefined) throw new FetchRefusal(`lies on ${host}, which has no address`);
  // One bad address among good ones is how a name is rebound: the whole answer is refused.
  if (!addresses.every(allow)) throw new FetchRefusal(`lies on ${host}, which is not a public address`);
  return first;
}

/** Answers every question for an address with the pinned one. */
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
