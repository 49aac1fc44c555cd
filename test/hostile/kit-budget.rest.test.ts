/**
 * The budget of a run against random servers: the limit on their charges. A run that fits its budget is never stopped.
 */

import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { BASE } from '../../conformance/checks/lib/clips.ts';
import { planRun } from '../../conformance/engine/plan.ts';
import { CHECKS, readProfile, run, selectChecks, type Report, type RunOptions } from '../../conformance/index.ts';
import { createEmulator } from '../../emulator/index.ts';

const PRICES = {
  withoutSources: { '480p': 0.12, '720p': 0.28, '1080p': 0.68 },
  withSources: { '480p': 0.08, '720p': 0.17, '1080p': 0.41 },
};
const KEYS = { primary: 'key-primary', other: 'key-other', poor: 'key-poor' };
const TIMING = { pollSeconds: 0.001, requestSeconds: 5, patienceSeconds: 0.1, generationSeconds: 5 };
const SERVERS = Number(process.env['HOSTILE_SERVERS'] ?? 4);

/** The defects of a server, drawn at random. */
interface Habits {
  /** The fraction of invalid creates that it accepts. */
  readonly lenient: number;
  /** The largest surcharge on the price of the table, as a factor. */
  readonly dearer: number;
  /** The fraction of creates without a cost in the response. */
  readonly secretive: number;
  /** The fraction of accepted creates whose answer never arrives. */
  readonly dropping: number;
  readonly failing: number;
  readonly replays: boolean;
}

interface Till {
  /** Returns the charges minus the refunds. */
  readonly charged: () => number;
  /** Returns the charges at the arrival of the last create that the server accepted. */
  readonly before: () => number;
  readonly fetch: (request: Request) => Promise<Response>;
}

function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function json(status: number, body: object): Response {
  return Response.json(body, { status });
}

const refusal = (status: number): Response => json(status, { error: { code: 'refused', message: 'No.' } });

/** Opens a server without clips that charges for creates. */
function openTill(habits: Habits, random: () => number): Till {
  const costs = new Map<string, number>();
  const replays = new Map<string, string>();
  const failed = new Set<string>();
  let before = 0;
  const charged = (): number => [...costs].reduce((sum, [id, cost]) => sum + (failed.has(id) ? 0 : cost), 0);
  const price = (body: Record<string, unknown>): number => {
    const tier = (body['resolution'] ?? '720p') as keyof typeof PRICES.withSources;
    const sources = Array.isArray(body['source_video_ids']) ? body['source_video_ids'].length : 0;
    const table = sources > 0 ? PRICES.withSources : PRICES.withoutSources;
    const output = body['reference_video_operation'] === 'edit' ? 4 : Number(body['duration_seconds']);
    const seconds = (Number.isFinite(output) ? Math.min(30, Math.max(4, output)) : 4) + Math.min(30, sources * 4);
    return (table[tier] ?? 0.68) * seconds * (1 + random() * habits.dearer);
  };
  const record = (id: string, status: string): object => ({
    id,
    status,
    model: 'videomodel-2.5',
    ...(random() < habits.secretive ? {} : { cost_usd: costs.get(id) }),
  });
  const create = (request: Request, text: string): Response => {
    const key = `${request.headers.get('authorization')} ${request.headers.get('idempotency-key')}`;
    const earlier = replays.get(key);
    if (habits.replays && earlier !== undefined) return json(202, record(earlier, 'pending'));
    const body = fieldsOf(text);
    if (!isValid(body) && random() >= habits.lenient) return refusal(400);
    if (key.includes('poor') && random() >= habits.lenient) return refusal(402);
    before = charged();
    const id = randomUUID();
    costs.set(id, price(body));
    if (request.headers.has('idempotency-key')) replays.set(key, id);
    if (random() < habits.dropping) throw new TypeError('The connection was closed.');
    return json(202, record(id, 'pending'));
  };
  return {
    charged,
    before: () => before,
    fetch: async (request) => {
      const [, id] = /\/v1\/videos\/([^/]+)$/.exec(new URL(request.url).pathname) ?? [];
      if (request.method === 'POST') return create(request, await request.text());
      if (id === undefined || !costs.has(id)) return refusal(404);
      if (random() < habits.failing) failed.add(id);
      return json(200, record(id, failed.has(id) ? 'failed' : 'completed'));
    },
  };
}

