/** The kit against servers in bad faith: each run ends soon, with a message. */

import type { ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { makeSelfSigned } from '../../emulator/transport/self-signed.ts';
import { run } from '../../conformance/index.ts';
import { closeServers, http, judged, KEY, PATIENT, said, serve } from './bad-server.ts';

afterEach(closeServers);

const JSON_TYPE = { 'content-type': 'application/json' };
const ENVELOPE = '{"error":{"code":"x","message":"y"}}';
/** Writes without an end. */
const endless = (response: ServerResponse): void => {
  response.on('error', () => undefined);
  const more = (): void => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536, 32)));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
};
const raw = (answer: (socket: Socket) => void): Promise<string> =>
  serve(createTcpServer((socket) => void socket.on('error', () => undefined).once('data', () => answer(socket))));

test.each([
  [
    'headers that drip',
    3,
    'does not respond',
    () =>
      raw((socket) => {
        const drip = setInterval(() => socket.write('HTTP/1.1 404 N'), 50);
        socket.on('close', () => clearInterval(drip));
      }),
  ],
  [
    'a body that drips',
    3,
    'No complete response within 2 s',
    () =>
      http((_, response) => {
        const drip = setInterval(() => response.write(' '), 50);
        response.on('close', () => clearInterval(drip));
      }),
  ],
  [
    'headers of 10 MB',
    3,
    'larger than 64 KiB',
    () => raw((socket) => socket.write(`HTTP/1.1 404 N\r\nx: ${'y'.repeat(10_000_000)}\r\n\r\n`)),
  ],
  [
    'an end at once',
    3,
    'closes the connection without a response',
    () => serve(createTcpServer((socket) => socket.end())),
  ],
  [
    '100 Continue for ever',
    3,
    'does not respond',
    () =>
      raw((socket) => {
        const drip = setInterval(() => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), 50);
        socket.on('close', () => clearInterval(drip));
      }),
  ],
  [
    'a Retry-After of years',
    3,
    'Retry-After: 999999999',
    () => http((_, response) => response.writeHead(503, { 'retry-after': '999999999' }).end()),
  ],
  [
    'JSON that is cut',
    1,
    'No response was JSON',
    () => http((_, response) => response.writeHead(404, JSON_TYPE).end('{"error":')),
  ],
  [
    'redirects in a circle',
    1,
    '302 location: /v1/videos',
    () => http((request, response) => response.writeHead(302, { location: request.url }).end()),
  ],
  [
    'fewer bytes than announced',
    1,
    'with a truncated body (35 bytes)',
    () =>
      raw((socket) =>
        socket.end(
          `HTTP/1.1 404 N\r\ncontent-type: application/json\r\ncontent-length: 999\r\n\r\n${ENVELOPE.slice(0, 35)}`,
        ),
      ),
  ],
  [
    'fewer bytes than announced, and a connection that stays open',
    1,
    'with a truncated body (35 bytes)',
    () =>
      raw((socket) =>
        socket.write(
          `HTTP/1.1 404 N\r\ncontent-type: application/json\r\ncontent-length: 999\r\n\r\n${ENVELOPE.slice(0, 35)}`,
        ),
      ),
  ],
] as const)('%s: exit %i', async (...[, exit, words, start]) => {
  const report = await judged(await start(), { requestSeconds: 2 });
  expect({ exit: report.exitCode, said: said(report) }).toEqual({ exit, said: expect.stringContaining(words) });
  expect(report.summary['harness-fault']).toBe(0);
});

test('a body without an end is cut and reported', async () => {
  const url = await http((request, response) =>
    request.method === 'HEAD' ? response.end() : endless(response.writeHead(404, JSON_TYPE)),
  );
  const report = await run(url, { keys: { primary: KEY }, only: ['error.envelope'], timing: { requestSeconds: 20 } });
  expect(report.results[0]).toMatchObject({
    verdict: 'fail',
    got: expect.stringContaining('404 with a truncated body'),
  });
});

test('a certificate that nobody vouches for, and TLS where there is none', async () => {
  const plain = await http((_, response) => response.end('{}'));
  expect(said(await judged(plain.replace('http:', 'https:'), PATIENT))).toContain('The server does not use TLS');
  const { cert, key } = makeSelfSigned('localhost', Date.now());
  const secure = await serve(createTlsServer({ cert, key }, (_, response) => response.end('{}')));
  const report = await judged(secure.replace('http:', 'https:'), PATIENT);
  expect(report.exitCode).toBe(3);
  expect(said(report)).toMatch(/No secure connection .*NODE_EXTRA_CA_CERTS/);
});

test('a run that is stopped does not wait for the turns that a low rate has given out', async () => {
  const stopping = new AbortController();
  const url = await http((_, response) => {
    response.writeHead(404, JSON_TYPE).end(ENVELOPE);
    stopping.abort();
  });
  let sent = 0;
  const onEvent = (): void => void (sent += 1);
  const report = await run(url, { keys: { primary: KEY }, ratePerSecond: 0.01, signal: stopping.signal, onEvent });
  expect(report.exitCode).toBe(4);
  expect(report.exchanges.filter(({ response }) => response !== undefined).length).toBeLessThanOrEqual(1);
  expect(sent).toBeGreaterThan(0);
});
