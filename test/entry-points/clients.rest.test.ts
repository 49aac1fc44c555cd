/** The server with real clients: curl, Node's fetch and undici. Also ten thousand clients that send nothing. */

import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { Agent, Pool, request as undiciRequest } from 'undici';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { VideoGeneration } from '../../contract/index.ts';
import { createEmulator, type Emulator, type Listening } from '../../emulator/index.ts';
import { ROOT } from '../support/run.ts';

const BODY = JSON.stringify({ model: 'videomodel-2.5', prompt: 'A red fox', duration_seconds: 4 });
const HEADERS = { authorization: 'Bearer sk_standin_clients', 'content-type': 'application/json' };
const HUGE = 'x'.repeat(3_000_000);

let emulator: Emulator;
let server: Listening;
beforeAll(async () => {
  emulator = createEmulator({ latency: 'polls:1,1' });
  server = await emulator.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => emulator.close());

describe.skipIf(!hasCurl())('curl (skipped where there is none)', () => {
  const flags = Object.entries(HEADERS).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);

  test('creates, polls to the end, and reads the headers of HEAD', async () => {
    const created = await curl(...flags, '-d', BODY, `${server.url}/v1/videos`);
    const { id } = VideoGeneration.strict().parse(JSON.parse(created.body));
    expect(created.status).toBe(202);
    const statuses: unknown[] = [];
    for (let poll = 0; poll < 3; poll += 1) {
      const { body } = await curl(...flags, `${server.url}/v1/videos/${id}`);
      statuses.push((JSON.parse(body) as { status: string }).status);
    }
    expect(statuses).toEqual(['pending', 'running', 'completed']);
    expect((await curl(...flags, '--head', `${server.url}/v1/videos/${id}`)).status).toBe(200);
  });

  test('gets the early answer to a body that is too large, with and without Expect', async () => {
    for (const expectation of ['Expect: 100-continue', 'Expect:']) {
      const { status, body } = await curl(
        ...flags,
        '-H',
        expectation,
        '--data-binary',
        '@-',
        `${server.url}/v1/videos`,
        HUGE,
      );
      expect([status, JSON.parse(body)]).toMatchObject([413, { error: { code: 'request_too_large' } }]);
    }
  });

  test('gets the answer to a chunked body, and to a body that is refused before it is read', async () => {
    const chunked = ['-H', 'Transfer-Encoding: chunked', '--data-binary', '@-', `${server.url}/v1/videos`];
    expect((await curl(...flags, ...chunked, BODY)).status).toBe(202);
    const refused = await curl('-H', 'content-type: application/json', ...chunked, HUGE);
    expect([refused.status, JSON.parse(refused.body)]).toMatchObject([401, { error: { code: 'missing_api_key' } }]);
  });

  test('gets a 405 for a method that it made up, and answers to HTTP/1.0', async () => {
    expect((await curl(...flags, '-X', 'BREW', `${server.url}/v1/videos`)).status).toBe(405);
    expect((await curl(...flags, '--http1.0', '-d', BODY, `${server.url}/v1/videos`)).status).toBe(202);
  });
});

describe("Node's fetch", () => {
  test('keeps going after every kind of refusal', async () => {
    for (let round = 0; round < 20; round += 1) {
      const refused = await fetch(`${server.url}/v1/videos`, { method: 'POST', headers: HEADERS, body: '{' });
      expect([refused.status, await refused.json()]).toMatchObject([400, { error: { code: 'invalid_json' } }]);
      const unknown = await fetch(`${server.url}/v1/videos/x`, { headers: HEADERS });
      expect([unknown.status, await unknown.json()]).toMatchObject([404, { error: { code: 'video_not_found' } }]);
      const created = await fetch(`${server.url}/v1/videos`, { method: 'POST', headers: HEADERS, body: BODY });
      VideoGeneration.strict().parse(await created.json());
    }
  });

  test('gets the early answer while it still sends', async () => {
    const response = await fetch(`${server.url}/v1/videos`, { method: 'POST', headers: HEADERS, body: HUGE });
    expect([response.status, await response.json()]).toMatchObject([413, { error: { code: 'request_too_large' } }]);
  });

  test('streams a body of unknown length', async () => {
    const body = new Blob([BODY]).stream();
    const init = { method: 'POST', headers: HEADERS, body, duplex: 'half' } as RequestInit;
    expect((await fetch(`${server.url}/v1/videos`, init)).status).toBe(202);
  });

  test('can leave at any moment, and the server does not mind', async () => {
    await Promise.all(
      Array.from({ length: 50 }, async (_, at) => {
        const abort = new AbortController();
        const body = new ReadableStream({
          start: (controller) => controller.enqueue(new TextEncoder().encode('{"model":')),
          pull: () => new Promise(() => undefined),
        });
        const init = { method: 'POST', headers: HEADERS, body, duplex: 'half', signal: abort.signal } as RequestInit;
        setTimeout(() => abort.abort(), at);
        await expect(fetch(`${server.url}/v1/videos`, init)).rejects.toThrow('abort');
      }),
    );
    expect((await fetch(`${server.url}/_standin/health/live`)).status).toBe(200);
  });
});

