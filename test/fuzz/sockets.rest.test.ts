/**
 * Random requests over sockets against the built command, and a look at every ledger after each thousand. `npm run fuzz` sends a
 * million; FUZZ_REQUESTS, FUZZ_SECONDS and FUZZ_SEED bound and repeat a run.
 */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openLane } from './lane.ts';
import { sendRequest } from '../support/raw-http.ts';
import { spawnServer } from '../support/spawned-server.ts';

const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 4000);
const SECONDS = Number(process.env['FUZZ_SECONDS'] ?? 300);
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_260_101);
const LANES = ['a', 'b', 'c', 'd'];
const EACH = 1000;
const MOST_LIVE = 150;
const JSON_HEADERS = { 'content-type': 'application/json', host: 'localhost' };

/** Every generation that does not wait for a hand fails in the end: a clip would need an encoder. */
const FAILING = [
  {
    match: { operation: 'create' },
    when: { every: 3 },
    effect: { kind: 'outcome', fail: { from: 'pending', code: 'input_content_rejected' } },
  },
  { match: { operation: 'create' }, effect: { kind: 'outcome', fail: { from: 'running', code: 'no_output' } } },
];

const OWN = {
  'fuzz-1': {},
  'fuzz-2': { balance: 50 },
  'fuzz-3': { settle: 'eager' },
  'fuzz-limited': { limits: 'realistic' },
};

interface AccountFacts {
  readonly name: string;
  readonly ledger: Readonly<Record<'granted_usd' | 'balance_usd' | 'reserved_usd' | 'captured_usd', number>>;
}

test(
  `${REQUESTS} random requests over sockets get their answers, and no ledger is ever wrong`,
  { timeout: SECONDS * 1000 + 60_000 },
  async () => {
    const bounds = ['--max-generations-per-account 500', '--max-generations 5000', '--journal-mebibytes 8'];
    const { port, process: server } = await spawnServer(['--latency manual', ...bounds]);
    const control = async (method: string, path: string, body?: unknown): Promise<ReturnType<typeof JSON.parse>> => {
      const sent = { method, headers: JSON_HEADERS, ...(body !== undefined && { body: JSON.stringify(body) }) };
      const { status, text } = await sendRequest(port, `/_standin${path}`, sent);
      expect(status, text).toBeLessThan(300);
      return JSON.parse(text);
    };
    // In two of the lanes generations go by polls and fail; in the others they wait for a hand that never comes.
    for (const lane of LANES) {
      const isFailing = LANES.indexOf(lane) % 2 === 1;
      for (const [label, own] of Object.entries(OWN)) {
        const name = `${label}-${lane}`;
        await control('POST', '/accounts', { name, ...(isFailing && { latency: 'polls:1,2' }), ...own });
        if (isFailing) await control('PUT', `/accounts/${name}/faults`, { rules: FAILING, keep: true });
      }
    }
    /** Those that wait for a hand are failed by one, before the account is full of them. */
    const endSome = async (name: string): Promise<void> => {
      const listed = await control('GET', `/accounts/${name}/generations?status=pending&limit=1000`);
      const { generations } = listed as { generations: readonly { id: string }[] };
      for (const { id } of generations.slice(MOST_LIVE)) {
        await control('POST', `/accounts/${name}/generations/${id}/move`, { status: 'failed' });
      }
    };
    let looks = 0;
    const look = async (): Promise<void> => {
      const { accounts } = (await control('GET', '/accounts?prefix=fuzz-')) as { accounts: AccountFacts[] };
      for (const { name, ledger } of accounts) {
        const micros = Object.values(ledger).map((dollars) => Math.round(dollars * 1e6));
        const [granted = 0, balance = 0, reserved = 0, captured = 0] = micros;
        expect([name, balance + reserved + captured]).toEqual([name, granted]);
        expect(Math.min(...micros), name).toBeGreaterThanOrEqual(0);
        if (balance < 100e6) await control('POST', `/accounts/${name}/grants`, { amount_usd: 1000 });
        await endSome(name);
        looks += 1;
      }
    };
    const started = performance.now();
    const until = started + SECONDS * 1000;
    const lanes = LANES.map((name, at) => openLane(port, { seed: SEED + at, name }));
    let sent = 0;
    while (sent < REQUESTS && performance.now() < until) {
      const some = Math.min(EACH, REQUESTS - sent) / lanes.length;
      await Promise.all(
        lanes.map(async (lane) => {
          for (let step = 0; step < some; step += 1) await lane.step();
        }),
      );
      sent += Math.round(some * lanes.length);
      await look();
    }
    for (const lane of lanes) lane.close();
    expect(server.exitCode).toBeNull();
    const statuses = new Map<number, number>();
    for (const lane of lanes)
      for (const [status, count] of lane.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count);
    expect(statuses.get(202)).toBeGreaterThan(0);
    if (process.env['FUZZ_REQUESTS'] === undefined) return;
    const seconds = Math.round((performance.now() - started) / 1000);
    const kept = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
    process.stdout.write(
      `seed ${SEED}: ${sent} requests in ${seconds} s, ${looks} looks at a ledger, none wrong; ${kept.join(', ')}; ${memoryOf(server.pid ?? 0)}\n`,
    );
  },
);

/** Linux only. */
function memoryOf(pid: number): string {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8');
    return [...text.matchAll(/^(VmHWM|VmRSS):\s+(\d+) kB$/gm)]
      .map(([, name, kibibytes]) => `${name} ${Math.round(Number(kibibytes) / 1024)} MiB`)
      .join(', ');
  } catch {
    return 'memory unknown';
  }
}
