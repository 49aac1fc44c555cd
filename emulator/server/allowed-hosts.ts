/**
 * Which hosts a server on loopback answers to: a page whose name was pointed at this machine (DNS rebinding) sends that
 * name.
 */

import { isGatedTarget } from '../control/control.ts';
import { isLoopback } from '../control/loopback.ts';
import type { Settings } from '../settings/settings.ts';

/** Whether a request may come in, by its host with or without a port, and its target. */
export type HostCheck = (host: string, target: string) => boolean;

/** How containers call the machine that they run on. */
const CONTAINER_HOSTS = new Set(['host.docker.internal', 'host.containers.internal', 'gateway.docker.internal']);

/**
 * The check for a server that listens on this host; none where other machines reach it, by names that only they know.
 */
export function hostCheck({ allowHosts, controlHosts }: Settings, listensOn: string): HostCheck | undefined {
  if (!isLoopback(listensOn)) return undefined;
  const allowed = new Set([...allowHosts, ...controlHosts].map((name) => name.toLowerCase()));
  // Nearly every request names the host that the one before it named (`bench:api`).
  let latest = '';
  return (host, target) => {
    if (host === latest) return true;
    const name = nameOf(host);
    if (isThisMachine(name) || allowed.has(name)) {
      latest = host;
      return true;
    }
    // The control API judges hosts itself, and asks for its token instead where there is one.
    return isGatedTarget(target);
  };
}

/** No public DNS server can point an address, or a name without a dot, somewhere else. */
function isThisMachine(name: string): boolean {
  return isLoopback(name) || !name.includes('.') || isAddress(name) || CONTAINER_HOSTS.has(name);
}

function isAddress(name: string): boolean {
  return name.includes(':') || /^[\d.]+$/.test(name);
}

/** Without the port, the brackets of an IPv6 address and the dot that ends a full name. */
function nameOf(host: string): string {
  const [, address, name] = /^(?:\[([^\]]*)\]|([^:]*))/.exec(host.toLowerCase()) ?? [];
  return (address ?? name ?? '').replace(/\.$/, '');
}
