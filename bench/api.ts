/**
 * `npm run bench:api`: compares the emulator with a bare node:http server that sends the same bytes. The two take turns
 * in short windows, so that other load affects both. The result is the ratio.
 */

import { coldStartRatios } from './api/cold-start.ts';
import { fill } from './api/filling.ts';
import { rateOf, windowOf, type Load } from './api/load.ts';
import { startBare, startEmulator, type FixedAnswer, type ServerProcess } from './api/server-process.ts';
import { median, spread } from './api/statistics.ts';
import { createBody, HEADERS, SETTINGS } from './api/workload.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 15);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 1);
const MANY = Number(process.env['BENCH_PENDING'] ?? 1_000_000);
const FEW = 1000;

interface Figure {
  readonly name: string;
  readonly target: string;
  readonly value: string;
  readonly spread: string;
  readonly holds: boolean;
}

const figures: Figure[] = [...(await throughput()), await coldStart(), ...(await manyPending())];
console.table(
  Object.fromEntries(
    figures.map(({ name, holds, ...figure }) => [name, { ...figure, verdict: holds ? 'holds' : 'MISSED' }]),
  ),
);

async function throughput(): Promise<Figure[]> {
  const emulator = await startEmulator(SETTINGS);
  try {
    const { id } = (await (await post(emulator, createBody(4))).json()) as { id: string };
    const valid = { method: 'POST' as const, headers: HEADERS, paths: ['/v1/videos'] };
    const poll = { method: 'GET' as const, headers: HEADERS, paths: [`/v1/videos/${id}`], status: 200 };
    const refused = { ...valid, body: createBody(99), status: 400 };
    const accepted = { ...valid, body: createBody(4), status: 202 };
    return [
      await besideBare(emulator, poll, { name: 'polls', target: 0.6 }),
      await besideBare(emulator, refused, { name: 'refused creates', target: 0.6 }),
      await besideBare(emulator, accepted, { name: 'valid creates', target: 0.45 }),
    ];
  } finally {
    await emulator.stop();
  }
}

async function besideBare(
  emulator: ServerProcess,
  load: Load,
  goal: { name: string; target: number },
): Promise<Figure> {
  const { name, target } = goal;
  const bare = await startBare(await answerOf(emulator, load));
  try {
    const ratios: number[] = [];
    const rates: number[] = [];
    const costs: number[] = [];
    const costRatios: number[] = [];
    for (const server of [bare, emulator]) await rateOf(server.url, load, SECONDS);
    for (let round = 0; round < ROUNDS; round += 1) {
      const yardstick = await costOf(bare, load);
      const { rate, micros } = await costOf(emulator, load);
      ratios.push(rate / yardstick.rate);
      rates.push(rate);
      costs.push(micros);
      costRatios.push(micros / yardstick.micros);
    }
    const cpu = `CPU ${median(costRatios).toFixed(2)} times bare (${median(costs).toFixed(1)} µs)`;
    const value = `${median(ratios).toFixed(2)} of bare (${Math.round(median(rates))}/s), ${cpu}`;
    const holds = median(ratios) >= target;
    return { name, value, spread: spread(ratios, 2), target: `at least ${target}`, holds };
  } finally {
    await bare.stop();
  }
}

/** Returns the rate in a window, and the server's CPU time for one request in microseconds. */
async function costOf(server: ServerProcess, load: Load): Promise<{ readonly rate: number; readonly micros: number }> {
  const before = await server.cpuSeconds();
  const { requests, rate } = await windowOf(server.url, load, SECONDS);
  return { rate, micros: (((await server.cpuSeconds()) - before) / requests) * 1e6 };
}

/** Returns a response of the emulator, which the bare server sends byte for byte. */
async function answerOf({ url }: ServerProcess, load: Load): Promise<FixedAnswer> {
  const response = await fetch(`${url}${load.paths[0]}`, {
    method: load.method,
    headers: load.headers,
    ...(load.body !== undefined && { body: load.body }),
  });
  const headers = Object.fromEntries(
    [...response.headers].filter(([name]) => name !== 'connection' && name !== 'keep-alive'),
  );
  return { status: response.status, headers, body: await response.text() };
}

async function coldStart(): Promise<Figure> {
  const ratios = await coldStartRatios(ROUNDS);
  const value = `${median(ratios).toFixed(2)} times bare`;
  return { name: 'cold start', value, spread: spread(ratios, 2), target: 'at most 2.5', holds: median(ratios) <= 2.5 };
}

/** Measures a million pending generations in one process: their memory, and the effect on polls. */
async function manyPending(): Promise<Figure[]> {
  const few = await startEmulator({ ...SETTINGS, latency: 'manual' });
  const many = await startEmulator({ ...SETTINGS, latency: 'manual' });
  const { ids } = await fill(few, FEW);
  const { ids: some, bytesEach: bytes } = await fill(many, MANY);
  const ratios: number[] = [];
  for (const [server, polled] of [
    [few, ids],
    [many, some],
  ] as const)
    await rateOf(server.url, pollsOf(polled), SECONDS);
  for (let round = 0; round < ROUNDS; round += 1) {
    const yardstick = await rateOf(few.url, pollsOf(ids), SECONDS);
    ratios.push((await rateOf(many.url, pollsOf(some), SECONDS)) / yardstick);
  }
  await Promise.all([few.stop(), many.stop()]);
  return [
    {
      name: `${MANY} pending`,
      value: `${Math.round(bytes)} bytes each`,
      spread: '',
      target: 'at most 1024',
      holds: bytes <= 1024,
    },
    {
      name: `polls among ${MANY}`,
      value: `${median(ratios).toFixed(2)} of those among ${FEW}`,
      spread: spread(ratios, 2),
      target: 'at least 0.85',
      holds: median(ratios) >= 0.85,
    },
  ];
}

function pollsOf(ids: readonly string[]): Load {
  return { method: 'GET', headers: HEADERS, paths: ids.map((id) => `/v1/videos/${id}`), status: 200 };
}

function post({ url }: ServerProcess, body: string): Promise<Response> {
  return fetch(`${url}/v1/videos`, { method: 'POST', headers: HEADERS, body });
}
