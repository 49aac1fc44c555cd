/**
 * Rejects requests for unknown hosts on loopback servers. A web page whose host name was redirected to this machine
 * (DNS rebinding) sends its own host name.
 */

import { isGatedTarget } from '../control/control.ts';
import { isLoopback } from '../control/access.ts';
import type { Settings } from '../settings/settings.ts';

/** Returns whether to accept a request, by its host with or without a port, and its target. */
export type HostCheck = (host: string, target: string) => boolean;

/** The names that containers use for the machine that they run on. */
const CONTAINER_HOSTS = new Set(['host.docker.internal', 'host.containers.internal', 'gateway.docker.internal']);

/** Returns the check for a server on this host. Other machines can use any name, so only loopback has a check. */
export function hostCheck({ allowHosts, controlHosts }: Settings, listensOn: string): HostCheck | undefined {
  if (!isLoopback(listensOn)) return undefined;
  const allowed = new Set([...allowHosts, ...controlHosts].map((name) => name.toLowerCase()));
  // Nearly every request has the same host as the previous request (`bench:api`).
  let latest = '';
  return (host, target) => {
    if (host === latest) return true;
    const name = nameOf(host);
    if (isThisMachine(name) || allowed.has(name)) {
      latest = host;
      return true;
    }
    // The control API checks hosts itself, and accepts its token instead.
    return isGatedTarget(target);
  };
}

/** Returns whether a name is local. Public DNS cannot redirect an address, or a name without a dot. */
function isThisMachine(name: string): boolean {
  const isAddress = name.includes(':') || /^[\d.]+$/.test(name);
  return isLoopback(name) || !name.includes('.') || isAddress || CONTAINER_HOSTS.has(name);
}

/** Removes the port, the brackets of an IPv6 address, and the trailing dot of a full name. */
function nameOf(host: string): string {
  const [, address, name] = /^(?:\[([^\]]*)\]|([^:]*))/.exec(host.toLowerCase()) ?? [];
  return (address ?? name ?? '').replace(/\.$/, '');
}
