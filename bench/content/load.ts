/** Downloads as fast as possible over bare sockets, to minimize the work of the client. */

import { connect, type Socket } from 'node:net';

export interface Window {
  /** The number of complete responses per second. */
  readonly perSecond: number;
}

/** The content to download, and the duration. */
export interface Download {
  readonly kind: 'download' | 'ranges';
  /** The size of the whole file in bytes. */
  readonly size: number;
  readonly seconds?: number;
  /** The number of connections. The default is four. */
  readonly connections?: number;
  /** The API key. The default is a key of the benchmark. */
  readonly key?: string;
}

const CONNECTIONS = 4;
const SECONDS = { download: 2, ranges: 1.5 } as const;
const PART = 65_536;

/** Downloads the whole file, or parts of 64 KiB spread over the file, for a short time. */
export async function measureDownloads(url: string, download: Download): Promise<Window> {
  const started = performance.now();
  const until = started + (download.seconds ?? SECONDS[download.kind]) * 1000;
  const counts = await Promise.all(
    Array.from({ length: download.connections ?? CONNECTIONS }, (_, at) =>
      keepAsking(url, download, { until, offset: at }),
    ),
  );
  const elapsed = (performance.now() - started) / 1000;
  return { perSecond: counts.reduce((sum, count) => sum + count, 0) / elapsed };
}

function keepAsking(
  url: string,
  { kind, size, key = 'sk_standin_bench' }: Download,
  { until, offset }: { until: number; offset: number },
): Promise<number> {
  const { hostname, port, pathname } = new URL(url);
  const socket = connect(Number(port), hostname);
  const head = `GET ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${key}\r\n`;
  const expected = kind === 'download' ? { status: 200, length: size } : { status: 206, length: PART };
  let asked = offset;
  const ask = (): void => {
    const start = (asked * 7 * PART) % (size - PART);
    asked += 1;
    socket.write(kind === 'download' ? `${head}\r\n` : `${head}Range: bytes=${start}-${start + PART - 1}\r\n\r\n`);
  };
  return new Promise((resolve, reject) => {
    let done = 0;
    socket.once('error', reject);
    socket.once('close', () => reject(new Error(`${url}: the connection ended within an answer`)));
    onEachAnswer(socket, expected, (problem) => {
      if (problem !== undefined) return void socket.destroy(new Error(`${url}: ${problem}`));
      done += 1;
      if (performance.now() < until) return ask();
      resolve(done);
      socket.destroy();
    });
    socket.once('connect', ask);
  });
}

/** Calls back after each complete response, or with a problem if its head is wrong. Ignores the body. */
function onEachAnswer(
  socket: Socket,
  { status, length }: { status: number; length: number },
  callback: (problem?: string) => void,
): void {
  let left = -1;
  socket.on('data', (chunk: Buffer) => {
    let body = chunk.length;
    if (left < 0) {
      const end = chunk.indexOf('\r\n\r\n');
      const head = chunk.toString('latin1', 0, end);
      const got = /^HTTP\/1\.1 (\d+)/.exec(head)?.[1];
      const [, promised = 'none'] = /content-length: (\d+)/i.exec(head) ?? [];
      if (got !== String(status) || promised !== String(length)) {
        return callback(`status ${got}, content-length ${promised} instead of ${status}, ${length}`);
      }
      left = length;
      body = chunk.length - end - 4;
    }
    left -= body;
    if (left > 0) return;
    left = -1;
    callback();
  });
}
