/** The kit against servers that are no servers: the right exit code, soon, and a message that a person understands. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createEmulator } from '../emulator/index.ts';
import { makeSelfSigned } from '../emulator/transport/self-signed.ts';
import { CHECKS, run, terminalReport, type Report, type RunOptions } from '../conformance/index.ts';

const KEY = 'sk_secret_of_this_test_1234567890';
/** For servers whose speed is not what is looked at. */
const PATIENT = { requestSeconds: 20 };
const closers: (() => void)[] = [];

afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function serve(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const http = (answer: RequestListener): Promise<string> => serve(createServer(answer));

function judged(url: string, timing = {}, keys: RunOptions['keys'] = { primary: KEY }): Promise<Report> {
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

const said = (report: Report): string => terminalReport(report, { colour: false, width: 80 }).replaceAll(/\s+/g, ' ');

test('nobody listens: exit 3, and nothing is judged', async () => {
  const url = await http(() => undefined);
  for (const close of closers.splice(0)) close();
  const report = await judged(url);
  expect(report.exitCode).toBe(3);
  expect(report.summary).toMatchObject({ pass: 0, fail: 0, observed: 0 });
  expect(said(report).length).toBeLessThan(600);
  expect(said(report)).toContain(`Nobody answers at ${url}`);
});

test('a name that does not exist: exit 3', async () => {
  const report = await judged('http://no-such-host.invalid', { requestSeconds: 5 });
  expect(report.exitCode).toBe(3);
  expect(said(report)).toContain('http://no-such-host.invalid');
});

test('a server that takes requests and never answers: exit 3, after one time limit', async () => {
  const report = await judged(await http(() => undefined));
  expect(report.exitCode).toBe(3);
  expect(report.exchanges).toHaveLength(1);
  expect(said(report)).toContain('takes the request but does not answer');
});

test('a server that falls silent later: exit 3, and the rest is not sent', async () => {
  let count = 0;
  const url = await http((_, response) => {
    count += 1;
    if (count <= 5)
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"code":"x","message":"y"}}');
  });
  const report = await judged(url);
  expect(report.exitCode).toBe(3);
  expect(said(report)).toContain('stopped answering');
  expect(report.exchanges.length).toBeLessThan(60);
});

test('generations that are under way when the run stops looking break no promise: exit 3', async () => {
  const emulator = createEmulator({ latency: 'manual' });
  closers.push(() => void emulator.close());
  const { url } = await emulator.listen({ port: 0 });
  const options = { keys: { primary: 'sk_standin_slow' }, triggers: { failing: { prompt: 'Fail.' } }, concurrency: 8 };
  const timing = { requestSeconds: 20, generationSeconds: 0.3, pollSeconds: 0.1 };
  const report = await run(url, { ...options, timing, only: ['workflow.*.runs', 'state.to-failed'] });
  expect(report.summary).toMatchObject({ fail: 0, pass: 0 });
  expect(report.exitCode).toBe(3);
  expect(said(report)).toContain('The generation was still pending when the run looked at it last.');
});

