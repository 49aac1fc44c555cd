/**
 * A request written by hand on a connection of its own, whose answer is read to the end of the connection: for
 * HTTP/1.0, for bodies that are held back, for whether the connection is closed, and for bytes behind an answer that
 * may have none, which Node's client drops.
 */

import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { header, type HeaderLine } from './exchange.ts';
import { ReceivedBytes } from './received-bytes.ts';
import { DROPPED, STOPPED, type WireRequest, type WireResult } from './transport.ts';

/** A server that keeps the connection open though it was asked not to has sent what it had to say. */
const QUIET_MS = 1000;
/** A timer may be late where this machine is busy, and so may come before what had arrived by then. */
const LOOKS = 2;

/** A body that nobody asks for is sent all the same, so that there is an answer. */
const HELD_MS = 5000;

/** More than any server needs for headers, and more than enough of a body that ought not to be there. */
const LONGEST_HEAD = 64 * 1024;

interface Head {
  /** Statuses of answers that came before, such as 100. */
  readonly interim: readonly number[];
  readonly status: number;
  readonly version: '1.0' | '1.1';
  readonly headers: HeaderLine[];
  /** Where the body begins. */
  readonly end: number;
}

/** Writes the body as it is: whoever gives one has framed it. */
export function sendBare(wire: WireRequest, version: '1.0' | '1.1'): Promise<WireResult> {
  return new Promise((resolve) => {
    const received = new Received(wire);
    const socket = open(wire.url);
    const body = createBody(socket, wire);
    let [quiet, limit]: (NodeJS.Timeout | undefined)[] = [];
    let hasMemory = wire.reserve === undefined;
    const settle = (result: WireResult): void => {
      clearTimeout(limit);
      clearTimeout(quiet);
      body.forget();
      wire.signal.removeEventListener('abort', stop);
      socket.destroy();
      resolve(result);
    };
    const finish = (isClosed: boolean): void => settle(received.answer({ isClosed, isUnasked: body.isUnasked() }));
    const look = (left: number): void => {
      const ms = (wire.quietMs ?? QUIET_MS) / LOOKS;
      quiet = setTimeout(() => (left > 1 ? look(left - 1) : finish(false)), ms);
    };
    const stop = (): void => settle(STOPPED);
    const beginLimit = (): void => {
      const result = { kind: 'timeout', message: `No complete response within ${wire.timeoutMs / 1000} s.` } as const;
      limit = setTimeout(() => settle(result), wire.timeoutMs);
    };
    const waitForMemory = async (bytes: number): Promise<void> => {
      hasMemory = true;
      socket.pause();
      clearTimeout(limit);
      await wire.reserve?.(bytes);
      if (socket.destroyed) return;
      beginLimit();
      look(LOOKS);
      socket.resume();
    };
    beginLimit();
    wire.signal.addEventListener('abort', stop);
    socket.on('data', (chunk: Buffer) => {
      if (wire.dropsAnswer === true) return settle(DROPPED);
      received.add(chunk);
      if (received.isFull) return finish(false);
      clearTimeout(quiet);
      if (!hasMemory && received.memoryNeeded !== undefined) void waitForMemory(received.memoryNeeded);
      else if (received.head !== undefined) look(LOOKS);
      else if (received.isAsked) body.send();
    });
    socket.on('end', () => finish(true));
    socket.on('error', ({ message }) => {
      if (received.head === undefined) settle({ kind: 'reset', message });
      else finish(true);
    });
    // What is sent at once goes in one packet, where it fits.
    socket.cork();
    socket.write(textOf(wire, version));
    if (wire.holdsBody !== true) body.send();
    socket.uncork();
  });
}

/** The body of a request, which may be held back until it is asked for. */
function createBody(
  socket: Socket,
  { body }: WireRequest,
): { send(): void; forget(): void; readonly isUnasked: () => boolean } {
  let [isSent, isUnasked] = [false, false];
  const send = (): void => {
    clearTimeout(held);
    if (!isSent && body !== undefined) socket.write(body);
    isSent = true;
  };
  const held = setTimeout(() => {
    isUnasked = true;
    send();
  }, HELD_MS);
  return { send, forget: () => clearTimeout(held), isUnasked: () => isUnasked };
}

/** What came on the connection, up to a bound. */
class Received {
  readonly #bodyLimit: number;
  readonly #method: string;
  readonly #bytes: ReceivedBytes;
  head: Head | undefined = undefined;
  /** An interim answer asks for the body. */
  isAsked = false;

  constructor({ bodyLimit, method }: WireRequest) {
    this.#bodyLimit = method === 'HEAD' ? LONGEST_HEAD : bodyLimit;
    this.#method = method;
    this.#bytes = new ReceivedBytes(LONGEST_HEAD + this.#bodyLimit + 1);
  }

  add(chunk: Buffer): void {
    this.#bytes.add(chunk);
    if (this.head !== undefined) return;
    // Few chunks: a head is short.
    const { head, interim } = headIn(this.#bytes.all());
    this.head = head;
    this.isAsked = interim.includes(100);
  }

  get size(): number {
    return this.#bytes.length;
  }

  get memoryNeeded(): number | undefined {
    return this.#bytes.memoryNeeded;
  }

  /** Whatever goes on behind this is not read. */
  get isFull(): boolean {
    return this.size > (this.head === undefined ? LONGEST_HEAD : this.head.end + this.#bodyLimit);
  }

  answer(connection: { readonly isClosed: boolean; readonly isUnasked: boolean }): WireResult {
    if (this.head === undefined)
      return {
        kind: 'reset',
        message: this.isFull
          ? `The headers of the response are longer than ${LONGEST_HEAD} bytes.`
          : 'No response arrived.',
        ...(this.isFull || this.size === 0 ? {} : { came: this.#bytes.all() }),
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

function open({ protocol, hostname, port }: URL): Socket {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (protocol !== 'https:') return connect({ host, port: Number(port === '' ? 80 : port) });
  return connectTls({ host, port: Number(port === '' ? 443 : port), servername: host });
}

function textOf({ method, url, headers }: WireRequest, version: string): string {
  const hasOwn = headers.some(([name]) => name.toLowerCase() === 'connection');
  const usual = hasOwn
    ? [['Host', url.host]]
    : [
        ['Host', url.host],
        ['Connection', 'close'],
      ];
  const lines = [...usual, ...headers].map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${url.pathname}${url.search} HTTP/${version}\r\n${lines.join('')}\r\n`;
}

/** The first head that is no interim answer, such as 103, and the statuses of those before it. */
function headIn(bytes: Buffer): { readonly head: Head | undefined; readonly interim: readonly number[] } {
  const interim: number[] = [];
  for (let start = 0; ;) {
    const end = bytes.indexOf('\r\n\r\n', start);
    if (end < 0) return { head: undefined, interim };
    const [first = '', ...lines] = bytes.subarray(start, end).toString('latin1').split('\r\n');
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1]);
    start = end + 4;
    // After 101 the connection speaks something else.
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
