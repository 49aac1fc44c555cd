/** The commands of a run. Each command runs on the model and on the emulator, and both must return the same result. */

import * as fc from 'fast-check';
import { expect } from 'vitest';
import { VideoGeneration } from '../../contract/index.ts';
import type { Emulator } from '../../emulator/index.ts';
import { OPERATIONS, RESOLUTIONS, type ModelAccount, type State, type Intent } from './model.ts';

export type Model = Readonly<Record<string, ModelAccount>>;

export interface Real {
  readonly emulator: Emulator;
  readonly keys: Readonly<Record<string, string>>;
  /** The ids of an account, in the order of creation. */
  readonly ids: Readonly<Record<string, string[]>>;
}

type Command = fc.AsyncCommand<Model, Real>;
type Step = (model: ModelAccount, real: Real, account: string) => Promise<void>;

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

/** Returns the commands on the accounts with these names. */
export function commandsOn(names: readonly string[]) {
  const account = fc.constantFrom(...names);
  const number = fc.nat({ max: 7 });
  const intent: fc.Arbitrary<Intent> = fc.record({
    resolution: fc.constantFrom(...RESOLUTIONS),
    seconds: fc.integer({ min: 4, max: 30 }),
    operation: fc.option(fc.constantFrom(...OPERATIONS), { nil: undefined }),
    sources: fc.oneof(
      { weight: 2, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(number, { maxLength: 3 }) },
    ),
    key: fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined }),
  });
  return fc.commands(
    [
      fc
        .tuple(account, intent, fc.integer({ min: 1, max: 4 }))
        .map(([name, order, times]) => create(name, order, times)),
      fc.tuple(account, number, fc.integer({ min: 1, max: 5 })).map(([name, at, times]) => poll(name, at, times)),
      fc.tuple(account, number).map(([name, at]) => head(name, at)),
      fc.tuple(account, fc.integer({ min: -2000, max: 4000 })).map(([name, ms]) => advance(name, ms)),
      account.map((name) => advance(name, 86_400_000)),
      fc
        .tuple(account, number, fc.constantFrom<'running' | 'completed' | 'failed'>('running', 'completed', 'failed'))
        .map(([name, at, state]) => move(name, at, state)),
      fc
        .tuple(fc.shuffledSubarray([...names], { minLength: 2, maxLength: 2 }), number)
        .map(([[name = '', other = ''], at]) => foreign(name, other, at)),
    ],
    { maxCommands: 60, size: 'max' },
  );
}

const create = (name: string, intent: Intent, times: number): Command =>
  command(name, `create x${times} ${JSON.stringify(intent)}`, async (model, real) => {
    const answers = await Promise.all(Array.from({ length: times }, () => send(real, name, intent)));
    // Without a key, parallel creates are independent. The model runs them one after another.
    for (const { status, body, replayed } of byMaking(answers)) {
      const verdict = model.create(intent);
      if ('refused' in verdict) {
        expect(body).toMatchObject({ error: { code: verdict.refused } });
        continue;
      }
      expect(status, JSON.stringify(body)).toBe(202);
      const record = VideoGeneration.strict().parse(body);
      const made = model.made[verdict.made];
      expect(record).toMatchObject({ status: 'pending', cost_usd: (made?.cents ?? 0) / 100 });
      expect(replayed).toBe(verdict.replayed);
      if (verdict.replayed) expect(record.id).toBe(real.ids[name]?.[verdict.made]);
      else real.ids[name]?.push(record.id);
    }
  });

const poll = (name: string, at: number, times: number): Command =>
  command(name, `poll ${at} x${times}`, async (model, real) => {
    const id = real.ids[name]?.[at];
    const polls = await Promise.all(
      Array.from({ length: times }, () => request(real, name, { path: `/v1/videos/${id ?? UNKNOWN_ID}` })),
    );
    for (const response of polls) {
      expect(response.status).toBe(id === undefined ? 404 : 200);
      if (id === undefined) continue;
      const state = model.look(at, true);
      const record = VideoGeneration.strict().parse(await response.json());
      expect(record.status).toBe(state);
      expect(record.output?.url).toBe(state === 'completed' ? `/v1/videos/${id}/content` : undefined);
      expect('error' in record).toBe(state === 'failed');
    }
  });

