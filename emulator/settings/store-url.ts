/** Parses the URL of a shared store. The displayed form never contains the password. */

const SCHEMES: Readonly<Record<string, string>> = {
  'redis:': 'redis:',
  'valkey:': 'redis:',
  'rediss:': 'rediss:',
  'valkeys:': 'rediss:',
};

/** The required form of a store URL. */
export const STORE_URL_FORM =
  'must be redis://host:port or valkey://host:port. For TLS, use rediss:// or valkeys://. You can add user:password@ before the host, and /<database> at the end';

/** Returns a store URL for the client library and its displayed form, or undefined if it is invalid. */
export function readStoreUrl(text: string): { readonly url: string; readonly shown: string } | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const scheme = Object.hasOwn(SCHEMES, url.protocol) ? SCHEMES[url.protocol] : undefined;
  if (scheme === undefined || url.hostname === '' || url.search !== '' || url.hash !== '') return undefined;
  if (!/^\/?\d*$/.test(url.pathname)) return undefined;
  const plain = `${url.host}${url.pathname === '/' ? '' : url.pathname}`;
  const credentials = text.slice(text.indexOf('//') + 2, text.lastIndexOf('@') + 1);
  return { url: `${scheme}//${credentials}${plain}`, shown: `${url.protocol}//${plain}` };
}
