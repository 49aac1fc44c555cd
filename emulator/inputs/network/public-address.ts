/** Recognizes public IP addresses. Fetches reject other addresses, so that no URL reaches the local network. */

import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** IANA's special-purpose blocks, multicast, the reserved end, and a cloud metadata service (168.63.129.16). */
const SPECIAL_V4: readonly [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** The blocks of global unicast without ordinary hosts. 6to4 is one of them, because it can wrap private IPv4. */
const SPECIAL_V6: readonly [network: string, prefix: number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const special = new BlockList();
for (const [network, prefix] of SPECIAL_V4) special.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of SPECIAL_V6) special.addSubnet(network, prefix, 'ipv6');
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/**
 * Returns whether an address is public.
 *
 * @example isPublicAddress('169.254.169.254') // false
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, 'ipv4');
  // Loopback, mapped IPv4, local and multicast lie outside global unicast. An address with a zone is local.
  return (
    isIPv6(address) && !address.includes('%') && globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6')
  );
}
