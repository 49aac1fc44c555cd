/**
 * `npm run bench:stores`: compares a folder with memory, and a replica with a bare server. The two take turns in short
 * windows, so that other load affects both. It also measures the start with stored data, and the size of a folder.
 * BENCH_PARTS selects parts: folder, shared, start, accounts, size.
 */

import { fill } from './api/filling.ts';
import { rateOf, type Load } from './api/load.ts';
import { startEmulator, type ServerProcess } from './api/server-process.ts';
import { median, spread } from './api/statistics.ts';
import { createBody, HEADERS, SETTINGS } from './api/workload.ts';
import { openAccounts } from './stores/accounts.ts';
import { sizeOf, withFolder } from './stores/folders.ts';
import { besideBareStore } from './stores/shared.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 15);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 1);
const CREATES = Number(process.env['BENCH_CREATES'] ?? 1_000_000);
const KEPT = 100_000;
const ACCOUNTS = (process.env['BENCH_ACCOUNTS'] ?? '1000,10000,100000').split(',').map(Number);
const MIB = 2 ** 20;

interface Row {
  readonly what: string;
  readonly target: string;
  readonly value: string;
  readonly spread: string;
}

/** The stores to compare with memory. */
const STORES: readonly {
  readonly name: string;
  readonly settings: object;
  readonly targets: readonly [number, number] | undefined;
}[] = [
  { name: 'a folder', settings: {}, targets: [0.9, 0.6] },
  { name: 'a folder, --durable disk', settings: { durable: 'disk' }, targets: undefined },
];

const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  folder: async () => {
    for (const { name, settings, targets } of STORES) {
      console.table(named(await withFolder((data) => besideMemory(name, { ...SETTINGS, ...settings, data }, targets))));
    }
  },
  shared: async () => console.table(await besideBareStore()),
  start: async () => console.table(named([await startWithGenerations()])),
  accounts: async () => console.table(await growth()),
  size: async () => console.table(named([await sizeAfterCreates()])),
};

for (const part of process.env['BENCH_PARTS']?.split(',') ?? Object.keys(PARTS)) {
  const run = PARTS[part];
  if (run === undefined) throw new Error(`"${part}" is not a part. The parts are ${Object.keys(PARTS).join(', ')}.`);
  await run();
}

function named(rows: readonly Row[]): object {
  return Object.fromEntries(rows.map(({ what, ...row }) => [what, row]));
}

/** Compares polls and creates of one account with the same requests in memory. */
async function besideMemory(
  name: string,
  settings: object,
  targets: readonly [number, number] | undefined,
): Promise<Row[]> {
  const servers = [await startEmulator(SETTINGS), await startEmulator(settings)] as const;
  try {
    const ids = await Promise.all(servers.map(({ url }) => firstId(url)));
    const rows: Row[] = [];
    const loads = [
      {
        what: 'polls',
        of: (at: number): Load => ({ method: 'GET', headers: HEADERS, paths: [`/v1/videos/${ids[at]}`], status: 200 }),
      },
      {
        what: 'creates',
        of: (): Load => ({ method: 'POST', headers: HEADERS, paths: ['/v1/videos'], body: createBody(4), status: 202 }),
      },
    ];
    for (const [nth, { what, of }] of loads.entries()) {
      const target = targets?.[nth];
      const figures = await ratios(servers, of);
      rows.push({
        what: `${what}, ${name}`,
        target: target === undefined ? '' : `at least ${target}`,
        value: `${median(figures.ratios).toFixed(2)} of memory (${Math.round(median(figures.rates))}/s)`,
        spread: spread(figures.ratios, 2),
      });
    }
    return rows;
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

async function ratios(servers: readonly [ServerProcess, ServerProcess], loadOf: (at: number) => Load) {
  const [all, rates]: [number[], number[]] = [[], []];
  for (let round = -1; round < ROUNDS; round += 1) {
    const yardstick = await rateOf(servers[0].url, loadOf(0), SECONDS);
    const rate = await rateOf(servers[1].url, loadOf(1), SECONDS);
    // The first round is a warm-up.
    if (round < 0) continue;
    all.push(rate / yardstick);
    rates.push(rate);
  }
  return { ratios: all, rates };
}

async function firstId(url: string): Promise<string> {
  const response = await fetch(`${url}/v1/videos`, { method: 'POST', headers: HEADERS, body: createBody(4) });
  return ((await response.json()) as { id: string }).id;
}

/** Measures the CPU time of a start with this number of generations, minus the CPU time of a start in memory. */
async function startWithGenerations(): Promise<Row> {
  return withFolder(async (data) => {
    const settings = { ...SETTINGS, data };
    const filling = await startEmulator(settings);
    await fill(filling, KEPT);
    await filling.stop();
    const more = await startCosts(settings);
    return {
      what: `start with ${KEPT} generations`,
      target: 'at most 1.5 s more',
      value: `${median(more).toFixed(2)} s of CPU more than in memory`,
      spread: spread(more, 2),
    };
  });
}

async function startCosts(settings: object): Promise<number[]> {
  const costs: number[] = [];
  for (let round = 0; round < 3; round += 1) costs.push((await startCost(settings)) - (await startCost(SETTINGS)));
  return costs;
}

async function startCost(settings: object): Promise<number> {
  const server = await startEmulator(settings);
  const seconds = await server.cpuSeconds();
  await server.stop();
  return seconds;
}

/** Measures starts and polls with different numbers of accounts. */
async function growth(): Promise<object> {
  const rows: [string, object][] = [];
  for (const count of ACCOUNTS) {
    const row = await withFolder(async (data) => {
      const settings = { ...SETTINGS, data, maxAccounts: 2 * count, journalMebibytes: 16 };
      const filling = await startEmulator(settings);
      const { key, id } = await openAccounts(filling.url, count);
      await filling.stop();
      const more = await startCosts(settings);
      const server = await startEmulator(settings);
      const load: Load = {
        method: 'GET',
        headers: { authorization: `Bearer ${key}` },
        paths: [`/v1/videos/${id}`],
        status: 200,
      };
      const rates: number[] = [];
      for (let round = 0; round < 5; round += 1) rates.push(await rateOf(server.url, load, SECONDS));
      await server.stop();
      return {
        'start, CPU more than in memory': `${median(more).toFixed(2)} s`,
        'polls each second': Math.round(median(rates)),
        folder: `${((await sizeOf(data)) / MIB).toFixed(0)} MiB`,
      };
    });
    rows.push([`${count} accounts`, row]);
  }
  return Object.fromEntries(rows);
}

/** Measures the folder with the default limits, which evict old generations. */
async function sizeAfterCreates(): Promise<Row> {
  return withFolder(async (data) => {
    const server = await startEmulator({ balance: SETTINGS.balance, data });
    const sizes: number[] = [];
    for (let part = 0; part < 10; part += 1) {
      await fill(server, CREATES / 10);
      sizes.push((await sizeOf(data)) / MIB);
    }
    await server.stop();
    const value = `${sizes.at(-1)?.toFixed(0)} MiB, 200,000 generations of one account are kept`;
    return {
      what: `folder after ${CREATES} creates`,
      target: '',
      value,
      spread: `${sizes.map((size) => size.toFixed(0)).join(', ')} MiB on the way`,
    };
  });
}
