import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeSelfSigned } from '../../emulator/transport/self-signed.ts';
import { keepConnections } from './kept-connections.ts';

const CLIPS = Array.from({ length: 8 }, (_, nth) => randomBytes(1_500_000 + nth));

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Reads a body; some are left alone for a while after each chunk, so that their connection has to wait. */
async function bodyOf(answer: IncomingMessage, isSlow: boolean): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) {
    chunks.push(chunk as Buffer);
    for (let turns = isSlow ? 20 : 0; turns > 0; turns -= 1) await turn();
  }
  return Buffer.concat(chunks);
}

test.for([false, true])(
  'bodies that come side by side come whole, and their connections are kept, TLS: %s',
  async (isSecure) => {
    const certificate = makeSelfSigned('localhost', Date.now());
    const server = isSecure ? createTlsServer(certificate) : createServer();
    const connections = new Set<unknown>();
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      connections.add(request.socket);
      response.end(CLIPS[Number(request.url?.slice(1))]);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const agent = keepConnections(isSecure);
    const send = isSecure ? httpsRequest : httpRequest;
    const download = async (nth: number): Promise<string> => {
      const asking = send({
        host: '127.0.0.1',
        port,
        path: `/${nth}`,
        agent,
        rejectUnauthorized: false,
      } as object).end();
      const [answer] = (await once(asking, 'response')) as [IncomingMessage];
      return digestOf(await bodyOf(answer, nth % 2 === 0));
    };
    const [first, second] = [
      await Promise.all(CLIPS.map((_, nth) => download(nth))),
      await Promise.all(CLIPS.map((_, nth) => download(nth))),
    ];
    agent.destroy();
    server.close();
    expect([first, second]).toEqual([CLIPS.map(digestOf), CLIPS.map(digestOf)]);
    expect(connections.size).toBe(CLIPS.length);
  },
);
