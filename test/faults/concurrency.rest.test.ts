/** Parallel requests neither skip a step of a scenario nor repeat it. Random draws do not depend on their order. */

import { describe, expect, onTestFinished, test } from 'vitest';

import { createEmulator, type Emulator, type SettingsInput } from '../../emulator/index.ts';
import { sendRaw } from '../scenarios/send-raw.ts';
import type { Seen } from '../scenarios/seen.ts';

const BODY = JSON.stringify({ model: 'videomodel-2.5', prompt: 'A tide pool.', duration_seconds: 4 });

async function serve(settings: SettingsInput): Promise<{ emulator: Emulator; port: number }> {
  const emulator = createEmulator(settings);
  onTestFinished(() => emulator.close());
  return { emulator, port: (await emulator.listen({ port: 0 })).port };
}

function ask(port: number, path: string, body?: string): Promise<Seen> {
  const headers = { authorization: 'Bearer sk_standin_parallel', 'content-type': 'application/json' };
  const patience = { patienceMs: 30_000, idleMs: 30_000 };
  return sendRaw(port, {
    method: body === undefined ? 'GET' : 'POST',
    path: `/v1/videos${path}`,
    headers,
    body,
    ...patience,
  });
}

function tally(seen: readonly (string | number | undefined)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const each of seen) counts[String(each)] = (counts[String(each)] ?? 0) + 1;
  return counts;
}

function rulesOf({ headers }: Response): string[] {
  return headers.get('x-standin-fault')?.split(', ') ?? [];
}

/** Runs a function for all items, so many at a time. */
async function inTurns<Item, Result>(
  width: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = [];
  for (let at = 0; at < items.length; at += width) {
    results.push(...(await Promise.all(items.slice(at, at + width).map(work))));
  }
  return results;
}

describe('fifty requests at once', () => {
  test('take each step of a scenario exactly once', async () => {
    const { port } = await serve({ scenario: 'rate_limit_garbage' });
    const seen = await Promise.all(Array.from({ length: 50 }, () => ask(port, '', BODY)));
    expect(tally(seen.map(({ headers }) => headers['retry-after']))).toEqual({
      soon: 2,
      '-5': 2,
      'Fri, 31 Dec 1999 23:59:59 GMT': 2,
      undefined: 44,
    });
    expect(tally(seen.map(({ status }) => status))).toEqual({ 202: 44, 429: 6 });
  });

  test('of one generation take each of its steps exactly once', async () => {
    const { port } = await serve({ scenario: 'poll_rate_limited' });
    const { id } = JSON.parse((await ask(port, '', BODY)).body.toString()) as { id: string };
    const seen = await Promise.all(Array.from({ length: 50 }, () => ask(port, `/${id}`)));
    expect(tally(seen.map(({ status }) => status))).toEqual({ 200: 47, 429: 3 });
  });

  test('that race for a rule with a limit fire it as often as it allows', async () => {
    const { port } = await serve({ faults: [{ when: { every: 2 }, limit: { hits: 10 } }] });
    const seen = await Promise.all(Array.from({ length: 50 }, () => ask(port, '', BODY)));
    expect(tally(seen.map(({ status }) => status))).toEqual({ 202: 40, 503: 10 });
  });
});

describe('two runs with one seed', () => {
  const faults: SettingsInput['faults'] = [
    {
      id: 'create',
      match: { operation: 'create' },
      when: { probability: 0.2 },
      effect: { kind: 'answer', status: 500 },
    },
    { id: 'any', when: { probability: 0.3 }, effect: { kind: 'delay', ms: 0 } },
    {
      id: 'each',
      match: { operation: 'get' },
      when: { probability: 0.4, per: 'generation' },
      effect: { kind: 'answer', status: 404 },
    },
  ];

  /**
   * Returns how often each rule matched 40 creates and five polls of each accepted generation, with `width` in flight.
   */
  const run = async (seed: number, width: number): Promise<Record<string, Record<string, number>>> => {
    const emulator = createEmulator({ faults, seed, latency: 'manual' });
    const send = (path: string, init?: RequestInit): Promise<Response> => {
      const headers = { authorization: 'Bearer sk_standin_seeded', 'content-type': 'application/json' };
      return emulator.fetch(new Request(`http://localhost/v1/videos${path}`, { ...init, headers }));
    };
    const creates = await inTurns(width, Array.from({ length: 40 }), () => send('', { method: 'POST', body: BODY }));
    const accepted = creates.filter(({ status }) => status === 202);
    const ids = await Promise.all(accepted.map(async (response) => ((await response.json()) as { id: string }).id));
    const order = width % 2 === 0 ? ids.toReversed() : ids;
    const wanted = Array.from({ length: 5 }).flatMap(() => order);
    const polls = await inTurns(width, wanted, (id) => send(`/${id}`));
    return { creates: tally(creates.flatMap(rulesOf)), polls: tally(polls.flatMap(rulesOf)) };
  };

  test('meet the same faults one by one and many at a time', async () => {
    const alone = await run(7, 1);
    expect(await run(7, 16)).toEqual(alone);
    expect(await run(7, 200)).toEqual(alone);
    expect(Object.keys(alone['creates'] ?? {}).toSorted()).toEqual(['any', 'create']);
    expect(Object.keys(alone['polls'] ?? {}).toSorted()).toEqual(['any', 'each']);
  });

  test('with another seed meet others', async () => {
    expect(await run(8, 16)).not.toEqual(await run(7, 16));
  });
});
