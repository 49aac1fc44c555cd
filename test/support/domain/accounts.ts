/** Accounts, generations and creates for unit tests. */

import { newAccount, type Account, type AccountSettings } from '../../../emulator/domain/account.ts';
import { addGeneration, moveGeneration } from '../../../emulator/domain/account-generations.ts';
import type { Clock } from '../../../emulator/domain/clock.ts';
import { clearChanges } from '../../../emulator/domain/changes.ts';
import { createGeneration, type CreateResult, type CreateTerms } from '../../../emulator/domain/create-generation.ts';
import type { Generation } from '../../../emulator/domain/generation.ts';
import { reserve } from '../../../emulator/domain/ledger.ts';
import type { Capacity } from '../../../emulator/domain/store.ts';

/** Settings without automatic changes: the clock is frozen, and generations move by hand. */
export const TEST_SETTINGS: AccountSettings = {
  balance: 10,
  latency: { profile: 'manual' },
  seed: 0,
  settle: 'on_poll',
  limits: 'off',
  clock: { mode: 'frozen', at: 0 },
  wire: 'real',
};

/** A default clock. The settings of tests contain a clock, so no account opens with it. */
export const TEST_CLOCK: Clock = { anchor: 0, reading: 0, rate: 1 };

/** Returns an account as a store has just committed it. */
export function testAccount({ name = 'a', ...own }: OwnSettings = {}): Account {
  const account = newAccount({ name, settings: { ...TEST_SETTINGS, ...own }, clock: TEST_CLOCK }, 0);
  clearChanges(account.changes);
  return account;
}

type OwnSettings = Partial<AccountSettings> & { readonly name?: string };

/** Returns a generation as it is created at time 0. */
export function testGeneration(id: string, own: Partial<Generation> = {}): Generation {
  return {
    id,
    seed: 0,
    createdAt: 0,
    assignment: ASSIGNMENT,
    cost: 1,
    plan: { kind: 'manual' },
    polls: 0,
    status: 'pending',
    scenarios: [],
    ...own,
  };
}

const ASSIGNMENT: Generation['assignment'] = {
  prompt: 'a fox',
  workflow: 'text',
  resolution: '480p',
  size: { width: 854, height: 480 },
  seconds: 4,
  audio: true,
  images: [],
  audios: [],
  sources: [],
  depth: 0,
};

/** Reserves the cost of a generation with this id and adds it. */
export function addTo(account: Account, id: string, own: Partial<Generation> = {}): Generation {
  const generation = testGeneration(id, own);
  const ledger = reserve(account.ledger, generation.cost);
  if (ledger === undefined) throw new Error('The balance of the test is too small.');
  addGeneration(account, generation, ledger);
  return generation;
}

/** Adds a generation that is completed and settled. */
export function addCompleted(account: Account, id: string, sources: readonly string[] = []): void {
  const made = { ...ASSIGNMENT, sources: sources.map((source) => ({ id: source, handles: [] })) };
  addTo(account, id, { assignment: made });
  moveGeneration(account, id, { status: 'completed' });
}

/** A capacity that is never full. */
export const AMPLE: Capacity = {
  generationsPerAccount: 1000,
  bytesPerAccount: Infinity,
  isFull: () => false,
  evictElsewhere: async () => false,
};

/** For tests that are not about memory. */
export const NO_BOUND = { bytesPerAccount: Infinity, bytes: Infinity };

/** The terms of a test create. */
export interface TestCreate extends Partial<Pick<CreateTerms, 'now' | 'record' | 'capacity' | 'generationFaults'>> {
  readonly cost?: number;
  readonly sources?: readonly Generation[];
}

/** Decides on a create. */
export function decideCreateOn(
  account: Account,
  { cost = 1, sources = [], now = 0, ...own }: TestCreate = {},
): CreateResult {
  const assignment = { ...ASSIGNMENT, sources: sources.map(({ id }) => ({ id, handles: [] })) };
  const create = { assignment, inspected: { size: ASSIGNMENT.size }, isAdaptive: false, cost, scenarios: [] };
  return createGeneration(account, {
    create,
    now,
    record: undefined,
    generationFaults: [],
    capacity: AMPLE,
    ...own,
  });
}

/** Returns the id of the generation that a create makes. */
export function createOn(account: Account, asked: TestCreate = {}): string {
  const result = decideCreateOn(account, asked);
  if (result.kind !== 'accepted') throw new Error(`The create of the test was not accepted: ${result.kind}`);
  return result.generation.id;
}
