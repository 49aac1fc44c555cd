import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../client/exchange.ts';
import { createCharges, type Charges } from './charges.ts';
import { createMistakes } from './mistakes.ts';

const TIERS = { '480p': 0.1, '720p': 0.1, '1080p': 1 };
/** The dearest create costs $60: 30 s, and source videos of 30 s, at 1080p. */
const PRICES = { withoutSources: TIERS, withSources: TIERS };
const DEAR = JSON.stringify({ resolution: '1080p', duration_seconds: 30 });
const CHEAP = JSON.stringify({ resolution: '480p', duration_seconds: 4 });

function accept(charges: Charges, body: string, key: 'primary' | 'poor' = 'primary'): void {
  const cost = charges.estimate(charges.costOf(body));
  const text = JSON.stringify({ id: crypto.randomUUID(), cost_usd: cost });
  const request: Exchange['request'] = { method: 'POST', url: 'http://a.test/v1/videos', headers: [], body };
  const response = { status: 202, headers: [], body: { size: 0, sha256: '', text }, complete: true };
  charges.note({ n: 1, probe: 'p', label: 'create', key, at: 0, ms: 0, request, response }, undefined);
}

describe('creates that must be rejected', () => {
  test('leave together if the price of the most expensive create covers all of them', async () => {
    const mistakes = createMistakes(createCharges(PRICES));
    const sent: string[] = [];
    const answer: (() => void)[] = [];
    const send = (name: string, body: string): Promise<void> =>
      mistakes.risk({ body }, () => {
        sent.push(name);
        return new Promise((resolve) => answer.push(resolve));
      });
    void send('first', DEAR);
    void send('second', DEAR);
    const third = send('third', DEAR);
    await new Promise(setImmediate);
    expect(sent).toEqual(['first', 'second']);
    answer[0]?.();
    await new Promise(setImmediate);
    expect(sent).toEqual(['first', 'second', 'third']);
    answer[2]?.();
    await third;
  });

  test('stop after the server accepted creates for the price of the most expensive create', async () => {
    const charges = createCharges(PRICES);
    const mistakes = createMistakes(charges);
    const send = (body: string): Promise<void> => mistakes.risk({ body }, async () => accept(charges, body));
    await send(DEAR);
    await send(DEAR);
    await expect(send(CHEAP)).rejects.toThrow(
      'The server accepted create requests that it must reject. Their cost is $60.00 in total. The run sends no more of them',
    );
  });

  test('are free with a key without credits, until the server accepts one', async () => {
    const charges = createCharges(PRICES);
    const mistakes = createMistakes(charges);
    const send = (isAccepted: boolean): Promise<void> =>
      mistakes.risk({ body: DEAR, isFree: true }, async () => {
        if (isAccepted) accept(charges, DEAR, 'poor');
      });
    for (let sent = 0; sent < 5; sent += 1) await send(false);
    await send(true);
    await send(true);
    await expect(send(true)).rejects.toThrow('Their cost is $60.00 in total');
  });
});

test('source videos of known length count with it', () => {
  const charges = createCharges(PRICES);
  const source = { id: 'a', cost_usd: 0.4 };
  const request: Exchange['request'] = { method: 'POST', url: 'http://a.test/v1/videos', headers: [], body: CHEAP };
  const response = {
    status: 202,
    headers: [],
    body: { size: 0, sha256: '', text: JSON.stringify(source) },
    complete: true,
  };
  const planned = { resolution: '480p', output: 4, source: 0 } as const;
  charges.note({ n: 1, probe: 'p', label: 'create', at: 0, ms: 0, request, response }, planned);
  const costOf = (ids: readonly string[]): number =>
    charges.costOf(JSON.stringify({ resolution: '480p', duration_seconds: 4, source_video_ids: ids })).source;
  expect([['a'], ['a', 'a'], ['a', 'unknown']].map(costOf)).toEqual([4, 8, 30]);
});
