/** The kit against programs that are not API servers: it ends soon, with the right exit code and a clear message. */

import type { IncomingMessage } from 'node:http';
import { createServer as createTcpServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createEmulator } from '../../emulator/index.ts';
import { run } from '../../conformance/index.ts';
import { standinProfile } from '../../conformance/profile/standin.ts';
import { closeLater, closeServers, http, judged, KEY, said, serve } from './bad-server.ts';

afterEach(closeServers);

test('nobody listens: exit 3, and nothing is judged', async () => {
  const url = await http(() => undefined);
  closeServers();
  const report = await judged(url);
  expect(report.exitCode).toBe(3);
  expect(report.summary).toMatchObject({ pass: 0, fail: 0, observed: 0 });
  expect(said(report).length).toBeLessThan(600);
  expect(said(report)).toContain(`No server responds at ${url}`);
});

test('a name that does not exist: exit 3', async () => {
  const report = await judged('http://no-such-host.invalid', { requestSeconds: 5 });
  expect(report.exitCode).toBe(3);
  expect(said(report)).toContain('http://no-such-host.invalid');
});

test('a server that takes requests and never answers: exit 3, after a second try', async () => {
  const report = await judged(await http(() => undefined));
  expect(report.exitCode).toBe(3);
  expect(report.exchanges).toHaveLength(2);
  expect(said(report)).toContain('accepts the connection but does not respond');
});

test('a server that falls silent later: exit 3, and the rest is not sent', async () => {
  let count = 0;
  const url = await http((request, response) => {
    if (request.method === 'GET') count += 1;
    if (request.method === 'GET' && count <= 5)
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"code":"x","message":"y"}}');
  });
  const report = await judged(url);
  expect(report.exitCode).toBe(3);
  expect(said(report)).toContain('stopped responding');
  expect(report.exchanges.length).toBeLessThan(60);
});

test.each(['/v1', '/v1/', '/v1/videos', '/some/where'])(
  'the base URL of a server with %s behind it: exit 2, with the URL that was meant',
  async (tail) => {
    const emulator = createEmulator({ latency: 'instant' });
    closeLater(() => void emulator.close());
    const { url } = await emulator.listen({ port: 0 });
    const report = await run(url + tail, { keys: { primary: 'sk_standin_odd' } });
    expect(report.exitCode).toBe(2);
    expect(said(report)).toContain(`It exists under ${url}. Use ${url} as the base URL.`);
    expect(report.exchanges.length).toBeLessThan(5);
    expect(report.spend.creates).toBe(0);
  },
);

test('JSON of another service: exit 2, and nothing is judged', async () => {
  const url = await http((_, response) =>
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"no route"}'),
  );
  const report = await judged(url);
  expect(report.exitCode).toBe(2);
  expect(report.summary).toMatchObject({ fail: 0, warning: 0, observed: 0 });
});

test.each([
  ['a text', { 'content-type': 'text/plain; charset=utf-8' }, '404 page not found\n'],
  ['XML', { 'content-type': 'application/xml' }, '<Error><Code>NoSuchKey</Code></Error>'],
  ['nothing at all', {}, ''],
])('a server that finds no path and answers with %s is another service: exit 2', async (_, headers, text) => {
  const url = await http((_request, response) => response.writeHead(404, headers).end(text));
  const report = await judged(url);
  expect(report.exitCode).toBe(2);
  expect(report.summary).toMatchObject({ fail: 0, warning: 0, pass: 0 });
  expect(said(report)).toContain(`${url} is not a video generation API. A create request returns 404`);
});

test('generations that are under way when the run stops looking break no promise: exit 3', async () => {
  const emulator = createEmulator({ latency: 'manual' });
  closeLater(() => void emulator.close());
  const { url } = await emulator.listen({ port: 0 });
  const options = { keys: { primary: 'sk_standin_slow' }, triggers: { failing: { prompt: 'Fail.' } }, concurrency: 8 };
  const timing = { requestSeconds: 20, generationSeconds: 0.3, pollSeconds: 0.1 };
  const report = await run(url, { ...options, timing, only: ['workflow.*.runs', 'state.to-failed'] });
  expect(report.summary).toMatchObject({ fail: 0, pass: 0 });
  expect(report.exitCode).toBe(3);
  expect(said(report)).toContain('The generation was still pending at the last poll.');
});

