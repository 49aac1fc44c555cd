/** Real fetching: what it refuses before a byte is sent, what it follows, and when it gives up. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CERTIFICATE, startLocalHttps, type LocalHttps } from '../../../test/support/inputs/local-https.ts';
import { silentWav } from '../../../test/support/inputs/real-files.ts';
import { createNetworkSource, type NetworkOptions } from './network-source.ts';

const sound = silentWav(2);
let server: LocalHttps;
let seen: { path: string; headers: IncomingMessage['headers'] }[] = [];
let asked: string[] = [];
/** Answers that wait to be sent; nothing where they leave at once. */
let held: ServerResponse[] | undefined;

beforeAll(async () => {
  server = await startLocalHttps((request, response) => {
    seen.push({ path: request.url ?? '', headers: request.headers });
    answer(request.url ?? '', response);
  });
});
beforeEach(() => {
  seen = [];
  asked = [];
});
afterAll(async () => server.close());

/** Paths say what they do. */
function answer(path: string, response: ServerResponse): void {
  const [, verb = '', rest = ''] = /^\/([^/]*)\/?(.*)$/.exec(path) ?? [];
  const answers: Record<string, () => void> = {
    sound: () => response.end(sound),
    status: () => response.writeHead(Number(rest)).end(sound),
    to: () => response.writeHead(302, { location: decodeURIComponent(rest) }).end(),
    nowhere: () => response.writeHead(302).end(),
    hops: () => response.writeHead(307, { location: rest === '0' ? '/sound' : `/hops/${Number(rest) - 1}` }).end(),
    declares: () => response.writeHead(200, { 'content-length': rest }).flushHeaders(),
    streams: () => endless(response),
    silent: () => undefined,
    held: () => (held === undefined ? response.end(sound) : held.push(response)),
    upgrades: () =>
      response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
    stalls: () => response.writeHead(200).write('RIFF'),
    cut: () => response.writeHead(200, { 'content-length': '999' }).write('RIFF', () => response.destroy()),
    early: () => raw(response, 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'),
    processing: () => raw(response, 'HTTP/1.1 102 Processing\r\n\r\n'),
    headers: () => raw(response, `x-${'a'.repeat(1000)}: b\r\n`, { first: 'HTTP/1.1 200 OK\r\n' }),
    trickled: () => raw(response, 'x', { first: 'HTTP/1.1 200 OK\r\nx-a: ', pauseMs: 5 }),
    continued: () =>
      response.socket?.write('HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\n\r\n', () =>
        response.socket?.end(sound),
      ),
    extensions: () =>
      raw(response, 'a'.repeat(1000), { first: 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;' }),
    trailers: () =>
      raw(response, `x-${'a'.repeat(1000)}: b\r\n`, {
        first: 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n',
      }),
    bits: () =>
      raw(response, '1\r\na\r\n'.repeat(10_000), { first: 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n' }),
    round: () => response.writeHead(302, { location: path }).end(),
    gzip: () => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
  };
  answers[verb]?.();
}

/** Writes to the socket again and again: as fast as it takes it, or with pauses. */
function raw({ socket }: ServerResponse, piece: string, { first = '', pauseMs = 0 } = {}): void {
  if (socket === null) return;
  socket.write(first);
  const more = (): void => {
    if (socket.destroyed) return;
    if (pauseMs > 0) {
      socket.write(piece);
      setTimeout(more, pauseMs);
    } else if (socket.write(piece)) setImmediate(more);
    else socket.once('drain', more);
  };
  more();
}

function endless(response: ServerResponse): void {
  const chunk = Buffer.alloc(1 << 20);
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
    response.once('drain', more);
  };
  more();
}

/** A source that reaches the local server under names below example.test, and nothing else. */
function localSource(options: NetworkOptions = {}) {
  return createNetworkSource({
    ca: CERTIFICATE,
    resolve: async (hostname) => {
      asked.push(hostname);
      return hostname.endsWith('.example.test') ? ['127.0.0.1'] : ['10.0.0.7'];
    },
    allow: (address) => address === '127.0.0.1',
    ...options,
  });
}

const at = (path: string, host = 'files.example.test') => new URL(`https://${host}:${server.port}${path}`);
const get = async (path: string, options?: NetworkOptions) => localSource(options)(at(path), 'audio');

describe('files that arrive at the same time', () => {
  it('are fetched 32 at once from one host, and others wait for none of them', async () => {
    const source = localSource();
    const waiting: ServerResponse[] = [];
    held = waiting;
    const slow = Array.from({ length: 40 }, (_, number) => source(at(`/held/${number}`), 'audio'));
    await expect.poll(() => waiting.length, { timeout: 10_000 }).toBe(32);
    expect(await source(at('/sound', 'other.example.test'), 'audio')).toMatchObject({ ok: true });
    expect(waiting.length).toBe(32);
    held = undefined;
    for (const response of waiting) response.end(sound);
    const found = await Promise.all(slow);
    expect(found.filter(({ ok }) => ok).length).toBe(40);
  });

  it('wait for a host that is slow, but not until all that came before has been given up', async () => {
    const source = localSource({ maxWaitMs: 100 });
    const waiting: ServerResponse[] = [];
    held = waiting;
    const slow = Array.from({ length: 40 }, (_, number) => source(at(`/held/${number}`), 'audio'));
    const late = await Promise.all(slow.slice(32));
    for (const found of late)
      expect(found).toMatchObject({
        reason: 'fetch_failed',
        detail: expect.stringContaining('too many other files are being fetched'),
      });
    // On a busy machine, some of the others are still on their way.
    await expect.poll(() => waiting.length, { timeout: 10_000 }).toBe(32);
    held = undefined;
    for (const response of waiting) response.end(sound);
    expect((await Promise.all(slow)).filter(({ ok }) => ok).length).toBe(32);
  });

  it('are so many at once from all hosts, and what finds no place in time is not fetched', async () => {
    const source = localSource({ mostAtOnce: 3, maxWaitMs: 100 });
    const waiting: ServerResponse[] = [];
    held = waiting;
    const slow = [1, 2, 3].map((host) => source(at('/held/file', `slow-${host}.example.test`), 'audio'));
    await expect.poll(() => waiting.length, { timeout: 10_000 }).toBe(3);
    const later = source(at('/sound', 'other.example.test'), 'audio');
    expect(await later).toMatchObject({
      reason: 'fetch_failed',
      detail: expect.stringContaining('too many other files are being fetched'),
    });
    expect(seen.length).toBe(3);
    held = undefined;
    for (const response of waiting) response.end(sound);
    await Promise.all(slow);
    expect(await source(at('/sound', 'other.example.test'), 'audio')).toMatchObject({ ok: true });
  });

  it('have a bound of bytes for all of them, and what goes beyond is not fetched', async () => {
    // While a few bytes of another one are there, a file finds one byte less than it takes.
    const source = localSource({ arrivingBytes: 2 * sound.length + 7, timeoutMs: 3000 });
    const stalled = source(at('/stalls'), 'audio');
    let number = 0;
    const why = async (): Promise<string> => {
      const found = await source(at(`/sound/${(number += 1)}`), 'audio');
      return found.ok ? '' : found.detail;
    };
    await expect.poll(why, { timeout: 10_000 }).toBe('was not fetched, because too many other files are arriving');
    expect(await stalled).toMatchObject({ ok: false });
    expect(await why()).toBe('');
  });
});

describe('a file that can be had', () => {
  it('arrives whole, with the name in SNI and Host and neither cookies nor credentials', async () => {
    const found = await get('/sound');
    if (!found.ok) throw new Error(found.detail);
    expect(Buffer.from(await found.file.read(0, found.file.size)).equals(sound)).toBe(true);
    expect(await found.file.digest()).toBe(createHash('sha256').update(sound).digest('hex'));
    expect(seen[0]?.headers.host).toBe(`files.example.test:${server.port}`);
    expect(Object.keys(seen[0]?.headers ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
  });

  it('is fetched once, however many ask at once and later', async () => {
    const source = localSource();
    await Promise.all([source(at('/sound'), 'audio'), source(at('/sound'), 'audio')]);
    await source(at('/sound'), 'image');
    expect(seen.length).toBe(1);
  });

  it('is fetched again when there was no room to keep it', async () => {
    const source = localSource({ keepBytes: sound.length - 1 });
    await source(at('/sound'), 'audio');
    await source(at('/sound'), 'audio');
    expect(seen.length).toBe(2);
  });

  it('is found over three redirects, each host looked up and checked', async () => {
    const target = encodeURIComponent(at('/hops/0', 'other.example.test').href);
    expect(await get(`/to/${target}`)).toMatchObject({ ok: true });
    expect(asked).toEqual(['files.example.test', 'other.example.test', 'other.example.test']);
    expect(await get('/hops/2')).toMatchObject({ ok: true });
    expect(await get('/continued')).toMatchObject({ ok: true });
  });
});

describe('a file that cannot be had', () => {
  it.each([
    ['/status/404', 'status 404'],
    ['/status/500', 'status 500'],
    ['/status/204', 'status 204'],
    ['/hops/3', 'more than 3 times'],
    ['/upgrades', 'status 101'],
    ['/nowhere', 'without a usable URL'],
    ['/cut', 'could not be fetched'],
    ['/gzip', 'compressed'],
    ['/early', 'more than 10 informational'],
    ['/processing', 'more than 10 informational'],
    ['/headers', 'HPE_HEADER_OVERFLOW'],
    ['/extensions', 'could not be fetched'],
    ['/trailers', 'could not be fetched'],
    ['/round', 'more than 3 times'],
  ])('%s: %s', async (path, detail) => {
    const found = await get(path);
    expect(found).toMatchObject({ ok: false, reason: 'fetch_failed' });
    expect(found).toHaveProperty('detail', expect.stringContaining(detail));
  });

  it('is asked for again the next time', async () => {
    const source = localSource();
    await source(at('/status/503'), 'audio');
    await source(at('/status/503'), 'audio');
    expect(seen.length).toBe(2);
  });

  it.each(['/silent', '/stalls', '/declares/100', '/trickled', '/bits'])(
    '%s: is given up after the time limit',
    async (path) => {
      const found = await get(path, { timeoutMs: 100 });
      expect(found).toMatchObject({ reason: 'fetch_failed', detail: 'did not arrive within 100 ms' });
    },
  );

  it('is given up when its host name is never resolved', async () => {
    const found = await get('/sound', { timeoutMs: 50, resolve: async () => new Promise(() => undefined) });
    expect(found).toMatchObject({ ok: false, detail: expect.stringContaining('not resolved in time') });
  });

  it('is invalid from its size limit on, by its header or while it streams', async () => {
    for (const path of ['/declares/15000000', '/streams']) {
      expect(await get(path)).toMatchObject({
        ok: false,
        reason: 'invalid',
        detail: expect.stringContaining('15000000'),
      });
    }
  });

  it('is refused when its certificate is not trusted', async () => {
    const found = await get('/sound', { ca: undefined });
    expect(found).toMatchObject({ ok: false, detail: expect.stringContaining('SELF_SIGNED') });
  });
});

describe('the guard', () => {
  it('connects to the address that was checked, and asks for it once', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.7']];
    const resolve = async () => answers.shift() ?? [];
    expect(await get('/sound', { resolve })).toMatchObject({ ok: true });
    expect(answers.length).toBe(1);
  });

  it.each([
    ['private', ['10.0.0.7']],
    ['partly private', ['127.0.0.1', '10.0.0.7']],
    ['empty', []],
  ] as const)('refuses a name whose addresses are %s, before anything is sent', async (_, addresses) => {
    const found = await get('/sound', { resolve: async () => addresses });
    expect(found).toMatchObject({ ok: false, reason: 'fetch_failed' });
    expect(seen).toEqual([]);
  });

  it('refuses a redirect to an address that is not allowed, by name or by number', async () => {
    for (const target of ['https://inside.test/', 'https://10.0.0.7/', 'https://[::1]/', 'https://0x0a000007/']) {
      const found = await get(`/to/${encodeURIComponent(target)}`);
      expect(found).toMatchObject({ ok: false, detail: expect.stringContaining('not a public address') });
    }
  });

  it.each([
    'http://files.example.test/',
    'ftp://files.example.test/',
    'file:///etc/passwd',
    'https://u:p@files.example.test/',
  ])('refuses a redirect to %s', async (target) => {
    const found = await get(`/to/${encodeURIComponent(target)}`);
    expect(found).toMatchObject({ ok: false, detail: expect.stringMatching(/only https|credentials/) });
    expect(seen.length).toBe(1);
  });

  it('by itself keeps out of this machine and its network', async () => {
    const source = createNetworkSource({ ca: CERTIFICATE, resolve: async () => ['127.0.0.1'] });
    for (const host of ['files.example.test', '127.0.0.1', '[::1]', '169.254.169.254', '[::ffff:127.0.0.1]']) {
      const found = await source(at('/sound', host), 'audio');
      expect(found).toMatchObject({ ok: false, detail: expect.stringContaining('not a public address') });
    }
    expect(seen).toEqual([]);
  });
});
