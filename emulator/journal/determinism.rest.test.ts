/** Two runs with one seed leave equal journals, however many requests are under way at once. */

import { expect, test } from 'vitest';

import type { Emulator, Entry } from '../index.ts';
import { orderOf, testEmulator } from '../../test/support/journal/test-emulator.ts';

const ACCOUNTS = 6;
const FAULTS = [
  { id: 'creates', match: { operation: 'create' }, when: { probability: 0.4 } },
  { id: 'polls', match: { operation: 'get' }, when: { probability: 0.3 }, effect: { kind: 'answer', status: 429 } },
  {
    id: 'failing',
    match: { phase: 'after-reservation' },
    when: { every: 3 },
    effect: { kind: 'account', balanceUsd: 50 },
  },
] as const;

/**
 * Acts as a client: it creates four generations, polls each to its end, and sends invalid requests in between.
 */
async function script(emulator: Emulator, name: string): Promise<void> {
  const ask = async (method: string, path: string, body?: object): Promise<string> => {
    const headers = { authorization: `Bearer sk_standin_${name}`, 'content-type': 'application/json' };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await emulator.fetch(new Request(`http://standin.test${path}`, init));
    return response.text();
  };
  for (let at = 0; at < 8; at += 1) {
    const [, id] = /"id":"([^"]+)"/.exec(await ask('POST', '/v1/videos', orderOf(`cat ${at}`))) ?? [];
    await ask('GET', `/v1/videos/${id ?? 'none'}`);
    await emulator.account(name).advance(700);
    await ask('GET', `/v1/videos/${id ?? 'none'}`);
    await ask('POST', '/v1/videos', { ...orderOf('x'), duration_seconds: at });
  }
}

async function journalOf(name: string, emulator: Emulator): Promise<string> {
  return emulator.account(name).journal.entries().map(comparable).join('\n');
}

/**
 * Without what belongs to one run: real times, durations, request ids, the place in the whole journal, the process's
 * own fingerprint of the key.
 */
function comparable({ request_id, real_at, real_gap_ms, real_pause_ms, timing, seq, key, ...entry }: Entry): string {
  expect([request_id, real_at, timing, seq, key, real_gap_ms, real_pause_ms]).not.toContain(undefined);
  return JSON.stringify(entry).replaceAll(request_id, '<request id>');
}

async function run(inParallel: boolean, seed = 7): Promise<string[]> {
  const { emulator } = testEmulator({
    latency: 'polls:1,1',
    seed,
    faults: FAULTS.map((rule) => structuredClone(rule)),
  });
  const names = Array.from({ length: ACCOUNTS }, (_, at) => `worker-${at}`);
  if (inParallel) await Promise.all(names.map((name) => script(emulator, name)));
  else for (const name of names.toReversed()) await script(emulator, name);
  return Promise.all(names.map((name) => journalOf(name, emulator)));
}

test('accounts one after another and all at once leave equal journals; another seed leaves others', async () => {
  const alone = await run(false);
  const together = await run(true);
  expect(together).toEqual(alone);
  expect(await run(true, 8)).not.toEqual(alone);
  expect(alone.join('\n')).toContain('"fired":true');
  expect(new Set(alone).size).toBe(ACCOUNTS);
});

test('parallel requests of one account leave the same entries, whatever their order', async () => {
  const outcome = async (inParallel: boolean): Promise<string[]> => {
    const { emulator, ask, create } = testEmulator({ latency: 'fast', seed: 7 });
    const ids: string[] = [];
    for (let at = 0; at < 6; at += 1) ids.push((await create(`cat ${at}`)).id);
    await emulator.account('a').advance(60_000);
    const polls = ids.flatMap((id) => [`/v1/videos/${id}`, `/v1/videos/${id}`, `/v1/videos/not-${id}`]);
    if (inParallel) await Promise.all(polls.toReversed().map((path) => ask('GET', path)));
    else for (const path of polls) await ask('GET', path);
    return emulator.account('a').journal.entries().map(withoutBooks).toSorted();
  };
  expect(await outcome(true)).toEqual(await outcome(false));
});

/** The ledgers between settlements depend on the order of the settlements, so only the differences are compared. */
function withoutBooks(entry: Entry): string {
  const changes = entry.changes.map(({ generation, ledger }) => ({
    generation,
    captured: ledger && Math.round(1e6 * (ledger.after.captured_usd - ledger.before.captured_usd)),
  }));
  return comparable({ ...entry, changes: changes as unknown as Entry['changes'] });
}
