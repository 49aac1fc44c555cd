/** Whose input files are fetched, how often, by which of several processes, and what comes of it. */

import { expect, test } from 'vitest';
import { addTo, testAccount } from '../../test/support/domain/accounts.ts';
import { moveGeneration } from '../domain/account-generations.ts';
import type { AccountSettings, EnteredAccount } from '../domain/account.ts';
import type { Generation, Plan } from '../domain/generation.ts';
import type { Inspected, InspectionOrder } from '../domain/ports.ts';
import { InputArrivals } from './input-arrivals.ts';
import { AccountLifetimes } from './lifetimes.ts';

const WAITING: Plan = { kind: 'waiting', isAdaptive: true, changes: [] };
const ARRIVED: Inspected = { size: { width: 480, height: 854 } };

interface ArrivalsSettings extends Partial<Pick<AccountSettings, 'limits' | 'latency'>> {
  plan?: Plan;
}

/** Arrivals of one account. The test ends their fetches. */
function arrivals({ plan = WAITING, ...settings }: ArrivalsSettings = {}) {
  const account = testAccount(settings);
  const generation = addTo(account, 'g', { plan });
  const fetches: { order: InspectionOrder; end: (inspected: Inspected) => void }[] = [];
  const planned: Generation[] = [];
  const crashes: unknown[] = [];
  const lifetimes = new AccountLifetimes();
  const tested = new InputArrivals({
    accounts: {
      store: {
        enter: async () => account,
        commit: async () => 'kept',
        replace: async () => 'full',
        list: async () => ({ accounts: [], damaged: [] }),
      },
      realNow: () => 0,
      publish: () => undefined,
    },
    provider: {
      inspect: async () => ARRIVED,
      fetch: (order) => new Promise((end) => fetches.push({ order, end })),
    },
    lifetimes,
    realNow: () => 0,
    onPlanned: (_: EnteredAccount, one: Generation) => planned.push(one),
    reportCrash: (cause) => crashes.push(cause),
  });
  return { tested, account, generation, fetches, planned, crashes, lifetimes };
}

/** All that was resolved goes on. */
const turn = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a generation is fetched for once, and gets its size and its plan', async () => {
  const { tested, account, generation, fetches, planned, crashes } = arrivals();
  tested.begin(account, generation);
  tested.begin(account, generation);
  expect(fetches).toHaveLength(1);
  fetches[0]?.end(ARRIVED);
  await turn();
  expect(account.open.get('g')).toMatchObject({ plan: { kind: 'manual' }, assignment: { size: ARRIVED.size } });
  expect(planned).toEqual([account.open.get('g')]);
  expect(crashes).toEqual([]);
});

test('the decision of a fault rule at the create counts when the files are there', async () => {
  const fail = { code: 'capacity_unavailable', from: 'running' } as const;
  const plan: Plan = { ...WAITING, changes: [{ fail, giveUpSeconds: 1, skipRunning: false }] };
  const { tested, account, generation, fetches } = arrivals({ plan });
  tested.begin(account, generation);
  fetches[0]?.end(ARRIVED);
  await turn();
  expect(account.open.get('g')?.plan).toMatchObject({ failure: fail });
});

test('a requested size stays, and an adaptive size follows from the files', () => {
  const fixed = arrivals({ plan: { ...WAITING, isAdaptive: false } });
  fixed.tested.begin(fixed.account, fixed.generation);
  expect(fixed.fetches[0]?.order.size).toEqual({ width: 854, height: 480 });
  const adaptive = arrivals();
  adaptive.tested.begin(adaptive.account, adaptive.generation);
  expect(adaptive.fetches[0]?.order.size).toBeUndefined();
});

test.each([
  ['was moved to its end meanwhile', ({ account }: Tested) => moveGeneration(account, 'g', { status: 'completed' })],
  ['has gone meanwhile', ({ account }: Tested) => account.open.delete('g')],
  ['was reset meanwhile', ({ lifetimes }: Tested) => lifetimes.end('a')],
])('a generation that %s is left as it is', async (_, change) => {
  const made = arrivals();
  made.tested.begin(made.account, made.generation);
  change(made);
  const before = made.account.open.get('g') ?? made.account.ended.get('g');
  made.fetches[0]?.end(ARRIVED);
  await turn();
  expect(made.account.open.get('g') ?? made.account.ended.get('g')).toBe(before);
  expect(made.planned).toEqual([]);
  expect(made.crashes).toEqual([]);
});

type Tested = ReturnType<typeof arrivals>;

test('generations whose files were fetched wait for a free running slot', async () => {
  const { tested, account, fetches } = arrivals({ limits: 'realistic', latency: { profile: 'fast' } });
  for (let at = 1; at <= 5; at += 1) addTo(account, `g${at}`, { plan: WAITING });
  for (const generation of account.open.values()) tested.begin(account, generation);
  for (const { end } of fetches) end(ARRIVED);
  await turn();
  const plans = Array.from(account.open.values(), ({ plan }) => plan);
  expect(plans).toHaveLength(6);
  expect(plans.filter((plan) => plan.kind === 'timed' && plan.startsAt === 1000)).toHaveLength(5);
  expect(plans.at(-1)).toMatchObject({ startsAt: 3000, endsAt: 5000 });
});
