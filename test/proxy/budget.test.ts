/** Money: the proxy forwards a create only if its price fits the remaining budget. Spent amounts survive a crash. */

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  BODY,
  openRig,
  openUpstream,
  PRICE,
  recordOf,
  type Rig,
  type RigOptions,
  type UpstreamEmulator,
} from './rig.ts';

let upstream: UpstreamEmulator;
let rigs: Rig[];
let folder: string;

beforeEach(async () => {
  upstream = await openUpstream();
  rigs = [];
  folder = await mkdtemp(join(tmpdir(), 'standin-budget-'));
});

afterEach(async () => {
  await Promise.all(rigs.map((rig) => rig.close()));
  await upstream.emulator.close();
  await rm(folder, { recursive: true, force: true });
});

const open = async (options: RigOptions, url = upstream.url): Promise<Rig> => {
  const rig = await openRig(url, options);
  rigs.push(rig);
  return rig;
};

const created = (): number => {
  const entries = upstream.emulator.account('caller').journal.entries({ operation: 'create', status: 202 });
  return new Set(entries.map(({ generation }) => generation)).size;
};

const messageOf = async (answer: Response): Promise<string> =>
  ((await answer.json()) as { readonly error: { readonly message: string } }).error.message;

test('without a budget no create goes through, and all else does', async () => {
  const rig = await open({ budget: undefined });
  const answer = await rig.create();
  expect([answer.status, await messageOf(answer)]).toEqual([402, expect.stringContaining('--budget')]);
  expect((await rig.ask('/v1/videos/none')).status).toBe(404);
  expect(created()).toBe(0);
  expect((await rig.entries())[0]).toMatchObject({ status: 402, upstream: null });
});

test('of creates that come at once only as many leave as the budget pays for', async () => {
  const rig = await open({ budget: 5 * PRICE });
  const answers = await Promise.all(Array.from({ length: 20 }, () => rig.create()));
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([...Array<number>(5).fill(202), ...Array<number>(15).fill(402)]);
  expect(created()).toBe(5);
  expect(rig.proxy.spending()).toEqual({ budget: 2.4, spent: 2.4, uncertain: 0, creates: 5 });
});

test('the price of a refused create is given back', async () => {
  const rig = await open({ budget: PRICE });
  for (let time = 0; time < 3; time += 1) expect((await rig.create({}, { ...BODY, model: 'other' })).status).toBe(400);
  expect((await rig.create()).status).toBe(202);
  expect((await rig.create()).status).toBe(402);
});

test('a create that is sent again with its key is paid once, once the service was seen to keep to a key', async () => {
  const rig = await open({ budget: 2 * PRICE });
  const key = { 'idempotency-key': 'once' };
  expect((await Promise.all([rig.create(key), rig.create(key)])).map(({ status }) => status)).toEqual([202, 202]);
  expect(rig.proxy.spending()).toMatchObject({ spent: PRICE, uncertain: 0 });
  expect((await rig.create({ 'idempotency-key': 'other' })).status).toBe(202);
  const race = await Promise.all([rig.create(key), rig.create(key), rig.create(key)]);
  const ids = await Promise.all(race.map(async (answer) => (await recordOf(answer)).id));
  expect(new Set(ids).size).toBe(1);
  expect((await recordOf(await rig.create(key))).id).toBe(ids[0]);
  expect((await rig.create({ 'idempotency-key': 'a third' })).status).toBe(402);
  expect((await rig.create(key, { ...BODY, prompt: 'another' })).status).toBe(402);
  expect([created(), rig.proxy.spending().spent]).toEqual([2, 2 * PRICE]);
});

test('a generation that a poll shows as failed gives its cost back', async () => {
  const rig = await open({ budget: PRICE });
  const failing = { ...BODY, prompt: '[[standin:fails_while_running_refund]] a fox' };
  const { id } = await recordOf(await rig.create({}, failing));
  expect((await rig.create()).status).toBe(402);
  for (let poll = 0; poll < 3; poll += 1) await (await rig.ask(`/v1/videos/${id}`)).text();
  expect(rig.proxy.spending().spent).toBe(0);
  expect((await rig.create()).status).toBe(202);
});

test('the cost in a record replaces the estimate, and raises later prices', async () => {
  await upstream.emulator.close();
  upstream = await openUpstream({ prices: { withoutSources: { '480p': 0.24 } } });
  const rig = await open({ budget: 3 * PRICE });
  expect((await rig.create()).status).toBe(202);
  expect(rig.proxy.spending().spent).toBe(2 * PRICE);
  const second = await rig.create();
  expect([second.status, await messageOf(second)]).toEqual([402, expect.stringContaining('can cost $0.96')]);
});

test('a body that cannot be priced counts as the dearest create', async () => {
  const rig = await open({ budget: 20 });
  expect((await rig.create({}, [])).status).toBe(402);
  expect(await messageOf(await rig.create({}, { ...BODY, duration_seconds: 99, resolution: '8k' }))).toContain('20.4');
  expect((await rig.create({}, { ...BODY, source_video_ids: ['unknown'] })).status).toBe(400);
});

