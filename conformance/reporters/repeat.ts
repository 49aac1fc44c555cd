/** A shell command that sends a recorded request again: with curl, or byte for byte if curl cannot send it. */

import { escapeInvisible } from '../../contract/invisible.ts';
import type { Exchange, HeaderLine } from '../client/exchange.ts';
import { keyVariable } from '../client/keys.ts';
import { SENT_MARK } from '../client/redactor.ts';
import { cap } from '../text/lay-out.ts';

type Sent = Exchange['request'];

/** The time for which the kit holds a body back. */
const HELD_SECONDS = 5;
/** A key that no account has. */
const NOBODYS_KEY = 'no-such-key';

/** Returns the command. Keys are environment variables, and a long body is cut. */
export function repeatCommand({ request, label }: Exchange, bodyLimit = 2000): string {
  const command = isForCurl(request) ? curl(request, bodyLimit) : byHand(request, bodyLimit);
  return request.isRespelled === true ? `${command}\n# The kit sent the key in an unusual form: ${label}.` : command;
}

/** Returns whether curl can send a request. It sends one Host, frames a body itself, and writes headers in UTF-8. */
function isForCurl({ form, headers }: Sent): boolean {
  const isPlain = headers.every(([name, value]) => /^[\t -~]*$/.test(name + value));
  return isPlain && form?.hosts === undefined && form?.version === undefined;
}

function curl({ method, url, headers, body, base64, form }: Sent, bodyLimit: number): string {
  const parts = ['curl', '-i'];
  if (url.startsWith('https:')) parts.push('--http1.1');
  if (method === 'HEAD') parts.push('-I');
  else if (method !== 'GET' || body !== undefined) parts.push('-X', method);
  if (form?.target !== undefined) parts.push('--request-target', word(form.target));
  // curl knows the length of a body.
  const lines = headers.filter(([name]) => body === undefined || !isNamed(name, 'content-length'));
  for (const line of lines) parts.push('-H', word(curlHeader(line)));
  if (body !== undefined && !headers.some(([name]) => isNamed(name, 'content-type')))
    parts.push('-H', "'Content-Type:'");
  const bytes = body === undefined ? undefined : bytesToPrint(body, base64);
  if (bytes !== undefined) parts.unshift(printf(bytes), '|');
  if (bytes !== undefined) parts.push('--data-binary', '@-');
  else if (body !== undefined) parts.push('--data-raw', word(cap(body, bodyLimit)));
  if (/[[\]{}]/.test(new URL(url).pathname + new URL(url).search)) parts.push('-g');
  return [...parts, word(url)].join(' ');
}

/** Returns a header for curl. A header without a value needs a semicolon, because curl drops it with a colon. */
function curlHeader([name, value]: HeaderLine): string {
  return value === '' ? `${name};` : `${name}: ${value}`;
}

/** Returns the bytes of a body in Latin-1, if a shell would change them. */
function bytesToPrint(body: string, base64: string | undefined): string | undefined {
  if (base64 !== undefined) return Buffer.from(base64, 'base64').toString('latin1');
  const isSeen = escapeInvisible(body) === body;
  return isSeen ? undefined : Buffer.from(body).toString('latin1');
}

function byHand({ method, url, headers, body, base64, form }: Sent, bodyLimit: number): string {
  const { protocol, hostname, host, port, pathname, search } = new URL(url);
  const isHeader = (name: string): boolean => headers.some(([other]) => isNamed(other, name));
  const bytes = Buffer.from(base64 ?? cap(body ?? '', bodyLimit), base64 === undefined ? 'utf8' : 'base64');
  // Without a version, the kit left the framing to its client.
  const isFramed = form?.version !== undefined || isHeader('content-length') || isHeader('transfer-encoding');
  const lines = [
    `${method} ${form?.target ?? pathname + search} HTTP/${form?.version ?? '1.1'}`,
    ...(form?.hosts ?? [host]).map((name) => `Host: ${name}`),
    // With this header, nc ends after the response.
    ...(isHeader('connection') ? [] : ['Connection: close']),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined || isFramed ? [] : [`Content-Length: ${bytes.length}`]),
  ];
  const head = `${lines.join('\r\n')}\r\n\r\n`;
  const sending =
    form?.holdsBody === true
      ? `(${printf(head)}; sleep ${HELD_SECONDS}; ${printf(bytes.toString('latin1'))})`
      : printf(head + bytes.toString('latin1'));
  const name = hostname.replaceAll(/[[\]]/g, '');
  const peer =
    protocol === 'https:'
      ? `openssl s_client -quiet -connect ${word(`${hostname}:${port === '' ? '443' : port}`)} -servername ${word(name)}`
      : `nc ${word(name)} ${port === '' ? '80' : port}`;
  return `${sending} | ${peer}`;
}

function isNamed(name: string, wanted: string): boolean {
  return name.toLowerCase() === wanted;
}

/** Quotes a word for a shell: in single quotes, or in double quotes if it contains a key. */
function word(text: string): string {
  const pieces = piecesOf(text);
  const inDoubleQuotes = pieces.map(({ before, key = '' }) => before.replaceAll(/[\\"$`]/g, String.raw`\$&`) + key);
  const [only] = pieces;
  return pieces.length === 1 && only !== undefined
    ? `'${only.before.replaceAll("'", String.raw`'\''`)}'`
    : `"${inDoubleQuotes.join('')}"`;
}

/** Quotes bytes, given in Latin-1, for printf. */
function printf(latin1: string): string {
  const pieces = piecesOf(latin1);
  const format = pieces.map(({ before, key }) => escaped(before) + (key === undefined ? '' : '%s')).join('');
  const keys = pieces.flatMap(({ key }) => (key === undefined ? [] : [`"${key}"`]));
  return ['printf', `'${format}'`, ...keys].join(' ');
}

const ESCAPES: Readonly<Record<string, string>> = { '\r': String.raw`\r`, '\n': String.raw`\n`, '%': '%%' };

function escaped(latin1: string): string {
  const octal = (byte: string): string => `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`;
  return latin1.replaceAll(/[^ -~]|['\\%]|^-/g, (byte) => ESCAPES[byte] ?? octal(byte));
}

interface Piece {
  readonly before: string;
  /** The shell variable that contains a key. */
  readonly key?: string;
}

function piecesOf(marked: string): Piece[] {
  const text = marked.replaceAll('[key unknown]', NOBODYS_KEY);
  const pieces: Piece[] = [];
  let at = 0;
  for (const { 0: mark, 1: name = '', 2: missing, index } of text.matchAll(SENT_MARK)) {
    const before = text.slice(at, index);
    at = index + mark.length;
    pieces.push({ before, key: valueOf(name, missing, text.slice(at)) });
  }
  return [...pieces, { before: text.slice(at) }];
}

/** Returns the value of a key. Braces separate the name from the following text. */
function valueOf(name: string, missing: string | undefined, behind: string): string {
  const variable = keyVariable(name);
  if (missing !== undefined) return `\${${variable}${missing === 'first' ? '#' : '%'}?}`;
  return /^\w/.test(behind) ? `\${${variable}}` : `$${variable}`;
}
