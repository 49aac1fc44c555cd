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

interface Head {
  readonly status: number;
  readonly headers: HeaderLine[];
  readonly body: Buffer;
}

/** Writes the body as it is: whoever gives one has framed it. */
export function sendBare(wire: WireRequest, version: '1.0' | '1.1'): Promise<WireResult> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = open(wire.url);
    let quiet: NodeJS.Timeout | undefined;
    const settle = (result: WireResult): void => {
      clearTimeout(limit);
      clearTimeout(quiet);
      wire.signal.removeEventListener('abort', stop);
      socket.destroy();
      resolve(result);
    };
    const finish = (): void => settle(answerIn(Buffer.concat(chunks)) ?? { kind: 'reset', message: 'No answer came.' });
    const stop = (): void => settle(STOPPED);
    const limit = setTimeout(() => {
      settle({ kind: 'timeout', message: `No complete answer within ${wire.timeoutMs / 1000} s.` });
    }, wire.timeoutMs);
    wire.signal.addEventListener('abort', stop);
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      clearTimeout(quiet);
      if (headIn(Buffer.concat(chunks)) !== undefined) quiet = setTimeout(finish, QUIET_MS);
    });
    socket.on('end', finish);
    socket.on('error', ({ message }) => settle({ kind: 'reset', message }));
    socket.write(textOf(wire, version));
    if (wire.body !== undefined) socket.write(wire.body);
  });
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

/** The last head that came, and what stands behind it: answers such as 103 come before it. */
function headIn(bytes: Buffer): Head | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  const [first = '', ...lines] = bytes.subarray(0, Math.max(0, end)).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1]);
  if (end < 0 || Number.isNaN(status)) return undefined;
  const body = bytes.subarray(end + 4);
  if (status < 200) return headIn(body);
  const headers = lines.map((line): HeaderLine => {
    const [name = '', ...value] = line.split(':');
    return [name, value.join(':').trim()];
  });
  return { status, headers, body };
}

function answerIn(bytes: Buffer): WireResult | undefined {
  const head = headIn(bytes);
  if (head === undefined) return undefined;
  const isChunked = head.headers.some(([name, value]) => /^transfer-encoding$/i.test(name) && /chunked/i.test(value));
  return { ...head, body: isChunked ? unchunked(head.body) : head.body, complete: true };
}

/** As much of a body in chunks as came whole. */
function unchunked(bytes: Buffer): Buffer {
  const end = bytes.indexOf('\r\n');
  const size = Number.parseInt(bytes.subarray(0, Math.max(0, end)).toString('latin1'), 16);
  if (end < 0 || !(size > 0)) return Buffer.alloc(0);
  const [start, behind] = [end + 2, end + 2 + size];
  return Buffer.concat([bytes.subarray(start, behind), unchunked(bytes.subarray(behind + 2))]);
}
