import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { beginPipelined } from './pipelining.ts';

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

/** A server on which each request counts as pipelined; those that have begun wait in a list. */
async function serving(): Promise<{ begun: ServerResponse[]; client: Socket }> {
  const begun: ServerResponse[] = [];
  const server = createServer((request, response) => {
    beginPipelined(request.socket, response, () => begun.push(response));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  return { begun, client };
}

test('sixteen requests of a connection are under way at once, and the next begins when one was answered', async () => {
  const { begun, client } = await serving();
  client.write(GET.repeat(40));
  while (begun.length < 16) await sleep(5);
  await sleep(20);
  expect(begun).toHaveLength(16);
  begun[0]?.end('first');
  while (begun.length < 17) await sleep(5);
  await sleep(20);
  expect(begun).toHaveLength(17);
});

test('all are answered in the end, in their order, however many were sent at once', async () => {
  const { begun, client } = await serving();
  client.write(GET.repeat(2999) + GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
  const answers = text(client);
  for (let at = 0; at < 3000; at += 1) {
    while (begun.length <= at) await sleep(1);
    begun[at]?.end(`<${at}>`);
  }
  const order = [...(await answers).matchAll(/<(\d+)>/g)].map(([, number]) => Number(number));
  expect(order).toEqual(Array.from({ length: 3000 }, (_, at) => at));
});

test('what waits is not begun when the client has gone', async () => {
  const { begun, client } = await serving();
  client.write(GET.repeat(40));
  while (begun.length < 16) await sleep(5);
  client.destroy();
  while (begun[0]?.destroyed === false) await sleep(5);
  for (const response of begun) response.end();
  await sleep(20);
  expect(begun).toHaveLength(16);
});
