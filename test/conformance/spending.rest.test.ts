/** The costs of a run of the kit: budgets, prices and existing clips. The kit never pays twice. */

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHECKS, listCosts, readProfile, run, type Report } from '../../conformance/index.ts';
import { tamperWith } from '../../conformance/prove/server.ts';
import { accepting } from '../../conformance/prove/tamper/create.ts';
import { createEmulator } from '../../emulator/index.ts';
import { bad, standin } from './standin-profile.ts';

const folder = mkdtempSync(join(tmpdir(), 'standin-kit-'));
const emulator = createEmulator({ latency: 'instant' });
let url = '';

beforeAll(async () => {
  url = (await emulator.listen({ port: 0 })).url;
});

afterAll(async () => {
  await emulator.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

test('a stopped run continues from its journal and pays nothing twice', async () => {
  const journal = join(folder, 'spend.jsonl');
  const profile = await standin({ only: ['record.id', 'content.duration.requested.longer'] });
  const stopping = new AbortController();
  const first = await run(url, {
    ...profile,
    journal,
    signal: stopping.signal,
    onEvent: (event) => {
      if (event.type === 'exchange' && event.exchange.label === 'create' && event.exchange.probe === 'clip.base')
        stopping.abort();
    },
  });
  expect(first.exitCode).toBe(4);
  expect(existsSync(journal)).toBe(true);
  const second = await run(url, { ...profile, journal });
  expect(second.exitCode).toBe(0);
  const paid = second.exchanges
    .filter(({ label, request }) => label === 'create' && request.method === 'POST')
    .map(({ probe }) => probe);
  expect(paid).not.toContain('clip.base');
  expect(existsSync(journal)).toBe(false);
});

test('a given clip stands in for a paid one', async () => {
  const profile = await standin({ only: ['content.range.*', 'get.foreign'] });
  const key = profile.keys?.primary ?? '';
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({
    model: 'videomodel-2.5',
    prompt: 'A kite.',
    duration_seconds: 4,
    resolution: '480p',
  });
  const { id } = (await (await fetch(`${url}/v1/videos`, { method: 'POST', headers, body })).json()) as {
    id: string;
  };
  const found = await run(url, { ...profile, reuse: [id] });
  expect(found.spend.creates).toBe(0);
  expect(bad(found)).toEqual([]);
  expect(found.summary.pass).toBeGreaterThan(20);
});

test('the worst case is known before anything is sent', async () => {
  const profile = readProfile(await standin());
  const planned = listCosts(
    CHECKS.filter(({ id }) => id === 'workflow.image.accepted.runs'),
    profile,
  );
  expect(planned).toMatchObject({ creates: 1, worst: 1.2 });
});

/** The sentence about checks that a budget left out. */
const UNTRIED =
  /^(\d+) of (\d+) checks tried. To try the other (\d+), raise the budget by \$([\d.]+) \(--budget ([\d.]+)\)\.$/;

test('a budget below the price buys what tries the most checks for each dollar, and is kept', async () => {
  const found = await run(url, await standin({ budget: 1.4, only: ['workflow.*.runs', 'create.answer.status'] }));
  expect(found.spend.spent).toBe(1.2);
  const left = found.results.filter(({ verdict }) => verdict === 'untestable');
  expect(left.map(({ id }) => id)).toContain('workflow.text.accepted.runs');
  expect([...new Set(left.map(({ reason }) => reason))]).toEqual([
    expect.stringMatching(
      /^Skipped to stay within the budget of \$1\.40\. To run all selected checks, pass --budget [\d.]+\.$/,
    ),
  ]);
  expect(found.missed.map(({ give }) => give)).toContain('--budget');
  expect(found.exitCode).toBe(4);
  expect(found.stopped).toEqual({ by: 'budget', reason: expect.stringMatching(UNTRIED) });
});

test('a budget that pays for every workflow once ends with 0, and says what it left out', async () => {
  const only = ['workflow.text.accepted.runs', 'content.aspect-ratio.9-16'];
  const found = await run(url, await standin({ budget: 1.2, only }));
  expect(found.exitCode).toBe(0);
  expect(found.stopped).toBeUndefined();
  expect(found.problems.map(({ text }) => text)).toEqual([
    '1 of 2 checks tried. To try the other 1, raise the budget by $2.64 (--budget 3.84).',
  ]);
});

test('a budget that pays for none of the checks: nothing is sent, exit 4', async () => {
  const found = await run(url, await standin({ budget: 0.1, only: ['workflow.image.accepted.runs'] }));
  expect(found.exitCode).toBe(4);
  expect(found.exchanges).toEqual([]);
  expect(found.stopped?.reason).toContain(
    'The run did not send a request, because the budget does not cover any check.',
  );
});

describe('files that break a rule', () => {
  const only = ['files.*.unfit', 'files.*.unfit.*'];
  const skip = ['files.image.pixels.unfit.beside'];
  const isUnfit = ({ id }: { readonly id: string }): boolean => id.startsWith('files.');

  /** A server without rules for files. It replaces the files that it cannot use. */
  async function careless(request: Request): Promise<Response> {
    const text = await request.clone().text();
    if (request.method !== 'POST' || !text.includes('_urls')) return handle.fetch(request);
    const body = JSON.parse(text) as Record<string, unknown>;
    const fit = { image_urls: ['https://a.test/a.png'], audio_urls: ['https://a.test/2s.mp3'] };
    const own = Object.fromEntries(Object.entries(fit).filter(([field]) => field in body));
    return handle.fetch(new Request(request, { method: 'POST', body: JSON.stringify({ ...body, ...own }) }));
  }
  const handle = createEmulator({ latency: 'instant' });
  afterAll(() => handle.close());

  test('cost nothing where a server turns them down', async () => {
    const found = await run(url, await standin({ only, skip }));
    expect(bad(found)).toEqual([]);
    expect(found.results.filter(isUnfit).map(({ verdict }) => verdict)).not.toContain('untestable');
    expect(found.spend.spent).toBe(0.48);
    expect((found.spend.refunded ?? 0) + 1).toBe(found.spend.creates);
  });

  test('stop once a server accepts one; with those in flight, the run pays at most the announced amount', async () => {
    const found = await run({ baseUrl: 'http://server.test', fetch: careless }, await standin({ only, skip }));
    const verdicts = found.results.filter(isUnfit).map(({ verdict }) => verdict);
    expect(verdicts.filter((verdict) => verdict === 'fail')).toHaveLength(3);
    expect(new Set(verdicts)).toEqual(new Set(['fail', 'untestable']));
    expect(found.results.map(({ reason }) => reason).join()).toContain(
      'but must reject it. So the run sends no more invalid create requests',
    );
    expect(found.spend.spent).toBeLessThanOrEqual(found.spend.worst ?? 0);
  });

  test('leave a budget to what is paid on purpose', async () => {
    const found = await run(url, await standin({ only, skip, budget: 0.5 }));
    expect(found.exitCode).toBe(0);
    expect(found.spend.spent).toBe(0.48);
    expect(found.missed.map(({ give }) => give)).toContain('--budget');
  });
});

describe('without prices', () => {
  test('the first create tells the price, and a budget is spent where it tries the most checks', async () => {
    const { prices: _, ...profile } = await standin({ budget: 5 });
    const found = await run(url, profile);
    const [, tried, all, more] = UNTRIED.exec(found.stopped?.reason ?? '') ?? [];
    expect(found.exitCode).toBe(4);
    expect(found.spend.spent).toBeGreaterThan(4);
    expect(found.spend.spent).toBeLessThanOrEqual(5);
    expect(Number(tried)).toBeGreaterThan(900);
    expect(Number(tried) + Number(more)).toBe(Number(all));
    expect(bad(found)).toEqual([]);
  });

  test('a search learns them from the cheapest create, and its budget is kept', async () => {
    const { prices: _, ...profile } = await standin({ budget: 1, only: ['get.unknown'], explore: { rounds: 40 } });
    const { exitCode, spend, explored } = await run(url, profile);
    expect({ exitCode, played: explored?.played }).toEqual({ exitCode: 0, played: 40 });
    expect(spend.spent).toBeGreaterThan(0);
    expect(spend.spent).toBeLessThanOrEqual(1);
  });

  test('a next run with the budget that is named for the rest says no such thing', async () => {
    const { prices: _, ...profile } = await standin({ budget: 3, only: ['workflow.*.runs', 'create.*.default'] });
    const first = await run(url, profile);
    const [, , , , , enough] = UNTRIED.exec(first.stopped?.reason ?? '') ?? [];
    const next = await run(url, { ...profile, budget: Number(enough) });
    expect(next.exitCode).toBe(0);
    expect(next.problems).toEqual([]);
    expect(next.spend.spent).toBeLessThanOrEqual(Number(enough));
  });
});

test.each([
  ['a hundred times as much', (cost: number) => cost * 100],
  ['nothing', () => 0],
])('a server that charges %s, against the prices of the profile, fails the run', async (_, price) => {
  const handle = createEmulator({ latency: 'instant' });
  const fetch = async (request: Request): Promise<Response> => {
    const answer = await handle.fetch(request);
    const text = await answer.text();
    const bent = text.replace(/"cost_usd":([\d.]+)/, (_all, cost: string) => `"cost_usd":${price(Number(cost))}`);
    return new Response(bent, { status: answer.status, headers: { 'content-type': 'application/json' } });
  };
  const found = await run({ baseUrl: 'http://server.test', fetch }, await standin({ only: ['record.cost-usd'] }));
  await handle.close();
  expect(found.results.map(({ verdict }) => verdict)).not.toContain('fail');
  expect(found.problems.map(({ text }) => text)).toEqual([
    expect.stringMatching(
      /^Create request #\d+ \(4 s at 480p\) costs .*\. According to the prices in the profile, the cost should be 0\.48\.$/,
    ),
  ]);
  expect(found.exitCode).toBe(1);
});

describe('a server that accepts every create', () => {
  /** Returns the report of a run of all checks against this server. */
  async function lenientRun(budget: number | undefined): Promise<Report> {
    const engine = createEmulator({ latency: 'instant' });
    const { handle } = tamperWith(engine, accepting({})());
    const profile = await standin(budget === undefined ? {} : { budget });
    const report = await run({ baseUrl: 'http://127.0.0.1', fetch: handle }, profile);
    await engine.close();
    return report;
  }

  test('costs no more than the run announced, and is sent no more such creates after that', async () => {
    const { results, spend } = await lenientRun(undefined);
    expect(spend.spent).toBeGreaterThan(20);
    expect(spend.spent).toBeLessThanOrEqual(spend.worst ?? 0);
    expect(results.filter(({ verdict }) => verdict === 'fail').length).toBeGreaterThan(40);
    expect(results.map(({ reason }) => reason).join()).toContain(
      'The server accepted create requests that it must reject. Their cost is $',
    );
  });

  test.each([0, 1, 5])('exceeds a budget of %d by one create at most', async (budget) => {
    const { spend } = await lenientRun(budget);
    expect(spend.worst).toBeCloseTo(budget + 24.6);
    expect(spend.spent).toBeGreaterThan(budget);
    // The mistakes of this server cost 0.48 each.
    expect(spend.spent).toBeLessThanOrEqual(budget + 0.48);
  });

  test('is named a budget that suffices for the rest', async () => {
    const enough = async (budget: number): Promise<number | undefined> => {
      const { problems, stopped } = await lenientRun(budget);
      const text = [stopped?.reason, ...problems.map((one) => one.text)].find((one) => UNTRIED.test(one ?? ''));
      const named = UNTRIED.exec(text ?? '')?.[5];
      return named === undefined ? undefined : Number(named);
    };
    expect(await enough((await enough(1)) ?? 0)).toBeUndefined();
  });
});

test('each create that no probe pays for is announced as a possible mistake', async () => {
  const probes = new Map(CHECKS.flatMap(({ from }) => from).map((probe) => [probe.id, probe]));
  const handle = createEmulator({ latency: 'instant' });
  const found = await run(
    { baseUrl: 'http://127.0.0.1', fetch: (request) => handle.fetch(request) },
    await standin({}),
  );
  await handle.close();
  const unplanned = found.exchanges.filter(({ label, probe, request }) => {
    const { paidCreates, riskedCreates } = probes.get(probe) ?? { paidCreates: () => [] };
    const isPlanned = paidCreates !== undefined && label === 'create';
    return request.method === 'POST' && request.url.endsWith('/videos') && !isPlanned && riskedCreates === undefined;
  });
  expect(unplanned.length).toBeGreaterThan(500);
  expect(unplanned.filter(({ probe }) => probes.get(probe)?.mayBeCharged !== true).map(({ probe }) => probe)).toEqual(
    [],
  );
});

test('a server that accepts every create is charged once for each table of creates that it must reject', async () => {
  const engine = createEmulator({ latency: 'instant' });
  const { handle } = tamperWith(engine, accepting({})());
  const profile = await standin({ only: ['create.unknown-fields.near', 'create.answer.status'] });
  const report = await run({ baseUrl: 'http://127.0.0.1', fetch: handle }, profile);
  await engine.close();
  const sent = report.exchanges.filter(({ probe }) => probe === 'create.unknown-fields.near');
  expect(sent.map(({ response }) => response?.status)).toEqual([202]);
  const result = report.results.find(({ id }) => id === 'create.unknown-fields.near');
  expect(result).toMatchObject({
    verdict: 'fail',
    got: expect.stringMatching(/^202 .*; the kit did not send \d+ more create requests of this check$/),
  });
});