test('a server that answers every request with a web page: exit 1, and a hint', async () => {
  const url = await http((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>'),
  );
  const report = await judged(url);
  expect(report.exitCode).toBe(1);
  expect(report.summary['harness-fault']).toBe(0);
  expect(said(report)).toContain('No answer was JSON (the first was text/html)');
});

test('a server that redirects to another origin: exit 1, and the key does not go there', async () => {
  const seen: IncomingMessage[] = [];
  const elsewhere = await http((request, response) => {
    seen.push(request);
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
  });
  const url = await http((request, response) =>
    response.writeHead(307, { location: elsewhere + (request.url ?? '') }).end(),
  );
  const report = await judged(url);
  expect(report.exitCode).toBe(1);
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.filter(({ rawHeaders, url: path }) => JSON.stringify([rawHeaders, path]).includes(KEY))).toEqual([]);
  expect(seen.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
});

test('a server that answers 429 for ever: exit 3, after the patience that was asked for', async () => {
  const url = await http((_, response) => response.writeHead(429, { 'retry-after': '1' }).end());
  const report = await judged(url);
  expect(report.exitCode).toBe(3);
  expect(report.summary.fail).toBe(0);
  expect(said(report)).toContain('429');
});

test('a server that resets every connection: exit 3', async () => {
  const url = await serve(createTcpServer((socket) => socket.resetAndDestroy()));
  const report = await judged(url);
  expect(report.exitCode).toBe(3);
  expect(said(report)).toContain('closes the connection without an answer');
});

test('something that does not speak HTTP: exit 3', async () => {
  const url = await serve(createTcpServer((socket) => socket.end('220 mail.example.com ESMTP\r\n')));
  const report = await judged(url);
  expect(report.exitCode).toBe(3);
  expect(said(report)).toContain('does not answer as an HTTP server');
});

test('a server that refuses the key everywhere: exit 2, and the message names the flag', async () => {
  const url = await http((_, response) => response.writeHead(401).end());
  const report = await judged(url);
  expect(report.exitCode).toBe(2);
  expect(said(report)).toContain('--key');
});

test('a run that is stopped reports what was done: exit 4', async () => {
  const stopping = new AbortController();
  let count = 0;
  const url = await http((_, response) => {
    count += 1;
    if (count === 20) stopping.abort();
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"code":"x","message":"y"}}');
  });
  const report = await run(url, { keys: { primary: KEY }, signal: stopping.signal, gates: ['http'] });
  expect(report.exitCode).toBe(4);
  expect(report.exchanges.length).toBeGreaterThan(10);
});

test('no artefact of a run holds the key', async () => {
  const url = await http((request, response) => {
    response.writeHead(400, { 'content-type': 'application/json', 'x-echo': String(request.headers.authorization) });
    response.end(JSON.stringify({ error: { code: 'x', message: `no: ${String(request.headers.authorization)}` } }));
  });
  const report = await judged(url);
  expect(JSON.stringify(report)).not.toContain(KEY);
  expect(report.results.find(({ id }) => id === 'authentication.key.shown-once')?.verdict).toBe('fail');
});

describe('servers that answer in bad faith end a run soon, with a sentence', () => {
  const JSON_TYPE = { 'content-type': 'application/json' };
  const ENVELOPE = '{"error":{"code":"x","message":"y"}}';
  /** Writes for ever. */
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
      'does not answer',
      () =>
        raw((socket) => {
          const drip = setInterval(() => socket.write('HTTP/1.1 404 N'), 50);
          socket.on('close', () => clearInterval(drip));
        }),
    ],
    [
      'a body that drips',
      3,
      'No complete answer within 2 s',
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
      'closes the connection without an answer',
      () => serve(createTcpServer((socket) => socket.end())),
    ],
    [
      '100 Continue for ever',
      3,
      'does not answer',
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
      'No answer was JSON',
      () => http((_, response) => response.writeHead(404, JSON_TYPE).end('{"error":')),
    ],
    [
      'redirects in a circle',
      1,
      'redirects to the very URL',
      () => http((request, response) => response.writeHead(302, { location: request.url }).end()),
    ],
    [
      'fewer bytes than announced',
      1,
      'did not end (cut after 35 bytes)',
      () =>
        raw((socket) =>
          socket.end(
            `HTTP/1.1 404 N\r\ncontent-type: application/json\r\ncontent-length: 999\r\n\r\n${ENVELOPE.slice(0, 35)}`,
          ),
        ),
    ],
  ] as const)('%s: exit %i', async (...[, exit, words, start]) => {
    const report = await judged(await start(), { requestSeconds: 2 });
    expect({ exit: report.exitCode, said: said(report) }).toEqual({ exit, said: expect.stringContaining(words) });
    expect(report.summary['harness-fault']).toBe(0);
  });

  test('a body without an end is cut, and told', async () => {
    const url = await http((request, response) =>
      request.method === 'HEAD' ? response.end() : endless(response.writeHead(404, JSON_TYPE)),
    );
    const report = await run(url, { keys: { primary: KEY }, only: ['error.envelope'], timing: { requestSeconds: 20 } });
    expect(report.results[0]).toMatchObject({
      verdict: 'fail',
      got: expect.stringContaining('404 with a body that did not end'),
    });
  });

  test('a certificate that nobody vouches for, and TLS where there is none', async () => {
    const plain = await http((_, response) => response.end('{}'));
    expect(said(await judged(plain.replace('http:', 'https:'), PATIENT))).toContain('It does not speak TLS');
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
});

