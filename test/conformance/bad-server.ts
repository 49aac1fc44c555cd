/** Servers that are none, closed again after each test, and a run of the kit against one. */

import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import { run, terminalReport, type Report, type RunOptions } from '../../conformance/index.ts';

export const KEY = 'sk_secret_of_this_test_1234567890';
/** For servers whose speed is not what is looked at. */
export const PATIENT = { requestSeconds: 20 };
const closers: (() => void)[] = [];

/** For `afterEach`; a test may call it itself, so that nobody listens any more. */
export function closeServers(): void {
  for (const close of closers.splice(0)) close();
}

export function closeLater(close: () => void): void {
  closers.push(close);
}

/** Listens, and returns the URL. */
export async function serve(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closeLater(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export const http = (answer: RequestListener): Promise<string> => serve(createServer(answer));

/** A run that soon loses its patience. */
export function judged(url: string, timing = {}, keys: RunOptions['keys'] = { primary: KEY }): Promise<Report> {
  return run(url, {
    keys,
    timing: {
      requestSeconds: 0.3,
      patienceSeconds: 0.5,
      generationSeconds: 1,
      runSeconds: 20,
      pollSeconds: 0.1,
      ...timing,
    },
    concurrency: 8,
  });
}

export const said = (report: Report): string =>
  terminalReport(report, { color: false, width: 80 }).replaceAll(/\s+/g, ' ');
