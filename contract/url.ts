/** The rules for input URLs of a create. The file behind a URL is judged later. */

/** The part of the rule that JSON Schema can express. */
export const HTTPS_URL_PATTERN = '^https://\\S+$';
export const URL_MAX_LENGTH = 2048;

/**
 * The characters of a URI by RFC 3986: ASCII, with all others percent-encoded. The URL parser would repair URLs that a
 * stricter server rejects.
 */
const URI_CHARACTERS = /^(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})+(?:#(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*)?$/i;

const NO_HOST = /^https:\/\/(?:[/\\?#:]|$)/;
const NOT_ASCII = /[^\0-\x7F]/;
/** A host name with labels of 1 to 63 characters and an optional final dot. Existing names contain underscores. */
const HOST_NAME = /^(?=.{1,254}$)(?:[a-z0-9_](?:[\w-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[\w-]{0,61}[a-z0-9_])?\.?$/;

/** Returns the problem with an input URL, or undefined if a create accepts it. */
export function urlProblem(text: string): string | undefined {
  if (!text.startsWith('https://')) return 'must start with https://';
  if (text.length > URL_MAX_LENGTH) return `must have at most ${URL_MAX_LENGTH} characters`;
  // A URL without a host is invalid (RFC 9110, 4.2.2), but the parser would use the next part of the path as host.
  if (NO_HOST.test(text)) return 'must name a host after https://';
  if (NOT_ASCII.test(hostIn(text))) return 'must have a host name in ASCII, such as xn--bcher-kva.example';
  if (!URL.canParse(text)) return 'must be a valid https:// URL';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (isAddress(url.hostname)) return 'must name a public host, not an IP address';
  if (isLoopbackName(url.hostname)) return 'must name a public host, not this machine';
  if (!HOST_NAME.test(url.hostname)) return 'must name a valid host: letters, digits and hyphens between single dots';
  if (!URI_CHARACTERS.test(text)) return 'must percent-encode characters that a URL cannot contain';
  return undefined;
}

/** Returns host and port as written, without user name and password. */
function hostIn(text: string): string {
  const [authority = ''] = text.slice('https://'.length).split(/[/\\?#]/, 1);
  return authority.slice(authority.lastIndexOf('@') + 1);
}

/** Reports whether a host is an IP address. The URL parser converts all notations of IPv4 to four decimal numbers. */
function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d+\.\d+\.\d+\.\d+\.?$/.test(hostname);
}

function isLoopbackName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  return name === 'localhost' || name.endsWith('.localhost') || name === 'localhost.localdomain';
}
