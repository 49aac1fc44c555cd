/**
 * Random histories of one account are linearizable over memory, over a folder, and over two replicas with one store.
 * Over stores with a seeded bug, some histories are not. HISTORIES sets their number for each store. HISTORY_SECONDS
 * limits their CPU time. CI runs more.
 */

import { afterAll, beforeAll, describe, expect, test, type TestContext } from 'vitest';
import type { MakeStore } from '../../emulator/wiring/engine-state.ts';
import { buildEmulator } from '../../emulator/emulator.ts';
import type { Emulator, SettingsInput } from '../../emulator/index.ts';
import { findApi } from '../../emulator/transport/api-registry.ts';
import { createTemporaryStore } from '../stores/durable.ts';
import { createRandom } from '../fuzz/random.ts';
import { describeStore, startStore, type StoreServer } from '../support/store/store-server.ts';
import { keyOf, openModel, step } from './account-model.ts';
import { findViolation } from './linearizable.ts';
import { SEEDED_BUGS } from './seeded-bugs.ts';
import { PRICE, recordHistory, type History } from './recorded-client.ts';

const HISTORIES = Number(process.env['HISTORIES'] ?? 1000);
const SECONDS = Number(process.env['HISTORY_SECONDS'] ?? 1);
/** A seeded bug must show within this number of histories. */
const SEEDED_HISTORIES = 300;
/** The number of accounts whose histories are recorded at the same time. */
const AT_ONCE = 20;
/** After this number, the test opens new emulators, so that accounts do not accumulate. */
const PER_EMULATOR = 1000;
const GRANTED = 3;
const SETTINGS: SettingsInput = {
  clock: 'frozen',
  latency: 'polls:1,1',
  balance: GRANTED * PRICE,
  journal: false,
};
const MODEL = { initial: openModel(GRANTED), step, keyOf };

interface Outcome {
  readonly histories: number;
  readonly violation: History | undefined;
}

/** Records and judges histories until one is not linearizable, all are done, or the time is over. */
async function judge(open: () => readonly Emulator[], most: number): Promise<Outcome> {
  const started = process.cpuUsage();
  const isOver = (histories: number): boolean => {
    const { user, system } = process.cpuUsage(started);
    return histories >= most || (user + system) / 1e6 > SECONDS;
  };
  let outcome: Outcome = { histories: 0, violation: undefined };
  while (outcome.violation === undefined && !isOver(outcome.histories)) {
    const emulators = open();
    try {
      outcome = await judgeSome(emulators, outcome.histories, isOver);
    } finally {
      await closeAll(emulators);
    }
  }
  return outcome;
}

async function judgeSome(
  emulators: readonly Emulator[],
  from: number,
  isOver: (histories: number) => boolean,
): Promise<Outcome> {
  let histories = from;
  for (; histories < from + PER_EMULATOR && !isOver(histories); histories += AT_ONCE) {
    const violation = await findAmong(emulators, histories);
    if (violation !== undefined) return { histories, violation };
  }
  return { histories, violation: undefined };
}

async function closeAll(emulators: readonly Emulator[]): Promise<void> {
  await Promise.all(emulators.map((emulator) => emulator.close()));
}

/** Returns the first history that is not linearizable. */
async function findAmong(emulators: readonly Emulator[], seed: number): Promise<History | undefined> {
  const replicas = emulators.map((emulator) => findApi(emulator) ?? notBuiltIn());
  const recording = Array.from({ length: AT_ONCE }, (_, at) =>
    recordHistory(`h${seed + at}`, replicas, createRandom(seed + at)),
  );
  const histories = await Promise.all(recording);
  return histories.map((history) => findViolation(history, MODEL)).find((violation) => violation !== undefined);
}

function notBuiltIn(): never {
  throw new Error('An emulator has an engine.');
}

const alone = (makeStore?: MakeStore) => (): Emulator[] => [buildEmulator(SETTINGS, makeStore)];

async function expectLinearizable({ annotate }: TestContext, open: () => readonly Emulator[]): Promise<void> {
  const { histories, violation } = await judge(open, HISTORIES);
  await annotate(`${histories} histories`);
  expect(violation?.map(toLine)).toBeUndefined();
  expect(histories).toBeGreaterThan(AT_ONCE);
}

/** Formats one operation of a history for a reader. */
function toLine({ begun, ended, asked, answered }: History[number]): string {
  return `${begun} to ${ended}: ${JSON.stringify(asked)} was answered ${JSON.stringify(answered)}`;
}

test('histories over memory are linearizable', (context) => expectLinearizable(context, alone()));
test('histories over a folder are linearizable', (context) => expectLinearizable(context, alone(createTemporaryStore)));

describeStore('over a shared store', () => {
  let server: StoreServer;
  beforeAll(async () => {
    server = await startStore();
  });
  afterAll(() => server.stop());

  test('histories over two replicas are linearizable', async (context) => {
    await expectLinearizable(context, () => {
      const store = server.nextUrl();
      return [0, 1].map(() => buildEmulator({ ...SETTINGS, store }));
    });
  });
});

describe('a seeded bug is found', () => {
  test.each(SEEDED_BUGS)('$bug', async ({ makeStore }) => {
    const { violation } = await judge(alone(makeStore), SEEDED_HISTORIES);
    expect(violation).toBeDefined();
  });
});
