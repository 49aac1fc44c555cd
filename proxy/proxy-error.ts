/** An error that whoever starts a proxy can fix: what was wrong, and what to do. */

export class ProxyError extends Error {
  override readonly name = 'ProxyError';
}