function fieldsOf(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Checks the fields that differ in the creates of a run. */
function isValid({ prompt, duration_seconds: seconds, model }: Record<string, unknown>): boolean {
  return (
    typeof prompt === 'string' && prompt !== '' && typeof seconds === 'number' && seconds >= 4 && model !== undefined
  );
}

function judged(till: Till, options: RunOptions): Promise<Report> {
  return run({ baseUrl: 'http://till.test', fetch: till.fetch }, { keys: KEYS, timing: TIMING, ...options });
}

test(`of ${SERVERS} random servers none takes more than the budget and the one create under way`, async () => {
  for (let seed = 1; seed <= SERVERS; seed += 1) {
    const random = randomFrom(seed * 7919);
    const isHonest = random() < 0.5;
    const habits: Habits = {
      lenient: [0, 0.1, 1][seed % 3] ?? 1,
      // If a cost is missing or does not arrive, the kit can only count it with the known prices.
      dearer: isHonest ? 0 : 30,
      secretive: isHonest ? random() : 0,
      dropping: isHonest ? random() * 0.2 : 0,
      failing: random() * 0.3,
      replays: random() < 0.5,
    };
    const budget = [0, 0.5, 2, 6, 12][Math.floor(random() * 5)] ?? 1;
    const prices = isHonest || random() < 0.5 ? { prices: PRICES } : {};
    const till = openTill(habits, random);
    const report = await judged(till, { budget, ...prices, reuse: budget < 6 ? [randomUUID()] : [] });
    const facts = { seed, habits, budget, charged: till.charged(), stopped: report.stopped?.reason };
    expect(till.before() <= budget + 1e-6, JSON.stringify(facts)).toBe(true);
  }
});

test('a server that accepts every create, valid or not, takes the budget and one create more', async () => {
  const habits = { lenient: 1, dearer: 0, secretive: 0, dropping: 0, failing: 0, replays: true };
  const till = openTill(habits, randomFrom(1));
  const report = await judged(till, { budget: 0.5, only: ['create.*', 'get.*'], prices: PRICES });
  expect(till.before()).toBeLessThanOrEqual(0.5);
  expect(report.spend.spent).toBeCloseTo(till.charged(), 5);
  // The run found a broken promise before it stopped. That is worse than an incomplete run.
  expect(report).toMatchObject({ exitCode: 1, stopped: { by: 'budget' } });
});

test('a server that accepts every create and tells no cost takes one create', async () => {
  const habits = { lenient: 1, dearer: 0, secretive: 1, dropping: 0, failing: 0, replays: true };
  const till = openTill(habits, randomFrom(1));
  const report = await judged(till, { budget: 5, only: ['create.prompt.*', 'get.*'] });
  expect(report.spend).toMatchObject({ creates: 1, unpriced: 1 });
  expect(till.before()).toBe(0);
});

const emulator = createEmulator({ latency: 'instant', clock: 'frozen@2026-01-01T00:00:00Z' });

afterAll(() => emulator.close());

test.each<[string, RunOptions, number]>([
  ['with prices', { prices: PRICES }, 0],
  ['with prices, in part', { prices: PRICES, only: ['workflow*', 'billing*', 'state*'] }, 0],
  ['with prices, thoroughly', { prices: PRICES, thorough: true, only: ['create*', 'workflow*'] }, 0],
  ['without prices, with some room for a first guess', {}, 0.1],
])('a run whose plan fits the budget is never stopped: %s', async (_, options, more) => {
  const keys = { primary: `sk_standin_budget-${randomUUID().slice(0, 8)}` };
  const profile = readProfile({ keys, ...options, prices: PRICES });
  const { price = 0 } = planRun(selectChecks(CHECKS, profile), profile, { anyClip: BASE, raw: false });
  expect(price).toBeGreaterThan(0);
  const server = { baseUrl: 'http://till.test', fetch: (request: Request) => emulator.fetch(request) };
  // The kit counts a create as paid if it gives up the answer. This server answers each create, so a slow machine gets
  // time.
  const timing = { ...TIMING, requestSeconds: 300, generationSeconds: 300 };
  const report = await run(server, { keys, timing, ...options, budget: price + more });
  const reasons = Object.values(report.probes).flatMap(({ reason = '' }) => (/budget/i.test(reason) ? [reason] : []));
  expect({ stopped: report.stopped, reasons }).toEqual({ stopped: undefined, reasons: [] });
  expect(report.spend.spent).toBeLessThanOrEqual(price + 1e-6);
});