test('credits that are held for a generation that was not seen to end break no promise', async () => {
  const emulator = createEmulator({ latency: 'manual' });
  closeLater(() => void emulator.close());
  const { url } = await emulator.listen({ port: 0 });
  const timing = { requestSeconds: 20, generationSeconds: 0.3, pollSeconds: 0.1 };
  const report = await run(url, {
    ...standinProfile('held'),
    timing,
    only: ['credits.*', 'state.refund-with-failure'],
  });
  expect(report.results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  expect(report.results.find(({ id }) => id === 'credits.replay')).toMatchObject({
    verdict: 'untestable',
    reason: 'The kit did not see the generation fail, so its credits may be reserved.',
  });
});

test('a server that answers every request with a web page is another service: exit 2, after two requests', async () => {
  const url = await http((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>'),
  );
  const report = await judged(url);
  expect(report.exitCode).toBe(2);
  expect(report.summary).toMatchObject({ 'harness-fault': 0, fail: 0, warning: 0 });
  expect(said(report)).toContain(`${url} is not a video generation API. A create request returns 200 with text/html`);
  expect(said(report).length).toBeLessThan(500);
});

test('a server that only redirects to another origin: exit 2 with that URL, and the key does not go there', async () => {
  const seen: IncomingMessage[] = [];
  const elsewhere = await http((request, response) => {
    seen.push(request);
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
  });
  const url = await http((request, response) =>
    response.writeHead(307, { location: elsewhere + (request.url ?? '') }).end(),
  );
  const report = await judged(url);
  expect(report.exitCode).toBe(2);
  expect(said(report)).toContain(`only redirects to ${elsewhere}. Use ${elsewhere} as the base URL.`);
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
  expect(said(report)).toContain('closes the connection without a response');
});

test('something that does not speak HTTP: exit 3', async () => {
  const url = await serve(createTcpServer((socket) => socket.end('220 mail.example.com ESMTP\r\n')));
  const report = await judged(url);
  expect(report.exitCode).toBe(3);
  expect(said(report)).toContain('does not respond as an HTTP server');
});

/**
 * Behaves like a small server that reads only bodies with a Content-Length. It parses other bodies as the next request.
 */
function withoutChunks(answer: (head: string) => string): Server {
  return createTcpServer((socket) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
        const head = text.slice(0, end);
        if (!/ HTTP\/1\.1(\r|$)/.test(head)) return void socket.end('<h1>Bad request syntax</h1>');
        text = text.slice(end + 4 + Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0));
        socket.write(answer(head));
      }
    });
  });
}

const json = (status: string, code: string, more = ''): string => {
  const text = `{"error":{"code":"${code}","message":"No."}}`;
  return `HTTP/1.1 ${status}\r\n${more}Content-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
};

test('a server that decodes no chunks is blamed for nothing: requests without a body have Content-Length: 0', async () => {
  const heads: string[] = [];
  const url = await serve(
    withoutChunks((head) => {
      heads.push(head);
      if (head.startsWith('GET ')) return json('404 Not Found', 'video_not_found');
      if (head.startsWith('POST /v1/videos ')) return json('400 Bad Request', 'invalid_request');
      const known = / \/v1\/videos /.test(head) ? 'POST' : 'GET';
      return json('405 Method Not Allowed', 'method_not_allowed', `Allow: ${known}\r\n`);
    }),
  );
  const report = await run(url, {
    keys: { primary: KEY },
    timing: { requestSeconds: 20 },
    only: ['error.envelope.answered', 'http.allow.*'],
    gates: ['document', 'http'],
  });
  expect(report.results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  expect(report.results.find(({ id }) => id === 'http.allow.put')?.verdict).toBe('pass');
  expect(heads.filter((head) => /transfer-encoding/i.test(head))).toEqual([]);
  expect(heads.find((head) => head.startsWith('PUT'))).toMatch(/^content-length: 0$/im);
});

test('an answer that is not HTTP is shown in the report', async () => {
  const url = await http((request, response) => {
    if (request.method === 'PUT') return void request.socket.end('220 mail.example.com\u001b[2J ESMTP\r\n');
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"code":"x","message":"y"}}');
  });
  const report = await run(url, {
    keys: { primary: KEY },
    timing: { requestSeconds: 20 },
    only: ['http.allow.*'],
    gates: ['http'],
  });
  expect(report.results.find(({ id }) => id === 'http.allow.put')).toMatchObject({
    verdict: 'fail',
    got: String.raw`a response that is not valid HTTP: "220 mail.example.com\u001b[2J ESMTP\r\n" (Parse Error: Expected HTTP/, RTSP/ or ICE/)`,
  });
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

test('no artifact of a run holds the key', async () => {
  const url = await http((request, response) => {
    response.writeHead(400, { 'content-type': 'application/json', 'x-echo': String(request.headers.authorization) });
    response.end(JSON.stringify({ error: { code: 'x', message: `no: ${String(request.headers.authorization)}` } }));
  });
  const report = await judged(url);
  expect(JSON.stringify(report)).not.toContain(KEY);
  expect(report.results.find(({ id }) => id === 'authentication.key.shown-once')?.verdict).toBe('fail');
});