const head = (name: string, at: number): Command =>
  command(name, `head ${at}`, async (model, real) => {
    const id = real.ids[name]?.[at];
    const { status } = await request(real, name, { path: `/v1/videos/${id ?? UNKNOWN_ID}`, method: 'HEAD' });
    expect(status).toBe(id === undefined ? 404 : 200);
    if (id !== undefined) model.look(at, false);
  });

const advance = (name: string, milliseconds: number): Command =>
  command(name, `advance ${milliseconds}`, async (model, { emulator }) => {
    model.advance(milliseconds);
    await emulator.account(name).advance(milliseconds);
  });

const move = (name: string, at: number, state: Exclude<State, 'pending'>): Command =>
  command(name, `move ${at} to ${state}`, async (model, { emulator, ids }) => {
    model.move(at, state);
    await emulator.account(name).move(ids[name]?.[at] ?? UNKNOWN_ID, state);
  });

const foreign = (name: string, other: string, at: number): Command =>
  command(name, `poll ${at} with the key of ${other}`, async (_, real) => {
    const { status } = await request(real, other, { path: `/v1/videos/${real.ids[name]?.[at] ?? UNKNOWN_ID}` });
    expect(status).toBe(404);
  });

/**
 * Returns a command for one account. After each step, the ledgers of all accounts must equal the ledgers of the model.
 */
function command(name: string, told: string, step: Step): Command {
  return {
    check: () => true,
    run: async (models, real) => {
      const model = models[name];
      if (model === undefined) throw new Error(`the model has no account ${name}`);
      await step(model, real, name);
      for (const { name: each, granted, balance, reserved, captured } of Object.values(models)) {
        const books = await real.emulator.account(each).ledger();
        const cents = { granted, balance, reserved, captured };
        expect(books, `${told} on ${name}, ledger of ${each}`).toEqual(
          Object.fromEntries(Object.entries(cents).map(([entry, amount]) => [entry, amount * 10_000])),
        );
        expect(books.balance + books.reserved + books.captured).toBe(books.granted);
      }
    },
    toString: () => `${name}: ${told}`,
  };
}

interface Sent {
  readonly status: number;
  readonly body: unknown;
  readonly replayed: boolean;
}

async function send(real: Real, name: string, { key, ...intent }: Intent): Promise<Sent> {
  const sources = intent.sources.map((number) => real.ids[name]?.[number] ?? UNKNOWN_ID);
  const isReference = sources.length > 0 || intent.operation !== undefined;
  const body = {
    model: 'videomodel-2.5',
    prompt: 'A red fox',
    duration_seconds: intent.seconds,
    resolution: intent.resolution,
    ...(isReference && { mode: 'reference-to-video', aspect_ratio: 'adaptive', source_video_ids: sources }),
    ...(intent.operation !== undefined && { reference_video_operation: intent.operation }),
  };
  const headers = { 'content-type': 'application/json', ...(key !== undefined && { 'idempotency-key': key }) };
  const response = await request(real, name, {
    path: '/v1/videos',
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  const replayed = response.headers.get('idempotent-replayed') === 'true';
  return { status: response.status, body: await response.json(), replayed };
}

/**
 * Sorts parallel creates: the accepted create comes first, then its replays. The emulator chooses which one it accepts.
 */
function byMaking(answers: readonly Sent[]): Sent[] {
  const rank = ({ status, replayed }: Sent): number => (status !== 202 ? 2 : replayed ? 1 : 0);
  return answers.toSorted((a, b) => rank(a) - rank(b));
}

function request(
  { emulator, keys }: Real,
  name: string,
  { path, ...init }: RequestInit & { path: string },
): Promise<Response> {
  const headers = { ...(init.headers as Record<string, string>), authorization: `Bearer ${keys[name] ?? ''}` };
  return emulator.fetch(new Request(`http://model.test${path}`, { ...init, headers }));
}
