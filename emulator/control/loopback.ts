/** Recognizes the names and addresses of this machine. */

/** Returns whether a host is reachable from this machine only. The host has no port. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  if (name === '::1' || name === '0:0:0:0:0:0:0:1') return true;
  const address = name.startsWith('::ffff:') ? name.slice('::ffff:'.length) : name;
  return /^127(?:\.\d{1,3}){3}$/.test(address);
}
