/**
 * The same requests in the same order leave the same journal, with one, four or sixteen of them in flight. Rules may
 * answer early and delay requests. The tests compare the journal entries of all requests in the order of sending.
 *
 * They leave out values that are new in each run: request ids, real times, durations, and the fingerprint of the key.
 * They leave out `seq`, because it is the order in which the answers were ready. They compare the difference of amounts
 * before and after a change, because other requests may have reserved credits meanwhile.
 *
 * The creates carry an Idempotency-Key. Without a key, creates whose body was never read look like attempts at one
 * create. If a rule delays creates before they reserve, other creates overtake them, and ids follow the order of
 * reservations. In that case the tests replace each id by the prompt of its generation.
 */

import { describe, expect, onTestFinished, test } from 'vitest';

import { createEmulator, type Emulator, type Entry, type SettingsInput } from '../../emulator/index.ts';

type Rules = NonNullable<SettingsInput['faults']>;

const CREATES = 48;
const WIDTHS = [1, 4, 16, 48];
const KEY = 'sk_standin_wide';

/** Rules of every kind, before and after the operation: early answers, counts, chances and changed generations. */
const BOTH: Rules = [
  { id: 'busy', match: { operation: 'create' }, when: { every: 7 }, effect: { kind: 'answer', status: 503 } },
  { id: 'flaky', when: { probability: 0.15 }, effect: { kind: 'answer', status: 500 } },
  { id: 'torn', match: { operation: 'create', nth: [3, 11] }, effect: { kind: 'reset' } },
  {
    id: 'some',
    match: { operation: 'get' },
    when: { after: 2, every: 3 },
    limit: { hits: 5 },
    effect: { kind: 'cut' },
  },
  {
    id: 'cats',
    match: { prompt: 'cat' },
    when: { first: 4 },
    effect: { kind: 'outcome', fail: { from: 'running', code: 'no_output' } },
  },
  {
    id: 'dear',
    match: { phase: 'before-reservation', operation: 'create' },
    when: { every: 4 },
    effect: { kind: 'price', factor: 2 },
  },
  {
    id: 'lost',
    match: { phase: 'after-reservation' },
    when: { probability: 0.2 },
    effect: { kind: 'answer', status: 502 },
  },
  { id: 'odd', match: { status: 'running' }, when: { probability: 0.3 }, effect: { kind: 'record', status: 'paused' } },
];

/** Requests wait before the operation, so other requests overtake them. */
const DELAYED: Rules = [
  { id: 'slow', when: { probability: 0.4 }, effect: { kind: 'delay', ms: { uniform: [1, 25] } } },
  { id: 'slower', match: { operation: 'create' }, when: { every: 5 }, effect: { kind: 'delay', ms: 30 } },
  ...BOTH,
];

/** Polls wait before the operation, and answers wait after it. Other rules count results, and count by generation. */
const COUNTED: Rules = [
  ...BOTH,
  {
    id: 'late',
    match: { phase: 'after-reservation' },
    when: { every: 3 },
    effect: { kind: 'delay', ms: { uniform: [1, 25] } },
  },
  {
    id: 'third',
    match: { phase: 'after-reservation' },
    when: { every: 3 },
    effect: { kind: 'record', set: { third: true } },
  },
  { id: 'poll', match: { operation: 'get' }, when: { probability: 0.3 }, effect: { kind: 'delay', ms: 20 } },
  {
    id: 'each',
    match: { operation: 'get' },
    when: { probability: 0.4, per: 'generation' },
    effect: { kind: 'answer', status: 429 },
  },
];

interface Wanted {
  readonly path: string;
  readonly prompt?: string;
}

/** Returns a function that sends requests in order, with so many in flight, and reads the responses that end. */
function createClient(emulator: Emulator, width: number): (wanted: readonly Wanted[]) => Promise<void> {
  let number = 0;
  const send = async ({ path, prompt }: Wanted): Promise<void> => {
    number += 1;
    const headers = {
      authorization: `Bearer ${KEY}`,
      'content-type': 'application/json',
      'user-agent': `request-${number}`,
      ...(prompt !== undefined && { 'idempotency-key': prompt }),
    };
    const body = JSON.stringify({ model: 'videomodel-2.5', prompt, duration_seconds: 4, resolution: '480p' });
    const init = { headers, ...(prompt !== undefined && { method: 'POST', body }) };
    // A fault may end the request. The journal shows how it ended.
    await emulator.fetch(new Request(`http://standin.test/v1/videos${path}`, init)).then(
      (response) => response.arrayBuffer().catch(() => undefined),
      () => undefined,
    );
  };
  return async (wanted) => {
    const queue = wanted.values();
    const worker = async (): Promise<void> => {
      for (const next of queue) await send(next);
    };
    await Promise.all(Array.from({ length: width }, worker));
  };
}