describe('undici', () => {
  test('uses one connection for 200 requests, refused ones among them', async () => {
    const pool = new Pool(server.url, { connections: 1 });
    let connections = 0;
    pool.on('connect', () => (connections += 1));
    onTestFinished(() => pool.close());
    for (let round = 0; round < 50; round += 1) {
      for (const [body, status] of [
        [BODY, 202],
        ['{', 400],
        [BODY.replace('4}', '99}'), 400],
      ] as const) {
        const answer = await pool.request({ method: 'POST', path: '/v1/videos', headers: HEADERS, body });
        expect(answer.statusCode).toBe(status);
        await answer.body.json();
      }
      const unknown = await pool.request({ method: 'GET', path: '/v1/videos/x', headers: HEADERS });
      expect(unknown.statusCode).toBe(404);
      await unknown.body.json();
    }
    expect(connections).toBe(1);
  });

  test('pipelines ten requests and gets ten answers in turn', async () => {
    const agent = new Agent({ connections: 1, pipelining: 10 });
    onTestFinished(() => agent.close());
    const answers = await Promise.all(
      Array.from({ length: 10 }, async (_, at) => {
        const path = at % 2 === 0 ? '/v1/videos/x' : '/v1/nothing';
        const { body } = await undiciRequest(`${server.url}${path}`, { headers: HEADERS, dispatcher: agent });
        return ((await body.json()) as { error: { code: string } }).error.code;
      }),
    );
    expect(answers).toEqual(Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? 'video_not_found' : 'not_found')));
  });
});

describe('ten thousand idle connections', () => {
  const WANTED = 10_000;
  const spare = 500;

  test.skipIf(openFiles() < WANTED + spare)(
    'do not keep the next client waiting (skipped where too few files may be open)',
    async () => {
      const child = spawn(process.execPath, [`${ROOT}dist/bin/standin.js`, 'serve', '--port', '0', '--json'], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
      const { url } = JSON.parse(line) as { url: string };
      const sockets: Socket[] = [];
      onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
      while (sockets.length < WANTED) {
        const batch = Array.from({ length: 500 }, () =>
          connect({ port: Number(new URL(url).port), host: '127.0.0.1' }),
        );
        sockets.push(...batch);
        await Promise.all(batch.map((socket) => once(socket, 'connect')));
      }
      const created = await fetch(`${url}/v1/videos`, { method: 'POST', headers: HEADERS, body: BODY });
      expect(created.status).toBe(202);
      expect(sockets.filter(({ destroyed }) => destroyed)).toEqual([]);
      child.kill('SIGTERM');
      const [status] = (await once(child, 'exit')) as [number];
      expect(status).toBe(0);
    },
  );
});

function hasCurl(): boolean {
  try {
    return execFileSync('curl', ['--version']).includes('curl');
  } catch {
    return false;
  }
}

/** Returns how many files a process may open on this machine. */
function openFiles(): number {
  try {
    const limit = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim();
    return limit === 'unlimited' ? Infinity : Number(limit);
  } catch {
    return 0;
  }
}

/** Runs curl. An argument after the URL is its standard input. */
async function curl(...args: string[]): Promise<{ status: number; body: string }> {
  const urlAt = args.findIndex((argument) => argument.startsWith('http://'));
  const [input, words] = [args[urlAt + 1], args.slice(0, urlAt + 1)];
  return new Promise((resolve, reject) => {
    const child = execFile(
      'curl',
      ['--silent', '--show-error', '--max-time', '30', '--write-out', '\n%{http_code}', ...words],
      (error, stdout) => {
        const lines = stdout.split('\n');
        const status = Number(lines.pop());
        // If curl received an answer, its opinion of a connection that closed early does not matter.
        if (error !== null && !(status > 0)) return reject(error);
        resolve({ status, body: lines.join('\n') });
      },
    );
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input ?? '');
  });
}
