/** An address of a store that leads to one server and then to another, as a failover moves it. */

import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface MovingAddress {
  readonly port: number;
  /** Where connections lead from now on; those that are open are cut. Nowhere: they are refused. */
  move(port: number | undefined): void;
  close(): void;
}

/** Opens an address that leads to a port of this machine. */
export async function openMovingAddress(first: number): Promise<MovingAddress> {
  let target: number | undefined = first;
  const open = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    if (target === undefined) return void socket.destroy();
    const onward = connect({ port: target, host: '127.0.0.1', noDelay: true });
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      open.add(one);
      one.on('error', () => undefined);
      one.once('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const cut = (): void => open.forEach((socket) => socket.destroy());
  return {
    port: (server.address() as AddressInfo).port,
    move: (port) => {
      target = port;
      cut();
    },
    close: () => {
      server.close();
      cut();
    },
  };
}
