/**
 * Compares a replica with a bare node:http server that uses the same store. For each poll, the bare server runs a GET.
 * For each create, it runs a script that sets a field. The two take turns in short windows. The result is the ratio.
 */

import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { CONNECTIONS, rateOf, type Load } from '../api/load.ts';
import { startEmulator, startServer, type FixedAnswer, type ServerProcess } from '../api/server-process.ts';
import { median, spread } from '../api/statistics.ts';
import { createBody, HEADERS, SETTINGS } from '../api/workload.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 9);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 1);
const PORT = 16_379;
const SCRIPT = "return redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])";

/** Compares with the store at STORE_URL. Without STORE_URL, starts `redis-server` or STORE_PROGRAM from PATH. */
export async function besideBareStore(): Promise<object> {
  const { STORE_URL: url, STORE_PROGRAM: program = 'redis-server' } = process.env;
  const args = ['--port', String(PORT), '--save', '', '--bind', '127.0.0.1'];
  const child = url === undefined ? spawn(program, args, { stdio: 'ignore' }) : undefined;
  try {
    if (child !== undefined) await sleep(1000);
    return await figures(url ?? `redis://127.0.0.1:${PORT}`);
  } finally {
    child?.kill();
  }
}

/** Measures polls and creates with many connections, and with one. */
async function figures(store: string): Promise<object> {
  const emulator = await startEmulator({ ...SETTINGS, store: `${store}/1` });
  try {
    const body = createBody(4);
    const made = await fetch(`${emulator.url}/v1/videos`, { method: 'POST', headers: HEADERS, body });
    const { id } = (await made.json()) as { id: string };
    const poll: Load = { method: 'GET', headers: HEADERS, paths: [`/v1/videos/${id}`], status: 200 };
    const create: Load = { method: 'POST', headers: HEADERS, paths: ['/v1/videos'], status: 202, body };
    const rows: Record<string, object> = {};
    for (const connections of [CONNECTIONS, 1]) {
      const who = connections === 1 ? 'one connection' : `${connections} connections`;
      rows[`polls, ${who}`] = await besideBare({ emulator, store, script: undefined }, { ...poll, connections });
      rows[`creates, ${who}`] = await besideBare({ emulator, store, script: SCRIPT }, { ...create, connections });
    }
    return rows;
  } finally {
    await emulator.stop();
  }
}

async function besideBare({ emulator, store, script }: Beside, load: Load): Promise<object> {
  const bare = await startServer('../stores/bare-store-server.mjs', {
    ...(await answerOf(emulator, load)),
    store: `${store}/2`,
    script,
  });
  try {
    const ratios: number[] = [];
    const rates: number[] = [];
    for (const { url } of [bare, emulator]) await rateOf(url, load, SECONDS);
    for (let round = 0; round < ROUNDS; round += 1) {
      const yardstick = await rateOf(bare.url, load, SECONDS);
      const rate = await rateOf(emulator.url, load, SECONDS);
      ratios.push(rate / yardstick);
      rates.push(rate);
    }
    const least = script === undefined ? 0.7 : 0.5;
    return {
      value: `${median(ratios).toFixed(2)} of bare (${Math.round(median(rates))}/s)`,
      spread: spread(ratios, 2),
      target: `at least ${least}`,
      verdict: median(ratios) >= least ? 'holds' : 'MISSED',
    };
  } finally {
    await bare.stop();
  }
}

interface Beside {
  readonly emulator: ServerProcess;
  readonly store: string;
  /** The script that the bare server runs for each request. Without a script, it runs a GET. */
  readonly script: string | undefined;
}

async function answerOf({ url }: ServerProcess, { method, headers, body, paths }: Load): Promise<FixedAnswer> {
  const response = await fetch(`${url}${paths[0]}`, { method, headers, ...(body !== undefined && { body }) });
  const all = [...response.headers].filter(([name]) => name !== 'connection' && name !== 'keep-alive');
  return { status: response.status, headers: Object.fromEntries(all), body: await response.text() };
}
