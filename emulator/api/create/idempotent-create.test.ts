import { describe, expect, test } from 'vitest';
import { newTrace } from '../../domain/trace.ts';
import { createOn, NO_BOUND, testAccount } from '../../../test/support/domain/accounts.ts';
import { createRedactors } from '../../journal/redact.ts';
import { createMemoryStore } from '../../store/memory.ts';
import type { ApiResponse } from '../messages.ts';
import type { Call } from '../call.ts';
import type { ApiContext } from '../context.ts';
import { decide } from '../../domain/decide.ts';
import { createOnceForKey, unusedRecord, type UnusedRecord } from './idempotent-create.ts';
import { Refusal } from '../refusal.ts';

const SENT = { prompt: 'x' };
const settled = (answer: ApiResponse | Refusal) => (answer instanceof Refusal ? answer.code : answer.status);

/** A store with one account, and creates whose work ends when the test says so. */
function start(profile: 'documented' | 'ietf', repeated: 'replay' | 'reject' = 'replay') {
  const store = createMemoryStore({
    accounts: 10,
    idleMs: 1000,
    generations: 10,
    generationsPerAccount: 10,
    ...NO_BOUND,
  });
  const account = testAccount();
  void store.replace(account.name, { after: account, realNow: 0 });
  const settings = {
    profile,
    idempotency: { repeated, replayStatus: 202, replayBody: 'stored', mismatch: 'refuse', lifetimeMs: 1000 },
  };
  const accounts = { store, realNow: () => 0, publish: () => undefined };
  const context = { settings, accounts, redactors: createRedactors([]) } as unknown as ApiContext;
  const inFlight = new Map<string, Promise<unknown>>();
  const lifetime = new AbortController().signal;
  const request = { header: (name: string) => (name === 'idempotency-key' ? 'key' : undefined) };
  const call = { context, accounts, account, now: 0, trace: newTrace(), lifetime, request } as unknown as Call;
  let works = 0;
  const reserve = async (record: UnusedRecord): Promise<ApiResponse> => {
    await decide(call, (entered) => createOn(entered, { record }));
    return { status: 202, headers: {}, body: 'made' };
  };
  const create = async (until: Promise<unknown>, work = reserve) => {
    const record = unusedRecord(call, SENT);
    if (record === undefined || record instanceof Refusal) return new Refusal('internal_error');
    const counted = async (): Promise<ApiResponse | Refusal> => {
      works += 1;
      await until;
      return work(record);
    };
    return createOnceForKey(call, { record, inFlight, work: counted });
  };
  return { create, works: () => works };
}

const latch = () => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
};

test('with the setting reject, a used key is rejected and makes nothing', async () => {
  const { create, works } = start('documented', 'reject');
  expect(settled(await create(Promise.resolve()))).toBe(202);
  expect(settled(await create(Promise.resolve()))).toBe('idempotency_key_reused');
  expect(works()).toBe(1);
});

describe('while the first create with a key is under way', () => {
  test('the second waits for it and replays', async () => {
    const { create, works } = start('documented');
    const gate = latch();
    const [first, second] = [create(gate.opened), create(Promise.resolve())];
    gate.open();
    expect((await Promise.all([first, second])).map(settled)).toEqual([202, 202]);
    expect(works()).toBe(1);
  });

  test('the second is refused with 409 by the profile ietf', async () => {
    const { create, works } = start('ietf');
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
    const { create, works } = start('documented');
    const gate = latch();
    const first = create(gate.opened, work as never).catch(() => 'crashed');
    const others = [create(Promise.resolve()), create(Promise.resolve()), create(Promise.resolve())];
    gate.open();
    expect((await Promise.all(others)).map(settled)).toEqual([202, 202, 202]);
    expect(works()).toBe(2);
    await first;
  });
});
