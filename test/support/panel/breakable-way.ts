/** A way to a server that can be blocked: what is connected breaks, and nothing connects until it is free again. */

import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

interface BreakableWay {
  readonly port: number;
  readonly block: () => void;
  readonly unblock: () => void;
}

/** Opens a port that leads to another one of this machine. */
export async function openBreakableWay(to: number): Promise<BreakableWay> {
  const sockets = new Set<Socket>();
  let isBlocked = false;
  const server = createServer((client) => {
    if (isBlocked) {
      client.destroy();
      return;
    }
    const behind = connect(to, '127.0.0.1');
    for (const [socket, other] of [
      [client, behind],
      [behind, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => other.destroy());
      socket.pipe(other);
    }
  });
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    breakAll();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    block: () => {
      isBlocked = true;
      breakAll();
    },
    unblock: () => {
      isBlocked = false;
    },
  };
}
