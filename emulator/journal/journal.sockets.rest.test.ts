/** The journal records how a response left through a socket: its bytes, and which side ended it. */

import { request as httpRequest } from 'node:http';
import { expect, test } from 'vitest';

import { testEmulator } from '../../test/support/journal/test-emulator.ts';

test('over a socket the bytes of the body are counted, and a HEAD has none', async () => {
  const { emulator, ask, create } = testEmulator();
  const { id } = await create('a cat');
  const { url } = await emulator.listen({ port: 0 });
  const headers = { authorization: 'Bearer sk_standin_a' };
  const whole = await (await fetch(`${url}/v1/videos/${id}/content`, { headers })).arrayBuffer();
  await (
    await fetch(`${url}/v1/videos/${id}/content`, { headers: { ...headers, range: 'bytes=10-29' } })
  ).arrayBuffer();
  await fetch(`${url}/v1/videos/${id}/content`, { method: 'HEAD', headers });
  await ask('HEAD', `/v1/videos/${id}`);
  const { journal } = emulator.account('a');
  await journal.wait({ filter: { operation: 'content', is_aborted: false }, count: 3 }, { timeoutMs: 5000 });
  expect(journal.entries({ operation: 'content' })).toMatchObject([
    { status: 200, response: { bytes_sent: whole.byteLength }, request: { range: null } },
    { status: 206, response: { bytes_sent: 20 }, request: { range: 'bytes=10-29' } },
    { status: 200, method: 'HEAD', response: { bytes_sent: 0 } },
  ]);
  expect(journal.find({ operation: 'get' })?.response.bytes_sent).toBe(0);
});

test('a download that the client ended is recorded as aborted, with fewer bytes than the whole', async () => {
  const { emulator, create } = testEmulator({
    faults: [{ effect: { kind: 'throttle', bytesPerSecond: 2000 }, match: { operation: 'content' } }],
  });
  const { id } = await create('a cat');
  const { url } = await emulator.listen({ port: 0 });
  const peer = httpRequest(`${url}/v1/videos/${id}/content`, { headers: { authorization: 'Bearer sk_standin_a' } });
  peer.on('error', () => undefined);
  peer.on('response', (response) => response.once('data', () => peer.destroy()));
  peer.end();
  const { journal } = emulator.account('a');
  const report = await journal.wait({ filter: { operation: 'content', is_aborted: true } }, { timeoutMs: 5000 });
  expect(report.held).toBe(true);
  const entry = journal.find({ operation: 'content' });
  expect(entry?.response.bytes_sent).toBeLessThan(Number(entry?.response.headers['content-length']));
});

test('a connection that a fault cuts does not count as aborted by the client', async () => {
  const { emulator, create } = testEmulator({
    faults: [{ effect: { kind: 'cut', at: 0.4 }, match: { operation: 'content' } }],
  });
  const { id } = await create('a cat');
  const { url } = await emulator.listen({ port: 0 });
  const response = await fetch(`${url}/v1/videos/${id}/content`, { headers: { authorization: 'Bearer sk_standin_a' } });
  await expect(response.arrayBuffer()).rejects.toThrow('terminated');
  const { journal } = emulator.account('a');
  await journal.wait({ filter: { operation: 'content', is_aborted: false } }, { timeoutMs: 5000 });
  const entry = journal.find({ operation: 'content' });
  const size = Number(entry?.response.headers['content-length']);
  expect(entry).toMatchObject({
    is_aborted: false,
    response: { bytes_sent: Math.floor(size * 0.4) },
    faults: ['rule-1'],
  });
});

test('a client that disconnects before the end of its body is recorded as gone', async () => {
  const { emulator } = testEmulator();
  const { url } = await emulator.listen({ port: 0 });
  const headers = { authorization: 'Bearer sk_standin_a', 'content-type': 'application/json', 'content-length': '100' };
  const peer = httpRequest(`${url}/v1/videos`, { method: 'POST', headers });
  peer.on('error', () => undefined);
  peer.write('{"model"', () => setTimeout(() => peer.destroy(), 20));
  const { journal } = emulator.account('a');
  const report = await journal.wait({ filter: { operation: 'create', is_aborted: true } }, { timeoutMs: 5000 });
  const entry = { ending: 'client-gone', status: 499, code: 'client_gone', response: { bytes_sent: 0 } };
  expect(report).toMatchObject({ held: true, entries: [entry] });
});
