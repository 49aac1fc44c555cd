import { describe, expect, test } from 'vitest';
import { toMicros } from '../../contract/prices.ts';
import type { Account, AccountSettings } from '../domain/account.ts';
import type { Generation } from '../domain/generation.ts';
import type { Claim } from '../domain/idempotency-record.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import type { ApiResponse } from './messages.ts';
import type { ApiContext, Call } from './context.ts';
import { createIdempotency } from './idempotency.ts';
import { Refusal } from './refusal.ts';

const BODY = { prompt: 'x' };
const SETTINGS: AccountSettings = {
  balance: toMicros(10),
  latency: { profile: 'manual' },
  seed: 0,
  settle: 'on_poll',
  limits: 'off',
  clock: { mode: 'real' },
  wire: 'real',
};

const settled = (answer: ApiResponse | Refusal) => (answer instanceof Refusal ? answer.code : answer.status);

/** A store with one account, and creates whose work ends when the test says so. */
async function start(profile: 'documented' | 'ietf') {
  const store = createMemoryStore({ accounts: 10, idleMs: 1000, generations: 10, generationsPerAccount: 10 });
  const opened = await store.openAccount({ name: 'a', setUp: '', settings: SETTINGS }, 0);
  const account = (opened as { account: Account }).account;
  const settings = {
    profile,
    idempotency: { replayStatus: 202, replayBody: 'stored', mismatch: 'refuse', lifetimeMs: 1000 },
  };
  const { once } = createIdempotency({ settings, store } as unknown as ApiContext);
  const call = { account, now: 0, request: { header: () => 'key' } } as unknown as Call;
  let works = 0;
  const reserve = async (claim: Claim | undefined): Promise<ApiResponse> => {
    const draft = () => ({ generation: { id: 'id', cost: 1, status: 'pending' } as Generation, slots: [] });
    await store.reserve({ account: 'a', now: 0, realNow: 0, claim, draft });
    return { status: 202, headers: {}, body: 'made' };
  };
  const create = async (until: Promise<unknown>, work = reserve) =>
    once(call, BODY, async (claim) => {
      works += 1;
      await until;
      return work(claim);
    });
  return { create, works: () => works };
}

const latch = () => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
};

describe('while the first create with a key is under way', () => {
  test('the second waits for it and replays', async () => {
    const { create, works } = await start('documented');
    const gate = latch();
    const [first, second] = [create(gate.opened), create(Promise.resolve())];
    gate.open();
    expect((await Promise.all([first, second])).map(settled)).toEqual([202, 202]);
    expect(works()).toBe(1);
  });

  test('the second is refused with 409 by the profile ietf', async () => {
    const { create, works } = await start('ietf');
    const gate = latch();
    const first = create(gate.opened);
    await Promise.resolve();
    expect(settled(await create(Promise.resolve()))).toBe('idempotency_in_progress');
    gate.open();
    expect(settled(await first)).toBe(202);
    expect(settled(await create(Promise.resolve()))).toBe(202);
    expect(works()).toBe(1);
  });

  test.each([
    ['is refused', async () => new Refusal('insufficient_credits')],
    ['crashes', async () => Promise.reject(new Error('boom'))],
  ])('and then %s, one of those that waited takes its turn', async (_, work) => {
    const { create, works } = await start('documented');
    const gate = latch();
    const first = create(gate.opened, work as never).catch(() => 'crashed');
    const others = [create(Promise.resolve()), create(Promise.resolve()), create(Promise.resolve())];
    gate.open();
    expect((await Promise.all(others)).map(settled)).toEqual([202, 202, 202]);
    expect(works()).toBe(2);
    await first;
  });
});
