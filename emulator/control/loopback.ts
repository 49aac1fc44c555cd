/** Which names and addresses mean this machine and nothing else. */

/** Whether a host, listened on or from a Host header without its port, is reachable from this machine only. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  if (name === '::1' || name === '0:0:0:0:0:0:0:1') return true;
  const address = name.startsWith('::ffff:') ? name.slice('::ffff:'.length) : name;
  return /^127(?:\.\d{1,3}){3}$/.test(address);
}
