/** An error that the user of a proxy can fix. The message names the mistake and the fix. */

export class ProxyError extends Error {
  override readonly name = 'ProxyError';
}
