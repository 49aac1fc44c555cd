/**
 * Sends a handwritten request on its own connection and reads the response to the end of the connection. Node's client
 * drops bytes behind a response without a body. HTTP/1.0, delayed bodies and the detection of a closed connection need
 * this, too.
 */

import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { header, type HeaderLine } from './exchange.ts';
import { ReceivedBytes } from './received-bytes.ts';
import { addressOf, DROPPED, STOPPED, timeoutOf, type WireRequest, type WireResult } from './transport.ts';

/** A server that keeps the connection open against the request has sent its whole response after this pause. */
const QUIET_MS = 1000;
/** A late timer on a busy machine may fire before the data that had already arrived. */
const QUIET_TIMERS = 2;

/** The body is sent after this time even if the server does not ask for it, so that there is a response. */
const HELD_MS = 5000;

/** The limit for headers, and for a body that should not exist. No server needs more. */
const LONGEST_HEAD = 64 * 1024;

interface Head {
  /** Statuses of earlier responses, such as 100. */
  readonly interim: readonly number[];
  readonly status: number;
  readonly version: '1.0' | '1.1';
  readonly headers: HeaderLine[];
  /** The position of the body. */
  readonly end: number;
}

/** Sends the request with the body unchanged, so the caller must frame the body. */
export function sendBare(wire: WireRequest, version: '1.0' | '1.1'): Promise<WireResult> {
  return new Promise((resolve) => {
    const received = new Received(wire);
    const socket = open(wire.url);
    let [unsent, isUnasked] = [wire.body, false];
    const sendBody = (): void => {
      clearTimeout(held);
      if (unsent !== undefined) socket.write(unsent);
      unsent = undefined;
    };
    const held = setTimeout(() => {
      isUnasked = true;
      sendBody();
    }, HELD_MS);
    let quiet: NodeJS.Timeout | undefined;
    const settle = (result: WireResult): void => {
      clearTimeout(limit);
      clearTimeout(quiet);
      clearTimeout(held);
      wire.signal.removeEventListener('abort', stop);
      socket.destroy();
      resolve(result);
    };
    const finish = (isClosed: boolean): void => settle(received.answer({ isClosed, isUnasked }));
    const waitForQuiet = (left: number): void => {
      const ms = (wire.quietMs ?? QUIET_MS) / QUIET_TIMERS;
      quiet = setTimeout(() => (left > 1 ? waitForQuiet(left - 1) : finish(false)), ms);
    };
    const stop = (): void => settle(STOPPED);
    const limit = setTimeout(() => settle(timeoutOf(wire)), wire.timeoutMs);
    wire.signal.addEventListener('abort', stop);
    socket.on('data', (chunk: Buffer) => {
      if (wire.dropsAnswer === true) return settle(DROPPED);
      received.add(chunk);
      if (received.isFull) return finish(false);
      clearTimeout(quiet);
      if (received.head !== undefined) waitForQuiet(QUIET_TIMERS);
      else if (received.isAsked) sendBody();
    });
    socket.on('end', () => finish(true));
    socket.on('error', ({ message }) => {
      if (received.head === undefined) settle({ kind: 'reset', message });
      else finish(true);
    });
    // The headers and a small body leave in one packet.
    socket.cork();
    socket.write(textOf(wire, version));
    if (wire.holdsBody !== true) sendBody();
    socket.uncork();
  });
}

/** The received bytes of the connection, up to a limit. */
class Received {
  readonly #bodyLimit: number;
  readonly #method: string;
  readonly #bytes: ReceivedBytes;
  head: Head | undefined = undefined;
  /** Whether an interim response has asked for the body. */
  isAsked = false;

  constructor({ bodyLimit, method }: WireRequest) {
    this.#bodyLimit = method === 'HEAD' ? LONGEST_HEAD : bodyLimit;
    this.#method = method;
    this.#bytes = new ReceivedBytes(LONGEST_HEAD + this.#bodyLimit + 1);
  }

  add(chunk: Buffer): void {
    this.#bytes.add(chunk);
    if (this.head !== undefined) return;
    // A head is short, so it consists of few chunks.
    const { head, interim } = headIn(this.#bytes.all());
    this.head = head;
    this.isAsked = interim.includes(100);
  }

  /** Whether the limit is reached, after which the connection is not read. */
  get isFull(): boolean {
    return this.#bytes.length > (this.head === undefined ? LONGEST_HEAD : this.head.end + this.#bodyLimit);
  }

  answer(connection: { readonly isClosed: boolean; readonly isUnasked: boolean }): WireResult {
    if (this.head === undefined)
      return {
        kind: 'reset',
        message: this.isFull
          ? `The headers of the response are longer than ${LONGEST_HEAD} bytes.`
          : 'No response arrived.',
        ...(this.isFull || this.#bytes.length === 0 ? {} : { came: this.#bytes.all() }),
      };
    const { status, version, headers, end, interim } = this.head;
    const bytes = this.#bytes.all().subarray(end, end + this.#bodyLimit);
    const isChunked = headers.some(([name, value]) => /^transfer-encoding$/i.test(name) && /chunked/i.test(value));
    const body = isChunked ? unchunked(bytes) : bytes;
    const complete = !this.isFull && !this.#isShort(bytes.length);
    return { status, headers, body, complete, connection: { ...connection, version, interim: [...interim] } };
  }

  #isShort(length: number): boolean {
    if (this.head === undefined || this.#method === 'HEAD' || [204, 304].includes(this.head.status)) return false;
    return Number(header(this.head, 'content-length') ?? 0) > length;
  }
}

function open(url: URL): Socket {
  const address = addressOf(url);
  return url.protocol === 'https:' ? connectTls({ ...address, servername: address.host }) : connect(address);
}

function textOf({ method, url, headers }: WireRequest, version: string): string {
  const hasOwn = headers.some(([name]) => name.toLowerCase() === 'connection');
  const usual = [['Host', url.host], ...(hasOwn ? [] : [['Connection', 'close']])];
  const lines = [...usual, ...headers].map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${url.pathname}${url.search} HTTP/${version}\r\n${lines.join('')}\r\n`;
}

/** Returns the first head of a final response, and the statuses of the interim responses before it, such as 103. */
function headIn(bytes: Buffer): { readonly head: Head | undefined; readonly interim: readonly number[] } {
  const interim: number[] = [];
  for (let start = 0; ;) {
    const end = bytes.indexOf('\r\n\r\n', start);
    if (end < 0) return { head: undefined, interim };
    const [first = '', ...lines] = bytes.subarray(start, end).toString('latin1').split('\r\n');
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1]);
    start = end + 4;
    // After 101, the connection switches to another protocol.
    if (status < 200 && status !== 101) {
      interim.push(status);
      continue;
    }
    const headers = lines.map(toHeader);
    const version = first.startsWith('HTTP/1.0') ? '1.0' : '1.1';
    return { head: Number.isNaN(status) ? undefined : { interim, status, version, headers, end: start }, interim };
  }
}

function toHeader(line: string): HeaderLine {
  const [name = '', ...value] = line.split(':');
  return [name, value.join(':').trim()];
}

/** Decodes a chunked body as far as it arrived. */
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
