/** `npm run bench:proxy`: 64 parallel downloads of 20 MB through a proxy beside the same ones straight from the service: the ratio of rates, and the proxy's memory. */

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median, spread } from './api/statistics.ts';
import { measureDownloads, type Download } from './content/load.ts';

const SIZE = 20_000_000;
const CONNECTIONS = 64;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4);
const GOAL = 0.7;
const MEBIBYTE = 2 ** 20;
const PATH = '/v1/videos/8c0d8f5e-4df1-4c53-9d9c-0a5a4d6e7b21/content';

const children: ChildProcess[] = [];
const folder = await mkdtemp(join(tmpdir(), 'standin-bench-'));
try {
  const file = join(folder, 'clip.mp4');
  await writeFile(file, Buffer.alloc(SIZE, 7));
  const service = new URL(await start(here('content/bare-file-server.mjs'), [file]));
  const upstream = service.origin;
  const args = ['proxy', '--upstream', upstream, '--allow-private', '--port', '0', '--json'];
  const ready = JSON.parse(await start(here('../dist/bin/standin.js'), args)) as { url: string; pid: number };
  await compare(upstream, ready);
} finally {
  for (const child of children) child.kill();
  await rm(folder, { recursive: true, force: true });
}

async function compare(upstream: string, proxy: { readonly url: string; readonly pid: number }): Promise<void> {
  const download: Download = { kind: 'download', size: SIZE, seconds: SECONDS, connections: CONNECTIONS };
  const ratios: number[] = [];
  const rates: number[] = [];
  const memory: number[] = [];
  const before = rssOf(proxy.pid);
  for (let round = 0; round < ROUNDS; round += 1) {
    const sampling = setInterval(() => memory.push(rssOf(proxy.pid)), 250);
    const through = await measureDownloads(proxy.url + PATH, download);
    clearInterval(sampling);
    const straight = await measureDownloads(upstream + PATH, download);
    ratios.push(through.perSecond / straight.perSecond);
    rates.push((through.perSecond * SIZE) / 1e6);
  }
  const verdict = median(ratios) >= GOAL ? 'met' : 'MISSED';
  console.log(`${CONNECTIONS} downloads of ${SIZE / 1e6} MB at once, ${ROUNDS} rounds`);
  console.log(
    `rate    ${median(ratios).toFixed(2)} of that without a proxy (${spread(ratios, 2)}), ${median(rates).toFixed(0)} MB/s; goal ${GOAL}: ${verdict}`,
  );
  const [first, last] = [memory.slice(0, memory.length / 2), memory.slice(memory.length / 2)];
  console.log(
    `memory  ${before.toFixed(0)} MiB idle, at most ${Math.max(...first).toFixed(0)} MiB in the first half of the rounds and ${Math.max(...last).toFixed(0)} in the second`,
  );
}

function here(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

/** The first line that a program prints. */
async function start(script: string, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return line.toString().trim();
}

/** Resident memory in MiB. */
function rssOf(pid: number): number {
  return (Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) * 1024) / MEBIBYTE;
}
