/**
 * `npm run bench:proxy`: measures 64 parallel downloads of 20 MB from three services. It compares `standin proxy`, a
 * bare node:http proxy, a relay of sockets, and direct downloads. It reports rates, CPU time per gigabyte, the possible
 * rate with two processors, and the proxy's memory.
 */

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
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
const KEY = 'key-primary';
const SERVICES = [
  { name: 'over a network of 1 Gbit/s', hasProcessors: false, start: () => startBare(125) },
  { name: 'of the independent server in Python, on this machine', hasProcessors: false, start: startIndependent },
  {
    name: 'of a service that costs next to nothing, on this machine, where it shares the processors with proxy and client',
    hasProcessors: true,
    start: () => startBare(0),
  },
];

interface Program {
  readonly url: string;
  readonly pid: number;
}

/** A service with a path to 20 MB of content. */
interface Service extends Program {
  readonly path: string;
}

interface Measured {
  /** The rates in megabytes per second. */
  readonly rates: number[];
  /** The CPU seconds per gigabyte of the program, of the service behind it, and of the client. */
  readonly costs: readonly [program: number[], service: number[], client: number[]];
}

interface Programs {
  readonly relay: Program;
  readonly bare: Program;
  readonly proxy: Program;
}

const children: ChildProcess[] = [];
try {
  for (const { name, hasProcessors, start: startService } of SERVICES) {
    const service = await startService();
    const relay = await start('proxy/relay.mjs', [service.url]);
    const bare = await start('proxy/pass-through.mjs', [service.url]);
    const args = ['proxy', '--upstream', service.url, '--allow-private', '--port', '0', '--json'];
    const proxy = await start('../dist/bin/standin.js', args);
    console.log(`\n${CONNECTIONS} downloads of ${SIZE / 1e6} MB at once ${name}, ${ROUNDS} rounds`);
    await compare(service, { relay, bare, proxy }, hasProcessors);
    for (const child of children.splice(0)) child.kill();
  }
} finally {
  for (const child of children) child.kill();
}

async function compare(service: Service, { relay, bare, proxy }: Programs, hasProcessors: boolean): Promise<void> {
  const [straight, relayed, passed, ours] = [nothingYet(), nothingYet(), nothingYet(), nothingYet()];
  const memory: number[] = [];
  const before = rssOf(proxy.pid);
  for (let round = 0; round < ROUNDS; round += 1) {
    const sampling = setInterval(() => memory.push(rssOf(proxy.pid)), 250);
    await measure(proxy, service, ours);
    clearInterval(sampling);
    await measure(bare, service, passed);
    await measure(relay, service, relayed);
    await measureStraight(service, straight);
  }
  console.log(`  straight      ${median(straight.rates).toFixed(0)} MB/s; ${costsOf(straight)}`);
  for (const [name, measured] of Object.entries({ relay: relayed, 'pass-through': passed, standin: ours })) {
    print(name, measured, straight);
    const most = (paceOf(straight) / paceOf(measured)).toFixed(2);
    if (hasProcessors) console.log(`  ${''.padEnd(13)} two idle processors could have ${most} of straight`);
  }
  const [first, last] = [memory.slice(0, memory.length / 2), memory.slice(memory.length / 2)];
  console.log(
    `  memory        ${before.toFixed(0)} MiB idle, at most ${Math.max(...first).toFixed(0)} MiB in the first half of the rounds and ${Math.max(...last).toFixed(0)} in the second`,
  );
}

function print(name: string, measured: Measured, straight: Measured): void {
  const { rates } = measured;
  const ratios = rates.map((rate, at) => rate / (straight.rates[at] ?? Infinity));
  const verdict = name !== 'standin' ? '' : median(ratios) >= GOAL ? `; goal ${GOAL}: met` : `; goal ${GOAL}: MISSED`;
  console.log(
    `  ${name.padEnd(13)} ${median(rates).toFixed(0)} MB/s, ${median(ratios).toFixed(2)} of straight (${spread(ratios, 2)}); ${costsOf(measured)}${verdict}`,
  );
}

