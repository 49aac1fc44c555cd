import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { run } from '../../index.ts';
import type { Exchange } from '../../client/exchange.ts';
import { createSpend } from './spend.ts';

/** Starts a server that accepts every create and adds this cost to its response. */
async function charging(cost: object): Promise<{ url: string; creates: () => number }> {
  let creates = 0;
  const server = createServer((request, response) => {
    const isCreate = request.method === 'POST';
    if (isCreate) creates += 1;
    const body = { id: crypto.randomUUID(), status: isCreate ? 'pending' : 'completed', ...cost };
    response.writeHead(isCreate ? 202 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, creates: () => creates };
}

const OPTIONS = { keys: { primary: 'key' }, budget: 1, only: ['workflow.*.runs'], timing: { pollSeconds: 0.01 } };

describe('a budget holds against a server', () => {
  test('that writes the cost of a create as text', async () => {
    const { url, creates } = await charging({ cost_usd: '0.48' });
    const report = await run(url, OPTIONS);
    expect(creates()).toBe(1);
    expect(report.stopped?.reason).toMatch(
      /^0 of 3 checks tried. To try the other 3, raise the budget by \$[\d.]+ \(--budget [\d.]+\)\.$/,
    );
    expect(report.spend).toMatchObject({ creates: 1, spent: 0.48 });
  });

  test.each([[{}], [{ cost_usd: 'free?' }], [{ cost_usd: null }]])('that does not state a cost: %j', async (cost) => {
    const { url, creates } = await charging(cost);
    const report = await run(url, OPTIONS);
    expect(creates()).toBe(1);
    expect(report.stopped?.reason).toContain(
      'does not state the cost. So the run cannot stay within the budget of $1.00',
    );
    expect(report.spend).toMatchObject({ creates: 1, spent: 0 });
  });

  test('and with a budget of 0, the run sends no create, even if no price is known', async () => {
    const { url, creates } = await charging({ cost_usd: 0.48 });
    const report = await run(url, { ...OPTIONS, budget: 0 });
    expect(creates()).toBe(0);
    expect(report.exitCode).toBe(4);
    expect(report.stopped?.reason).toBe('The budget of $0.00 is too small for any create request (--budget).');
    expect(report.spend).toMatchObject({ creates: 0, spent: 0 });
    expect(report.missed.map(({ give }) => give)).toContain('--budget');
  });

  test.each([0, -0, 1e-9])('that states a cost of %d, if the profile has prices', async (told) => {
    const tier = { '480p': 0.06, '720p': 0.12, '1080p': 0.27 };
    const options = { ...OPTIONS, only: undefined, prices: { withoutSources: tier, withSources: tier } };
    const { url, creates } = await charging({ cost_usd: told });
    const report = await run(url, options);
    // The cheapest create costs 0.24.
    expect(creates()).toBeLessThanOrEqual(5);
    expect(report.stopped?.reason).toContain('budget');
    expect(report.spend.spent).toBeGreaterThan(0);
  });
});

test('under a budget, creates that must arrive together leave together', async () => {
  let [underWay, most] = [0, 0];
  const server = createServer((request, response) => {
    const isCreate = request.method === 'POST';
    const isOnce = isCreate && request.headers.authorization === 'Bearer key-once';
    if (isOnce) most = Math.max(most, (underWay += 1));
    const body = { id: crypto.randomUUID(), status: isCreate ? 'pending' : 'completed', cost_usd: 0.48 };
    const answer = (): void => {
      if (isOnce) underWay -= 1;
      response.writeHead(isCreate ? 202 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    setTimeout(answer, isOnce ? 20 : 0);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = { primary: 'key', once: 'key-once' };
  const report = await run(url, { ...OPTIONS, keys, budget: 100, only: ['credits.reserve.parallel'] });
  expect(most).toBeGreaterThan(1);
  expect(report.results.map(({ verdict }) => verdict)).toEqual(['fail']);
});

const TIERS = { '480p': 0.12, '720p': 0.28, '1080p': 0.68 };
const PRICES = { withoutSources: TIERS, withSources: TIERS };
const body = JSON.stringify({ duration_seconds: 4, resolution: '480p' });
const accepted = (probe: string, cost: number | undefined): Exchange => ({
  n: 1,
  probe,
  label: 'create',
  at: 0,
  ms: 1,
  request: { method: 'POST', url: 'http://localhost/v1/videos', headers: [], body },
  response: {
    status: 202,
    headers: [],
    body: { size: 0, sha256: '', text: JSON.stringify({ id: probe, cost_usd: cost }) },
    complete: true,
  },
});

const FOUR_SECONDS = { resolution: '480p', output: 4, source: 0 } as const;

test('a planned create leaves only if its price fits the remaining budget', async () => {
  const spend = createSpend({ prices: PRICES, budget: 1 });
  const pay = (probe: string): Promise<void> =>
    spend.pay({ probe, planned: FOUR_SECONDS, body }, async () => spend.note(accepted(probe, 0.48)));
  await pay('first');
  await pay('second');
  await expect(pay('third')).rejects.toThrow('The run reached the budget of $1.00: it has spent 0.96');
});

test('after a create without a cost, no create leaves if no price is known', async () => {
  const spend = createSpend({ prices: undefined, budget: 5 });
  const pay = (probe: string): Promise<void> =>
    spend.pay({ probe, planned: undefined, body }, async () => spend.note(accepted(probe, undefined)));
  await pay('first');
  await expect(pay('second')).rejects.toThrow('because the response to a create request does not state the cost');
});

/** Returns how many of three unanswered creates leave after a create of 4 s at 480p was charged with this cost. */
async function leaving([budget, cost, resolution = '480p']: readonly [number, number, string?]): Promise<number> {
  const spend = createSpend({ prices: PRICES, budget });
  await spend.pay({ probe: 'first', planned: FOUR_SECONDS, body }, async () => spend.note(accepted('first', cost)));
  let left = 0;
  for (const probe of ['a', 'b', 'c'])
    void spend.pay({ probe, planned: undefined, body: body.replace('480p', resolution) }, async () => {
      left += 1;
      await new Promise(() => undefined);
    });
  await new Promise((resolve) => setImmediate(resolve));
  return left;
}

test('creates leave together if the budget covers all of them and the server charges the known prices', async () => {
  expect(await leaving([100, 0.48])).toBe(3);
  expect(await leaving([1.5, 0.48])).toBe(2);
});

test.each([
  ['the budget covers only one', [0.96, 0.48]],
  ['the server has charged more than the profile says', [100, 0.6]],
  ['the price that the server charges for the tier is not known yet', [100, 0.48, '1080p']],
] satisfies [string, Parameters<typeof leaving>[0]][])('but one after another if %s', async (_, given) => {
  expect(await leaving(given)).toBe(1);
});
