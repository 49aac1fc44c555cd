/**
 * `npm run bench:proxy`: 64 parallel downloads of 20 MB through `standin proxy`, through a bare pass-through of node:http
 * and straight from the service: rates, processor time for a gigabyte, and the proxy's memory.
 */

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
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
/** Megabytes for each second that the service sends: a network of 1 Gbit/s; 0 is as fast as they are read. */
const NETWORKS = [
  { name: 'over a network of 1 Gbit/s', megabytes: 125 },
  { name: 'on this machine, where service, proxy and client share the processors', megabytes: 0 },
];

interface Program {
  readonly url: string;
  readonly pid: number;
}

interface Measured {
  /** Megabytes for each second. */
  readonly rates: number[];
  /** Seconds of the program's processor time for a gigabyte. */
  readonly costs: number[];
}

const children: ChildProcess[] = [];
try {
  for (const network of NETWORKS) {
    const service = await start('proxy/service.mjs', [String(SIZE), String(network.megabytes)]);
    const bare = await start('proxy/pass-through.mjs', [service.url]);
    const args = ['proxy', '--upstream', service.url, '--allow-private', '--port', '0', '--json'];
    const proxy = await start('../dist/bin/standin.js', args);
    console.log(`\n${CONNECTIONS} downloads of ${SIZE / 1e6} MB at once ${network.name}, ${ROUNDS} rounds`);
    await compare(service, { bare, proxy });
    for (const child of children.splice(0)) child.kill();
  }
} finally {
  for (const child of children) child.kill();
}

async function compare(service: Program, { bare, proxy }: { readonly bare: Program; readonly proxy: Program }) {
  const [straight, passed, ours] = [service, bare, proxy].map((): Measured => ({ rates: [], costs: [] }));
  if (straight === undefined || passed === undefined || ours === undefined) return;
  const memory: number[] = [];
  const before = rssOf(proxy.pid);
  for (let round = 0; round < ROUNDS; round += 1) {
    const sampling = setInterval(() => memory.push(rssOf(proxy.pid)), 250);
    await measure(proxy, ours);
    clearInterval(sampling);
    await measure(bare, passed);
    await measure(service, straight);
  }
  console.log(`  straight      ${median(straight.rates).toFixed(0)} MB/s`);
  print('pass-through', passed, straight);
  print('standin', ours, straight);
  const [first, last] = [memory.slice(0, memory.length / 2), memory.slice(memory.length / 2)];
  console.log(
    `  memory        ${before.toFixed(0)} MiB idle, at most ${Math.max(...first).toFixed(0)} MiB in the first half of the rounds and ${Math.max(...last).toFixed(0)} in the second`,
  );
}

function print(name: string, { rates, costs }: Measured, straight: Measured): void {
  const ratios = rates.map((rate, at) => rate / (straight.rates[at] ?? Infinity));
  const verdict = name !== 'standin' ? '' : median(ratios) >= GOAL ? `; goal ${GOAL}: met` : `; goal ${GOAL}: MISSED`;
  console.log(
    `  ${name.padEnd(13)} ${median(rates).toFixed(0)} MB/s, ${median(ratios).toFixed(2)} of straight (${spread(ratios, 2)}), ${median(costs).toFixed(2)} s of processor time for a GB${verdict}`,
  );
}

async function measure({ url, pid }: Program, { rates, costs }: Measured): Promise<void> {
  const download: Download = { kind: 'download', size: SIZE, seconds: SECONDS, connections: CONNECTIONS };
  const [cpu, started] = [cpuOf(pid), performance.now()];
  const { perSecond } = await measureDownloads(url + PATH, download);
  const gigabytes = (perSecond * SIZE * (performance.now() - started)) / 1e12;
  rates.push((perSecond * SIZE) / 1e6);
  costs.push((cpuOf(pid) - cpu) / gigabytes);
}

/** The line that a program prints when it listens. */
async function start(script: string, args: readonly string[]): Promise<Program> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return JSON.parse(line.toString()) as Program;
}

/** Resident memory in MiB. */
function rssOf(pid: number): number {
  return (Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) * 1024) / MEBIBYTE;
}

/** Seconds of processor time so far, where the system tells; it does in clock ticks, 100 for each second. */
function cpuOf(pid: number): number {
  if (process.platform !== 'linux') return NaN;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