function nothingYet(): Measured {
  return { rates: [], costs: [[], [], []] };
}

/** Returns the minimum of all rounds, because other load can only increase the CPU time. */
function leastOf({ costs }: Measured): number[] {
  return costs.map((seconds) => Math.min(...seconds));
}

function costsOf(measured: Measured): string {
  const [program = 0, service = 0, client = 0] = leastOf(measured).map((seconds) => seconds.toFixed(2));
  return `CPU time for a GB: ${program} s, the service behind it ${service}, the client ${client}`;
}

/**
 * Returns the seconds per gigabyte on two otherwise idle processors. Each program moves bytes in one thread, and all
 * programs share both processors.
 */
function paceOf(measured: Measured): number {
  const each = leastOf(measured);
  return Math.max(...each, each.reduce((sum, one) => sum + one, 0) / 2);
}

async function measure(program: Program, service: Service, measured: Measured): Promise<void> {
  const usage = (): number[] => [cpuOf(program.pid), cpuOf(service.pid), ownCpu()];
  await measureUsage(program.url + service.path, usage, measured);
}

async function measureStraight(service: Service, measured: Measured): Promise<void> {
  await measureUsage(service.url + service.path, () => [cpuOf(service.pid), 0, ownCpu()], measured);
}

async function measureUsage(url: string, usage: () => number[], measured: Measured): Promise<void> {
  const download: Download = { kind: 'download', size: SIZE, seconds: SECONDS, connections: CONNECTIONS, key: KEY };
  const [before, started] = [usage(), performance.now()];
  const { perSecond } = await measureDownloads(url, download);
  const gigabytes = (perSecond * SIZE * (performance.now() - started)) / 1e12;
  const after = usage();
  measured.rates.push((perSecond * SIZE) / 1e6);
  measured.costs.forEach((seconds, at) => seconds.push(((after[at] ?? 0) - (before[at] ?? 0)) / gigabytes));
}

/** Returns the CPU time of the client, which runs in this process. */
function ownCpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Starts a service that sends this number of megabytes per second. 0 means no limit. */
async function startBare(megabytes: number): Promise<Service> {
  return { ...(await start('proxy/service.mjs', [String(SIZE), String(megabytes)])), path: PATH };
}

async function startIndependent(): Promise<Service> {
  const program = await start('../test/independent/server.py', ['--clip-bytes', String(SIZE)], 'python3');
  return { ...program, path: `/v1/videos/${await generateClip(program.url)}/content` };
}

async function generateClip(url: string): Promise<string> {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ model: 'videomodel-2.5', prompt: 'A clip to download.', duration_seconds: 5 });
  const created = await fetch(`${url}/v1/videos`, { method: 'POST', headers, body });
  if (created.status !== 202) throw new Error(`${url} rejected a create: ${await created.text()}`);
  const { id } = (await created.json()) as { id: string };
  for (;;) {
    const { status } = (await (await fetch(`${url}/v1/videos/${id}`, { headers })).json()) as { status: string };
    if (status === 'completed') return id;
    if (status === 'failed') throw new Error(`${url} did not render the clip`);
    await sleep(50);
  }
}

/** Starts a program. Waits for the line with its URL, which it prints when it listens. */
async function start(script: string, args: readonly string[], command = process.execPath): Promise<Program> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(command, [path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { ...(JSON.parse(line.toString()) as { url: string }), pid: child.pid ?? NaN };
}

/** Returns the resident memory in MiB. */
function rssOf(pid: number): number {
  return (Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) * 1024) / MEBIBYTE;
}

/** Returns the CPU time so far in seconds, or NaN on systems other than Linux. */
function cpuOf(pid: number): number {
  if (process.platform !== 'linux') return NaN;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
