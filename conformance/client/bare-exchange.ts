/**
 * A request written by hand on a connection of its own, whose answer is read to the end of the connection: for
 * HTTP/1.0, and for bytes behind an answer that may have none, which Node's client drops.
 */

import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { HeaderLine } from './exchange.ts';
import { STOPPED, type WireRequest, type WireResult } from './transport.ts';

/** A server that keeps the connection open though it was asked not to has sent what it had to say. */
const QUIET_MS = 1000;

/** More than any server needs for headers, and more than enough of a body that ought not to be there. */
const LONGEST_HEAD = 64 * 1024;

interface Head {
  readonly status: number;
  readonly headers: HeaderLine[];
  /** Where the body begins. */
  readonly end: number;
}

/** Writes the body as it is: whoever gives one has framed it. */
export function sendBare(wire: WireRequest, version: '1.0' | '1.1'): Promise<WireResult> {
  return new Promise((resolve) => {
    const received = new Received(wire.method === 'HEAD' ? LONGEST_HEAD : wire.bodyLimit);
    const socket = open(wire.url);
    let quiet: NodeJS.Timeout | undefined;
    const settle = (result: WireResult): void => {
      clearTimeout(limit);
      clearTimeout(quiet);
      wire.signal.removeEventListener('abort', stop);
      socket.destroy();
      resolve(result);
    };
    const finish = (): void => settle(received.answer());
    const stop = (): void => settle(STOPPED);
    const limit = setTimeout(() => {
      settle({ kind: 'timeout', message: `No complete answer within ${wire.timeoutMs / 1000} s.` });
    }, wire.timeoutMs);
    wire.signal.addEventListener('abort', stop);
    socket.on('data', (chunk: Buffer) => {
      received.add(chunk);
      if (received.isFull) return finish();
      clearTimeout(quiet);
      if (received.head !== undefined) quiet = setTimeout(finish, QUIET_MS);
    });
    socket.on('end', finish);
    socket.on('error', ({ message }) => settle({ kind: 'reset', message }));
    socket.write(textOf(wire, version));
    if (wire.body !== undefined) socket.write(wire.body);
  });
}

/** What came on the connection, up to a bound. */
class Received {
  readonly #bodyLimit: number;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  head: Head | undefined = undefined;

  constructor(bodyLimit: number) {
    this.#bodyLimit = bodyLimit;
  }

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    // Few chunks: a head is short.
    this.head ??= headIn(Buffer.concat(this.#chunks));
  }

  /** Whatever goes on behind this is not read. */
  get isFull(): boolean {
    return this.#size > (this.head === undefined ? LONGEST_HEAD : this.head.end + this.#bodyLimit);
  }

  answer(): WireResult {
    if (this.head === undefined)
      return {
        kind: 'reset',
        message: this.isFull ? `The headers go on behind ${LONGEST_HEAD} bytes.` : 'No answer came.',
      };
    const { status, headers, end } = this.head;
    const body = Buffer.concat(this.#chunks).subarray(end, end + this.#bodyLimit);
    const isChunked = headers.some(([name, value]) => /^transfer-encoding$/i.test(name) && /chunked/i.test(value));
    return { status, headers, body: isChunked ? unchunked(body) : body, complete: !this.isFull };
  }
}

function open({ protocol, hostname, port }: URL): Socket {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (protocol !== 'https:') return connect({ host, port: Number(port === '' ? 80 : port) });
  return connectTls({ host, port: Number(port === '' ? 443 : port), servername: host });
}

function textOf({ method, url, headers }: WireRequest, version: string): string {
  const lines = [['Host', url.host], ['Connection', 'close'], ...headers].map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `${method} ${url.pathname}${url.search} HTTP/${version}\r\n${lines.join('')}\r\n`;
}

/** The first head that is no interim answer, such as 103. */
function headIn(bytes: Buffer): Head | undefined {
  for (let start = 0; ;) {
    const end = bytes.indexOf('\r\n\r\n', start);
    if (end < 0) return undefined;
    const [first = '', ...lines] = bytes.subarray(start, end).toString('latin1').split('\r\n');
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1]);
    start = end + 4;
    if (status < 200) continue;
    return Number.isNaN(status) ? undefined : { status, headers: lines.map(toHeader), end: start };
  }
}

function toHeader(line: string): HeaderLine {
  const [name = '', ...value] = line.split(':');
  return [name, value.join(':').trim()];
}

/** As much of a body in chunks as came whole. */
function unchunked(bytes: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const end = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.subarray(at, Math.max(at, end)).toString('latin1'), 16);
    if (end < 0 || !(size > 0)) return Buffer.concat(chunks);
    chunks.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}
