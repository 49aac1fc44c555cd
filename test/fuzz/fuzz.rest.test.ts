/**
 * Every request gets an envelope, and never a 5xx, a hang or a crash. The seed is fixed. FUZZ_RUNS scales the run: 1 is
 * the full size, which sends 100,000 requests through fetch and 5,000 through sockets. The default is a fraction of it.
 */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, describe, expect, test } from 'vitest';
import { createEmulator, type Emulator } from '../../emulator/index.ts';
import { checkBooks, judge } from './judge.ts';
import { createRandom } from './random.ts';
import { exchange, type RawAnswer } from './raw-client.ts';
import { RAW } from './raw-requests.ts';
import { ACCOUNTS, anyRequest } from './requests.ts';

const SCALE = Number(process.env['FUZZ_RUNS'] ?? 0.02);
const REQUESTS = Math.ceil(100_000 * SCALE);
const SOCKETS = Math.max(Math.ceil(5000 * SCALE), RAW.length);
const SEED = 20_260_101;
const MEGABYTE = 1_000_000;
/** The limits on stored data, so that a leak shows. */
const BOUNDS = { maxGenerationsPerAccount: 500, maxGenerations: 1500, maxAccounts: 50, journalMebibytes: 4 };
/** The number of live generations at once. It must stay below every limit, because a full account answers 503. */
const MOST_LIVE = 200;

const warnings: Error[] = [];
const note = (warning: Error): number => warnings.push(warning);
process.on('warning', note);
afterAll(() => void process.off('warning', note));

describe('bad input through fetch', () => {
  test(`${REQUESTS} requests get an answer that the service may give`, async () => {
    const emulator = createEmulator({ ...BOUNDS, latency: 'manual' });
    const random = createRandom(SEED);
    const ids: string[] = [];
    const heap: number[] = [];
    for (let sent = 0; sent < REQUESTS; sent += 1) {
      const request = anyRequest(random, ids);
      if (request === undefined) continue;
      const told = `${sent}: ${request.method} ${request.url.slice(0, 200)}`;
      const isHead = request.method === 'HEAD';
      const response = await emulator.fetch(request);
      const answer = { status: response.status, headers: response.headers, text: await response.text(), isHead };
      const id = attempt(told, () => judge(answer));
      if (id !== undefined) await exchangeOne(emulator, ids, { at: random.below(MOST_LIVE), id });
      if (sent % 500 === 0) await Promise.all(ACCOUNTS.map((name) => checkBooks(emulator.account(name))));
      if (sent % Math.ceil(REQUESTS / 10) === 0) heap.push(heapUsed());
    }
    await emulator.close();
    expect(warnings).toEqual([]);
    // When the limits are reached, memory must no longer grow.
    expect(heapUsed() - (heap[5] ?? 0)).toBeLessThan(25 * MEGABYTE);
  });
});

describe('bad input through sockets', () => {
  test(`${SOCKETS} sockets get an answer or an end, and the server lives on`, async () => {
    const emulator = createEmulator({
      latency: 'manual',
      headersTimeoutSeconds: 1,
      requestTimeoutSeconds: 1,
      idleTimeoutSeconds: 2,
    });
    const { port, url } = await emulator.listen({ port: 0, host: '127.0.0.1' });
    const random = createRandom(SEED);
    const todo = Array.from({ length: SOCKETS }, (_, at) => (RAW[at] ?? random.pick(RAW))(random));
    const answered = new Map<string, readonly number[]>();
    const work = async (): Promise<void> => {
      for (let raw = todo.pop(); raw !== undefined; raw = todo.pop()) {
        const { name } = raw;
        const { answers, ended } = await exchange(port, raw);
        attempt(name, () => answers.forEach(judgeRaw));
        expect(ended || answers.length > 0, name).toBe(true);
        if (answers.length > 0)
          answered.set(
            name,
            answers.map(({ status }) => status),
          );
      }
    };
    await Promise.all(Array.from({ length: 64 }, work));
    const response = await fetch(`${url}/v1/videos/x`, { headers: { authorization: 'Bearer sk_standin_fuzz-1' } });
    expect(response.status).toBe(404);
    await checkBooks(emulator.account('fuzz-1'));
    await emulator.close();
    expect(warnings).toEqual([]);
    expect(Object.fromEntries([...answered].sort(([a], [b]) => (a < b ? -1 : 1)))).toMatchObject(ANSWERS);
  });
});

/** The required answers to the requests with a known answer. Silence is always wrong. */
const ANSWERS = {
  'a poll': [404],
  'a create': [202],
  'a poll by HTTP/1.0': [404],
  'absolute form': [404],
  'asterisk form': [404],
  'encoded slashes': [404],
  'an id of 10 KB': [404],
  'a method that nobody knows': [405],
  'a method in small letters': [405],
  CONNECT: [404],
  'an upgrade': [404],
  'no Host': [400],
  'two Authorizations': [401],
  'a token of 8 KB': [401],
  'a flood of headers': [400],
  'a header of 100 KB': [400],
  'a length and chunks': [400],
  chunks: [202],
  'a broken chunk': [400],
  'chunks over 1 MiB': [413],
  'chunks that never end': [400],
  'chunks after a 401': [401],
  'a length over 1 MiB, answered early': [413],
  'Expect: 100-continue': [202],
  'Expect refused': [401],
  'another Expect': [202],
  'half a head': [400],
  'half a body': [400],
  'a request, then the end': [404],
  'a create, then the end': [202],
  'a slow head': [400],
  'a slow body': [400],
  'ten pipelined polls': Array(10).fill(404),
  'pipelined: a create, a HEAD, a poll': [202, 404, 404],
  'pipelined: a poll, then rubbish': [404, 400],
  'pipelined: a refused create, then a poll': [400, 404],
};

/**
 * Replaces an old generation, which fails, with a new one. No generation is completed, because a clip needs an encoder.
 */
async function exchangeOne(emulator: Emulator, ids: string[], { at, id }: { at: number; id: string }): Promise<void> {
  const old = ids[at];
  ids[at] = id;
  if (old === undefined || old === id) return;
  for (const name of ACCOUNTS)
    await emulator
      .account(name)
      .move(old, 'failed')
      .catch(() => undefined);
}

function judgeRaw({ headers, ...answer }: RawAnswer): void {
  judge({ ...answer, headers: { get: (name) => headers[name] ?? null } });
}

/** Runs a step, and names the request in the message of a failure. */
function attempt<Result>(told: string, step: () => Result): Result {
  try {
    return step();
  } catch (cause) {
    throw new Error(`${told}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