/** Creates generations, then polls and downloads all of them in two rounds, while the clock is frozen. */
async function run(faults: Rules, { width, seed = 7 }: { width: number; seed?: number }): Promise<Entry[]> {
  const emulator = createEmulator({ faults, seed, latency: 'fast', clock: 'frozen@2026-01-01T00:00:00Z' });
  onTestFinished(() => emulator.close());
  const send = createClient(emulator, width);
  const account = emulator.account('wide');
  await send(
    Array.from({ length: CREATES }, (_, at) => ({ path: '', prompt: `a ${at % 3 === 0 ? 'cat' : 'dog'} ${at}` })),
  );
  const ids = bySending(account.journal.entries()).flatMap(({ generation }) => generation ?? []);
  for (const milliseconds of [1500, 60_000]) {
    await account.advance(milliseconds);
    await send(ids.map((id) => ({ path: `/${id}` })));
    if (milliseconds === 1500) await send(ids.map((id) => ({ path: `/${id}/content` })));
  }
  return bySending(account.journal.entries());
}

function bySending(entries: readonly Entry[]): Entry[] {
  const numberOf = ({ request }: Entry): number => Number(request.user_agent?.replace('request-', ''));
  return entries.toSorted((a, b) => numberOf(a) - numberOf(b));
}

/** Returns the parts of an entry that are the same in each run. */
function comparable({ request_id, real_at, real_gap_ms, real_pause_ms, timing, seq, key, ...entry }: Entry): string {
  expect([request_id, real_at, real_gap_ms, real_pause_ms, timing, seq, key]).not.toContain(undefined);
  const changes = entry.changes.map(({ generation, ledger }) => {
    const moved = (name: 'balance_usd' | 'reserved_usd' | 'captured_usd'): number =>
      ledger === null ? 0 : Math.round(1e6 * (ledger.after[name] - ledger.before[name]));
    return {
      generation,
      balance: moved('balance_usd'),
      reserved: moved('reserved_usd'),
      captured: moved('captured_usd'),
    };
  });
  return JSON.stringify({ ...entry, changes }).replaceAll(request_id, '<request id>');
}

function withPrompts(entries: readonly Entry[]): string[] {
  const prompts = new Map(
    entries.map(({ generation, request }) => [request.prompt === null ? '' : generation, request.prompt]),
  );
  const nameOf = (id: string): string => prompts.get(id) ?? id;
  return entries.map((entry) => comparable(entry).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, nameOf));
}

function firedIn(entries: readonly Entry[]): string[] {
  return [...new Set(entries.flatMap(({ faults }) => faults))].toSorted();
}

function namesOf(rules: Rules): string[] {
  return rules.map(({ id = '' }) => id).toSorted();
}

describe('the journal of the same requests', () => {
  test('is the same at every parallelism where rules hold requests up before their work', async () => {
    const alone = await run(DELAYED, { width: 1 });
    expect(firedIn(alone)).toEqual(namesOf(DELAYED));
    expect(alone.length).toBeGreaterThan(2.5 * CREATES);
    for (const width of WIDTHS) expect(withPrompts(await run(DELAYED, { width }))).toEqual(withPrompts(alone));
  });

  test('is the same to the last id where answers wait and rules count what the work has found', async () => {
    const alone = await run(COUNTED, { width: 1 });
    expect(firedIn(alone)).toEqual(namesOf(COUNTED));
    for (const width of WIDTHS) {
      expect((await run(COUNTED, { width })).map(comparable)).toEqual(alone.map(comparable));
    }
  });

  test('is another with another seed', async () => {
    const [one, other] = [await run(COUNTED, { width: 16 }), await run(COUNTED, { width: 16, seed: 8 })];
    expect(other.map(({ faults }) => faults.join(' '))).not.toEqual(one.map(({ faults }) => faults.join(' ')));
  });

  test('like requests over many connections meet like faults, whichever of them comes first', async () => {
    const outcomes = async (width: number): Promise<string[]> => {
      const emulator = createEmulator({
        faults: DELAYED.filter(({ id }) => id !== 'dear'),
        seed: 7,
        latency: 'manual',
      });
      onTestFinished(() => emulator.close());
      const { url } = await emulator.listen({ port: 0 });
      const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ model: 'videomodel-2.5', prompt: 'a dog', duration_seconds: 4 });
      const queue = Array.from({ length: 60 }).values();
      const worker = async (): Promise<void> => {
        for (const _ of queue) {
          const response = await fetch(`${url}/v1/videos`, { method: 'POST', headers, body }).catch(() => undefined);
          await response?.arrayBuffer();
        }
      };
      await Promise.all(Array.from({ length: width }, worker));
      const told = emulator.account('wide').journal.entries();
      return told.map(({ status, faults }) => `${status} ${faults.join(' ')}`).toSorted();
    };
    const alone = await outcomes(1);
    expect(new Set(alone).size).toBeGreaterThan(5);
    expect(await outcomes(4)).toEqual(alone);
    expect(await outcomes(16)).toEqual(alone);
  });
});