describe('servers that give every create the same answer', () => {
  const ALL_KEYS = { primary: KEY, other: `${KEY}-b`, poor: `${KEY}-c`, once: `${KEY}-d`, revoked: `${KEY}-e` };
  const refusing = (report: Report): string[] =>
    report.results.filter(({ verdict, id }) => verdict === 'pass' && REFUSALS.has(id)).map(({ id }) => id);
  const serveCreates = (status: number, body: () => object): Promise<string> =>
    http((request, response) => {
      const isCreate = request.method === 'POST';
      const envelope = { error: { code: 'video_not_found', message: 'There is no such video.' } };
      response.writeHead(isCreate ? status : 404, { 'content-type': 'application/json' });
      request.resume().on('end', () => response.end(JSON.stringify(isCreate ? body() : envelope)));
    });
  /** Creates that have to be refused, by the mark that their proof needs a twin. */
  const REFUSALS = new Set(
    CHECKS.filter(({ proves }) => proves.includes('where a valid one of its kind is not')).map(({ id }) => id),
  );

  test.each([
    ['all keys', ALL_KEYS],
    ['the primary key alone', { primary: KEY }],
  ])('400 to every create, with %s: no refusal counts as kept, and exit 1', async (_, keys) => {
    const url = await serveCreates(400, () => ({ error: { code: 'invalid_request', message: 'No.' } }));
    const report = await judged(url, PATIENT, keys);
    expect(REFUSALS.size).toBeGreaterThan(100);
    expect(refusing(report)).toEqual([]);
    expect(report.exitCode).toBe(1);
    const one = report.results.find(({ id }) => id === 'create.prompt.length.above');
    expect(one).toMatchObject({ verdict: 'untestable', reason: expect.stringContaining('so was every valid create') });
    expect(report.results.find(({ id }) => id === 'authentication.create.missing')?.verdict).toBe('fail');
  });

  test('401 to every create: that a wrong key gets 401 says nothing', async () => {
    const url = await serveCreates(401, () => ({ error: { code: 'invalid_api_key', message: 'No.' } }));
    const report = await judged(url, PATIENT, ALL_KEYS);
    expect(report.results.find(({ id }) => id === 'authentication.create.missing')?.verdict).toBe('untestable');
    expect(refusing(report)).toEqual([]);
  });

  test('202 to every create: every refusal is broken', async () => {
    let count = 0;
    const url = await serveCreates(202, () => {
      count += 1;
      const id = `0b5e8c9a-7d3f-4a21-9c64-${String(count).padStart(12, '0')}`;
      return { id, object: 'video.generation', model: 'videomodel-2.5', status: 'pending', cost_usd: 0.1 };
    });
    const report = await judged(url, PATIENT, ALL_KEYS);
    expect(refusing(report)).toEqual([]);
    expect(report.results.filter(({ id, verdict }) => REFUSALS.has(id) && verdict === 'fail').length).toBeGreaterThan(
      90,
    );
    expect(report.results.find(({ id }) => id === 'create.prompt.length.empty')?.differences).toEqual([
      { at: 'status', expected: '400 to 499', got: '202' },
    ]);
    expect(report.exitCode).toBe(1);
  });

  test('an id given with --reuse that is no completed generation: nothing leans on it', async () => {
    const url = await serveCreates(400, () => ({ error: { code: 'invalid_request', message: 'No.' } }));
    const report = await run(url, {
      keys: ALL_KEYS,
      reuse: ['0b5e8c9a-7d3f-4a21-9c64-1f0e2d3c4b5a'],
      only: ['get.foreign'],
    });
    expect(report.results[0]).toMatchObject({
      verdict: 'untestable',
      reason: expect.stringContaining('given with --reuse, is no completed generation'),
    });
  });
});
