/**
 * `npm run bench:beside`: measures polls of a quiet account while another account prepares images and renders. It
 * compares them with polls of an idle server. The two take turns. The result is the 99th percentile of both.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmulator, type ServerProcess } from './api/server-process.ts';
import { median, percentile } from './api/statistics.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4);
/** The limit for the 99th percentile of the busy server. */
const GOAL_MS = 50;
const PAUSE_MS = 5;
const CREATE = { model: 'videomodel-2.5', prompt: 'A tide pool.', duration_seconds: 8 };

type Work = (server: ServerProcess, round: number) => Promise<unknown>;

const WORKS: Readonly<Record<string, Work>> = {
  'creates with 30 images each': (server, round) =>
    Promise.all(Array.from({ length: 40 }, (_, at) => createWithImages(server, `${round}-${at}-${Math.random()}`))),
  'clips of 1080p with images': async (server, round) => {
    const ids = await Promise.all(
      Array.from({ length: 4 }, (_, at) => createWithImages(server, `clip-${round}-${at}`)),
    );
    await Promise.all(ids.map((id) => download(server, id)));
  },
};

for (const [name, work] of Object.entries(WORKS)) await bench(name, work);

async function bench(name: string, work: Work): Promise<void> {
  const cacheFolder = await mkdtemp(join(tmpdir(), 'standin-bench-'));
  const settings = { latency: 'instant', balance: 1_000_000, cacheFolder };
  const [busy, idle] = [await startEmulator(settings), await startEmulator(settings)];
  try {
    const ids = { busy: await create(busy, 'quiet', CREATE), idle: await create(idle, 'quiet', CREATE) };
    const [busyTimes, idleTimes]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      idleTimes.push(...(await pollFor(idle, ids.idle, () => Promise.resolve())));
      busyTimes.push(...(await pollFor(busy, ids.busy, () => work(busy, round))));
    }
    const p99 = percentile(busyTimes, 0.99);
    const beside = percentile(idleTimes, 0.99);
    const verdict = p99 < GOAL_MS ? 'holds' : 'MISSED';
    console.log(
      `${name}: a poll takes ${ms(median(busyTimes))} at the median and ${ms(p99)} at p99 (${busyTimes.length} polls), beside an idle server ${ms(median(idleTimes))} and ${ms(beside)}; goal ${GOAL_MS} ms: ${verdict}`,
    );
  } finally {
    await Promise.all([busy.stop(), idle.stop()]);
    await rm(cacheFolder, { recursive: true, force: true });
  }
}

/** Polls repeatedly until the time is over and the work is done. Returns the milliseconds of each poll. */
async function pollFor(server: ServerProcess, id: string, begin: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + SECONDS * 1000;
  let isWorking = true;
  const working = begin().finally(() => (isWorking = false));
  while (performance.now() < until) {
    // Only polls during the work are measured. The idle server is polled for the same time without work.
    const started = performance.now();
    await (await fetch(`${server.url}/v1/videos/${id}`, { headers: headersOf('quiet') })).text();
    times.push(performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    if (!isWorking && times.length > 200) break;
  }
  await working;
  return times;
}

async function createWithImages(server: ServerProcess, label: string): Promise<string> {
  const image_urls = Array.from({ length: 30 }, (_, image) => `https://cdn.example.com/${label}/${image}.png`);
  const reference = { mode: 'reference-to-video', resolution: '1080p', image_urls };
  return create(server, 'busy', { ...CREATE, ...reference });
}

async function create(server: ServerProcess, label: string, body: object): Promise<string> {
  const init = { method: 'POST', headers: headersOf(label), body: JSON.stringify(body) };
  const answer = await fetch(`${server.url}/v1/videos`, init);
  const { id } = (await answer.json()) as { id?: string };
  if (id === undefined) throw new Error(`a create got the status ${answer.status}`);
  return id;
}

async function download(server: ServerProcess, id: string): Promise<void> {
  // The download polls the generation implicitly, which completes it.
  const answer = await fetch(`${server.url}/v1/videos/${id}/content`, { headers: headersOf('busy') });
  if (answer.status !== 200) throw new Error(`a download got the status ${answer.status}`);
  await answer.arrayBuffer();
}

function headersOf(label: string): Record<string, string> {
  return { authorization: `Bearer sk_standin_${label}`, 'content-type': 'application/json' };
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}
