/** An error that the user of a proxy can fix: the mistake, and the remedy. */

export class ProxyError extends Error {
  override readonly name = 'ProxyError';
}