describe('in front of a service that is hard to understand', () => {
  let answerWith: (request: IncomingMessage, response: ServerResponse) => void;
  let asked: number;
  let url: string;
  let close: () => void;

  beforeEach(async () => {
    asked = 0;
    const server = createServer((request, response) => {
      asked += 1;
      request.resume();
      request.once('end', () => answerWith(request, response));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    close = () => {
      server.closeAllConnections();
      server.close();
    };
  });

  afterEach(() => close());

  test.for([
    ['closes the connection', (request: IncomingMessage): void => void request.socket.destroy(), 502],
    ['says nothing', () => undefined, 504],
    ['fails', (_: IncomingMessage, response: ServerResponse): void => void response.writeHead(500).end(), 500],
    [
      'has a gateway that fails',
      (_: IncomingMessage, response: ServerResponse): void => void response.writeHead(503).end('<html>'),
      503,
    ],
    [
      'is behind a gateway without patience',
      (_: IncomingMessage, response: ServerResponse): void => void response.writeHead(408).end('<html>'),
      408,
    ],
    [
      'accepts and tells no cost',
      (_: IncomingMessage, response: ServerResponse): void => void response.writeHead(202).end('{}'),
      202,
    ],
  ] as const)('where it %s, the price stays spent, and the create is sent once', async ([, answer, status]) => {
    answerWith = answer;
    const rig = await open({ budget: PRICE, timeoutSeconds: 0.3 }, url);
    expect((await rig.create()).status).toBe(status);
    expect((await rig.create()).status).toBe(402);
    const { spent, uncertain } = rig.proxy.spending();
    expect([spent + uncertain, asked]).toEqual([PRICE, 1]);
  });

  test('where nobody listens, nothing is spent', async () => {
    close();
    const rig = await open({ budget: PRICE }, url);
    expect([(await rig.create()).status, (await rig.create()).status]).toEqual([502, 502]);
    expect(rig.proxy.spending()).toMatchObject({ spent: 0, uncertain: 0 });
  });

  test('a service that makes a second generation for one key is not trusted with keys any more', async () => {
    answerWith = (_, response): void =>
      void response.writeHead(202).end(JSON.stringify({ id: `generation-${asked}`, cost_usd: PRICE }));
    const rig = await open({ budget: 3 * PRICE }, url);
    const key = { 'idempotency-key': 'same' };
    for (let time = 0; time < 3; time += 1) expect((await rig.create(key)).status).toBe(202);
    expect((await rig.create(key)).status).toBe(402);
    expect([asked, rig.proxy.spending().creates]).toEqual([3, 3]);
  });

  test.for([1e308, 1e300, '1e308', 1e18])(
    'a cost of %s, given back, takes nothing else off what is spent',
    async (cost) => {
      const costs = [PRICE, cost];
      answerWith = ({ method }, response): void => {
        const record = method === 'POST' ? { id: `made-${asked}`, cost_usd: costs[asked - 1] } : { status: 'failed' };
        response.writeHead(method === 'POST' ? 202 : 200).end(JSON.stringify(record));
      };
      const rig = await open({ budget: 10 * PRICE }, url);
      expect([(await rig.create()).status, (await rig.create()).status]).toEqual([202, 202]);
      expect(rig.proxy.spending().spent).toBeGreaterThan(10 * PRICE);
      expect((await rig.create()).status).toBe(402);
      expect((await rig.ask('/v1/videos/made-2')).status).toBe(200);
      expect(rig.proxy.spending()).toEqual({ budget: 10 * PRICE, spent: PRICE, uncertain: 0, creates: 2 });
      // At this higher price, no other create fits.
      expect((await rig.create()).status).toBe(402);
    },
  );

  test('of ids far longer than any uuid, a repeated create costs once, and a failed one nothing', async () => {
    const id = 'x'.repeat(3000);
    answerWith = ({ method }, response): void => {
      const record = { id, cost_usd: PRICE, status: method === 'POST' ? 'pending' : 'failed' };
      response.writeHead(method === 'POST' ? 202 : 200).end(JSON.stringify(record));
    };
    const rig = await open({ budget: 3 * PRICE }, url);
    const key = { 'idempotency-key': 'same' };
    for (let time = 0; time < 3; time += 1) expect((await rig.create(key)).status).toBe(202);
    expect(rig.proxy.spending()).toMatchObject({ spent: PRICE, uncertain: 0, creates: 1 });
    expect((await rig.ask(`/v1/videos/${id}`)).status).toBe(200);
    expect(rig.proxy.spending().spent).toBe(0);
  });

  test('a client that goes before the answer does not hide what it cost', async () => {
    answerWith = (_, response): void =>
      void setTimeout((): void => void response.writeHead(202).end(JSON.stringify({ id: 'made', cost_usd: 0.4 })), 200);
    const rig = await open({ budget: 1 }, url);
    const gone = new AbortController();
    const asking = rig.ask('/v1/videos', { method: 'POST', body: JSON.stringify(BODY), signal: gone.signal });
    await expect.poll(() => asked).toBe(1);
    gone.abort();
    await expect(asking).rejects.toThrow('aborted');
    await expect.poll(() => rig.proxy.spending()).toMatchObject({ spent: 0.4, uncertain: 0 });
  });

  test('kill -9 while a create is under way: the log has it, and the next run counts it', async () => {
    const isAsked = new Promise<void>((resolve) => {
      answerWith = (): void => resolve();
    });
    const log = join(folder, 'spend.jsonl');
    const child = spawn(
      process.execPath,
      [
        'dist/bin/standin.js',
        'proxy',
        '--upstream',
        url,
        '--allow-private',
        '--budget',
        '1',
        '--port',
        '0',
        '--spend-log',
        log,
        '--json',
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    for await (const line of createInterface({ input: child.stdout })) {
      const ready = JSON.parse(line) as { readonly url: string };
      void fetch(`${ready.url}/v1/videos`, { method: 'POST', body: JSON.stringify(BODY) }).catch(() => undefined);
      break;
    }
    await isAsked;
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await readFile(log, 'utf8')).toContain('"intend"');
    const rig = await open({ budget: 1, spendLog: log, timeoutSeconds: 0.3 }, url);
    expect(rig.proxy.spending()).toMatchObject({ spent: 0, uncertain: PRICE });
    expect([(await rig.create()).status, (await rig.create()).status]).toEqual([504, 402]);
    await rig.proxy.close();
    // After an orderly end, the next run begins at zero.
    const next = await open({ budget: 1, spendLog: log }, url);
    expect(next.proxy.spending()).toMatchObject({ spent: 0, uncertain: 0 });
  });
});

test('after a crash the next run counts what the log has, also if its last line was cut', async () => {
  const log = join(folder, 'spend.jsonl');
  const spentAfter = async (...lines: readonly string[]): Promise<readonly [spent: number, uncertain: number]> => {
    await writeFile(log, [RUN, ...lines].join('\n'));
    const rig = await openRig(upstream.url, { budget: 1, spendLog: log });
    await rig.create({}, { ...BODY, model: 'other' });
    await writeFile(`${log}.copy`, await readFile(log));
    await rig.close();
    // This copy simulates a crash of the second run.
    const next = await openRig(upstream.url, { budget: 1, spendLog: `${log}.copy` });
    const { spent, uncertain } = next.proxy.spending();
    await next.close();
    return [spent, uncertain];
  };
  const RUN = `{"event":"run","baseUrl":"${new URL(upstream.url).href}","runId":"a","keys":{},"pid":1}`;
  const intend = (name: string) => `{"event":"intend","name":"${name}","idempotencyKey":"","body":"b","usd":0.25}`;
  expect(await spentAfter(intend('x'))).toEqual([0, 0.25]);
  expect(await spentAfter(intend('x'), intend('y').slice(0, 20))).toEqual([0, 0.25]);
  expect(await spentAfter(intend('x'), '{"event":"lost","name":"x"}', intend('y'))).toEqual([0, 0.5]);
  expect(await spentAfter(intend('x'), '{"event":"refused","name":"x"}', '')).toEqual([0, 0]);
  const accepted = '{"event":"accepted","name":"x","id":"i","body":"b","usd":0.2}';
  expect(await spentAfter(intend('x'), accepted, intend('y'))).toEqual([0.2, 0.25]);
  expect(await spentAfter(intend('x'), accepted, '{"event":"cost","id":"i","usd":0.1}')).toEqual([0.1, 0]);
});

test('a log of a run that broke off in front of another service is not taken', async () => {
  const log = join(folder, 'spend.jsonl');
  await writeFile(log, '{"event":"run","baseUrl":"https://other.example/","runId":"a","keys":{},"pid":1}\n');
  await expect(openRig(upstream.url, { spendLog: log })).rejects.toThrow(
    'belongs to an interrupted proxy run for https://other.example/',
  );
});

test('a lock that a process left is taken over, by one of several', async () => {
  const log = join(folder, 'spend.jsonl');
  await writeFile(`${log}.lock`, '{"pid":999999999,"thread":0}');
  const opened = await Promise.allSettled([1, 2, 3].map(() => openRig(upstream.url, { spendLog: log })));
  const open = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(open.length).toBe(1);
  await Promise.all(open.map((one) => one.close()));
  await (await openRig(upstream.url, { spendLog: log })).close();
});

test('a log that is in use or cannot be written prevents the start', async () => {
  const log = join(folder, 'spend.jsonl');
  await open({ spendLog: log });
  await expect(openRig(upstream.url, { spendLog: log })).rejects.toThrow(`in use by process ${process.pid}`);
  await writeFile(`${log}.lock`, `{"pid":${process.ppid},"thread":0}`);
  await expect(openRig(upstream.url, { spendLog: log })).rejects.toThrow(`in use by process ${process.ppid}`);
  await expect(openRig(upstream.url, { spendLog: folder })).rejects.toThrow('cannot be written');
});
