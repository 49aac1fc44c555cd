/** Four connections that download as fast as they can, over bare sockets, so that the client costs as little as it can. */

import { connect, type Socket } from 'node:net';

export interface Window {
  /** Whole answers for each second. */
  readonly perSecond: number;
}

const CONNECTIONS = 4;
const SECONDS = { download: 2, ranges: 1.5 } as const;
const PART = 65_536;

/** Downloads the whole file, or parts of 64 KiB from all over it, for a short window. */
export async function measureDownloads(url: string, kind: 'download' | 'ranges'): Promise<Window> {
  const until = performance.now() + SECONDS[kind] * 1000;
  const started = performance.now();
  const counts = await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, at) => keepAsking(url, { kind, until, offset: at })),
  );
  const elapsed = (performance.now() - started) / 1000;
  return { perSecond: counts.reduce((sum, count) => sum + count, 0) / elapsed };
}

interface Asking {
  readonly kind: 'download' | 'ranges';
  readonly until: number;
  readonly offset: number;
}

function keepAsking(url: string, { kind, until, offset }: Asking): Promise<number> {
  const { hostname, port, pathname } = new URL(url);
  const socket = connect(Number(port), hostname);
  const head = `GET ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer sk_standin_bench\r\n`;
  let asked = offset;
  const ask = (): void => {
    const start = (asked * 7 * PART) % 8_000_000;
    asked += 1;
    socket.write(kind === 'download' ? `${head}\r\n` : `${head}Range: bytes=${start}-${start + PART - 1}\r\n\r\n`);
  };
  return new Promise((resolve, reject) => {
    let done = 0;
    socket.once('error', reject);
    onEachAnswer(socket, () => {
      done += 1;
      if (performance.now() < until) return ask();
      socket.destroy();
      resolve(done);
    });
    socket.once('connect', ask);
  });
}

/** Calls back when an answer has arrived to its last byte; only the head is looked at. */
function onEachAnswer(socket: Socket, callback: () => void): void {
  let left = -1;
  socket.on('data', (chunk: Buffer) => {
    let body = chunk.length;
    if (left < 0) {
      const end = chunk.indexOf('\r\n\r\n');
      const [, length = '0'] = /content-length: (\d+)/i.exec(chunk.toString('latin1', 0, end)) ?? [];
      left = Number(length);
      body = chunk.length - end - 4;
    }
    left -= body;
    if (left > 0) return;
    left = -1;
    callback();
  });
}
