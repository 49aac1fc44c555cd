/** `proxy --budget` limits the charges of a service, however the service handles Idempotency-Keys and bodies. */

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { BODY, KEY, openRig, PRICE, type Rig } from '../proxy/rig.ts';

interface Service {
  readonly rig: Rig;
  /** Returns the charges so far. */
  readonly charged: () => number;
}

/** Opens a proxy before a service that waits for `together` creates. `keepsKeys` makes it obey Idempotency-Keys. */
async function open(budget: number, { together = 1, keepsKeys = false } = {}): Promise<Service> {
  let made = 0;
  const byKey = new Map<unknown, string>();
  const waiting: (() => void)[] = [];
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      const key = request.headers['idempotency-key'];
      const known = keepsKeys && key !== undefined ? byKey.get(key) : undefined;
      const id = known ?? randomUUID();
      if (known === undefined) made += 1;
      byKey.set(key, id);
      const record = JSON.stringify({ id, status: 'pending', cost_usd: PRICE });
      waiting.push(() => response.writeHead(202, { 'content-type': 'application/json' }).end(record));
      if (waiting.length >= together) for (const answer of waiting.splice(0)) answer();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const rig = await openRig(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { budget });
  onTestFinished(async () => {
    server.closeAllConnections();
    await rig.close();
    server.close();
  });
  return { rig, charged: () => made * PRICE };
}

test('forty parallel creates with one key charge no more than the budget at a service that ignores keys', async () => {
  const { rig, charged } = await open(2 * PRICE, { together: 2 });
  const key = { 'idempotency-key': 'same' };
  const answers = await Promise.all(Array.from({ length: 40 }, () => rig.create(key)));
  expect(answers.filter(({ status }) => status === 402)).toHaveLength(38);
  expect(charged()).toBe(2 * PRICE);
});

test('a key that Connection removes repeats nothing', async () => {
  const { rig, charged } = await open(2 * PRICE, { keepsKeys: true });
  const key = { 'idempotency-key': 'same' };
  expect([(await rig.create(key)).status, (await rig.create(key)).status, charged()]).toEqual([202, 202, PRICE]);
  const body = JSON.stringify(BODY);
  const head = [
    'POST /v1/videos HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${KEY}`,
    'Content-Type: application/json',
    'Idempotency-Key: same',
    'Connection: close, idempotency-key',
    `Content-Length: ${body.length}`,
  ];
  const send = (): Promise<string> =>
    text(connect(Number(new URL(rig.url).port), '127.0.0.1').end(`${head.join('\r\n')}\r\n\r\n${body}`));
  const answers = await Promise.all(Array.from({ length: 10 }, send));
  expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 402 '))).toHaveLength(9);
  expect(charged()).toBe(2 * PRICE);
});

test.each([
  ['at its end', `{"resolution":"1080p","duration_seconds":30,${JSON.stringify(BODY).slice(1)}`],
  ['with an escape', `{"resol\\u0075tion":"1080p","duration_seconds":30,${JSON.stringify(BODY).slice(1)}`],
  [
    'behind braces in a text',
    `{"resolution":"480p","duration_seconds":30,"prompt":"\\"{[:","x":[{}],"duration_seconds":4}`,
  ],
])('a body that has a member twice, the cheap one %s, counts as the dearest create', async (_, body) => {
  const { rig, charged } = await open(2 * PRICE);
  const headers = { 'content-type': 'application/json' };
  const answer = await rig.ask('/v1/videos', { method: 'POST', headers, body });
  expect([answer.status, charged()]).toEqual([402, 0]);
});
