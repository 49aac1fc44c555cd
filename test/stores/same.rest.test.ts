/** Random sequences of requests get the same answers over every store, and leave the same accounts. */

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildEmulator } from '../../emulator/emulator.ts';
import type { Emulator } from '../../emulator/index.ts';
import { STORES, CONFLICTING, MEMORY, type TestedStore } from './stores.ts';

const RUNS = Number(process.env['STORE_RUNS'] ?? 15);
const SETTINGS = {
  clock: 'frozen@2026-01-01T00:00:00Z',
  balance: 12,
  // No limit for all accounts together, because the clock of the machine decides which account makes room.
  maxGenerationsPerAccount: 4,
  seed: 7,
} as const;
const ACCOUNTS = ['a', 'b', 'c', 'd'];
const LATENCIES: Readonly<Record<string, string>> = { a: 'fast', b: 'polls-1-1', c: 'manual', d: 'instant' };

/** One request; numbers pick from what was created so far. */
interface Step {
  readonly account: string;
  readonly kind: string;
  readonly number: number;
}

const KINDS = [
  'create',
  'create',
  'create with a key',
  'create from a source',
  'create under a scenario',
  'poll',
  'poll',
  'head',
  'move',
  'advance',
  'until idle',
  'rules',
  'no rules',
  'grant',
  'snapshot',
  'restore',
  'fork',
  'reset',
];

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    account: fc.constantFrom(...ACCOUNTS),
    kind: fc.constantFrom(...KINDS),
    number: fc.nat({ max: 9 }),
  }),
  { minLength: 5, maxLength: 60, size: 'max' },
);

const REQUEST = { model: 'videomodel-2.5', prompt: 'a fox', duration_seconds: 4, resolution: '480p' };
const DERIVED = { mode: 'reference-to-video', reference_video_operation: 'reference' };
const RULES = [
  { id: 'some', when: { probability: 0.4 }, effect: { kind: 'answer', status: 503 } },
  {
    id: 'each',
    match: { operation: 'get' },
    when: { first: 1, per: 'generation' },
    effect: { kind: 'answer', status: 429 },
  },
  {
    id: 'fails',
    match: { operation: 'create', phase: 'before-reservation', nth: [2] },
    effect: { kind: 'outcome', fail: { from: 'running', code: 'no_output' }, refund: 'late' },
  },
  {
    id: 'time',
    match: { operation: 'get', phase: 'before-authentication', nth: [3] },
    effect: { kind: 'account', advance_seconds: 1.5 },
  },
];

class Run {
  readonly #emulator: Emulator;
  readonly #ids = new Map<string, string[]>();
  readonly #snapshots = new Map<string, unknown>();

  constructor(store: TestedStore) {
    this.#emulator = buildEmulator(SETTINGS, store.createStore);
  }

  /** Returns the answers to all steps, then the final accounts. */
  async answers(all: readonly Step[]): Promise<unknown[]> {
    try {
      const told: unknown[] = [];
      for (const step of all) told.push([step, await this.#take(step)]);
      for (const name of ACCOUNTS) told.push(await this.#ask(name, `GET /_standin/accounts/${name}/snapshot`));
      return told;
    } finally {
      await this.#emulator.close();
    }
  }

  async #take({ account, kind, number }: Step): Promise<unknown> {
    const ids = this.#ids.get(account) ?? [];
    const id = ids[number % Math.max(ids.length, 1)] ?? 'none';
    const path = `/_standin/accounts/${account}`;
    if (kind.startsWith('create')) return this.#create(account, kind, { number, id });
    if (kind === 'snapshot') {
      const taken = await this.#ask(account, `GET ${path}/snapshot`);
      this.#snapshots.set(account, taken.body);
      return taken;
    }
    const routes: Readonly<Record<string, readonly [call: string, body?: unknown]>> = {
      poll: [`GET /v1/videos/${id}`],
      head: [`HEAD /v1/videos/${id}`],
      move: [`POST ${path}/generations/${id}/move`, { status: number % 2 === 0 ? 'completed' : 'failed' }],
      advance: [`POST ${path}/clock/advance`, { by_seconds: number / 2 }],
      'until idle': [`POST ${path}/clock/run-until-idle`],
      rules: [`PUT ${path}/faults`, { rules: RULES.slice(0, 1 + (number % RULES.length)) }],
      'no rules': [`PUT ${path}/faults`, { rules: [] }],
      grant: [`POST ${path}/grants`, { amount_usd: number - 4 }],
      restore: [`PUT ${path}/snapshot`, this.#snapshots.get(account) ?? {}],
      fork: [`POST ${path}/fork`, { name: `${account}-${number}` }],
      reset: [`POST ${path}/reset`],
    };
    const [call, body] = routes[kind] ?? ['GET /'];
    return this.#ask(account, call, { body });
  }

  async #create(account: string, kind: string, { number, id }: { number: number; id: string }): Promise<unknown> {
    const headers = {
      ...(kind.endsWith('key') && { 'idempotency-key': `k${number % 3}` }),
      ...(kind.endsWith('scenario') && { 'x-standin-scenario': 'fails_while_running_refund' }),
    };
    const body = kind.endsWith('source') ? { ...REQUEST, ...DERIVED, source_video_ids: [id] } : REQUEST;
    const answer = await this.#ask(account, 'POST /v1/videos', { body, headers });
    const { id: made } = answer.body as { id: string };
    if (answer.status === 202) this.#ids.set(account, [...(this.#ids.get(account) ?? []), made]);
    return answer;
  }

  async #ask(account: string, call: string, { body, headers = {} }: Sent = {}): Promise<Told> {
    const [method = '', path = ''] = call.split(' ');
    const authorization = `Bearer sk_standin_${account}~latency-${LATENCIES[account]}`;
    const response = await this.#emulator.fetch(
      new Request(`http://localhost${path}`, {
        method,
        headers: { authorization, 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    return {
      status: response.status,
      fault: response.headers.get('x-standin-fault'),
      body: text === '' ? null : JSON.parse(text, comparable),
    };
  }
}

interface Sent {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

interface Told {
  readonly status: number;
  readonly fault: string | null;
  readonly body: unknown;
}

/** Returns a value without the parts that differ in each run: request ids, and the machine time of clock changes. */
function comparable(name: string, value: unknown): unknown {
  return name === 'request_id' || name === 'anchor' ? 0 : value;
}

test.each(STORES.filter((store) => store !== MEMORY))(
  `${RUNS} random sequences over $name and over memory get the same answers`,
  async (store) => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        expect(await new Run(store).answers(all)).toEqual(await new Run(MEMORY).answers(all));
      }),
      { numRuns: RUNS, seed: 42 },
    );
  },
);

test('the sequences can tell a store that forgets generations from a right one', async () => {
  const forgetful: TestedStore = {
    name: 'forgetful',
    createStore: async (bounds, listener) => {
      const store = await CONFLICTING.createStore(bounds, listener);
      return { ...store, commit: (account, changes) => store.commit(account, { ...changes, generations: [] }) };
    },
  };
  const walks = fc.asyncProperty(steps, async (all) => {
    expect(await new Run(forgetful).answers(all)).toEqual(await new Run(MEMORY).answers(all));
  });
  const { failed } = await fc.check(walks, { numRuns: 5, seed: 42, endOnFailure: true });
  expect(failed).toBe(true);
});
