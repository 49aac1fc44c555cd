/** Which input URLs a create accepts. The file behind a URL is judged later, when it is read. */

/** The part of the rule that JSON Schema can say. */
export const HTTPS_URL_PATTERN = '^https://\\S+$';
export const URL_MAX_LENGTH = 2048;

/**
 * The document says "uri", which is RFC 3986: ASCII, and everything else percent-encoded. The URL parser alone would
 * repair what a stricter server refuses.
 */
const URI_CHARACTERS = /^(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})+(?:#(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*)?$/i;

const NO_HOST = /^https:\/\/(?:[/\\?#:]|$)/;
const NOT_ASCII = /[^\0-\x7F]/;
/** Labels of 1 to 63 characters; a dot at the end is allowed. Underscores occur in names that are in use. */
const HOST_NAME = /^(?=.{1,254}$)(?:[a-z0-9_](?:[\w-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[\w-]{0,61}[a-z0-9_])?\.?$/;

/** Says what is wrong with an input URL, or nothing when a create accepts it. */
export function urlProblem(text: string): string | undefined {
  if (!text.startsWith('https://')) return 'must start with https://';
  if (text.length > URL_MAX_LENGTH) return `must have at most ${URL_MAX_LENGTH} characters`;
  // RFC 9110, 4.2.2: a URL without a host is invalid. The parser would take the next part of the path for the host.
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

/** Host and port as they are written, without user name and password. */
function hostIn(text: string): string {
  const [authority = ''] = text.slice('https://'.length).split(/[/\\?#]/, 1);
  return authority.slice(authority.lastIndexOf('@') + 1);
}

/** The URL parser writes every spelling of an IPv4 address (decimal, octal, hex) as four dotted numbers. */
function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d+\.\d+\.\d+\.\d+\.?$/.test(hostname);
}

function isLoopbackName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  return name === 'localhost' || name.endsWith('.localhost') || name === 'localhost.localdomain';
}
