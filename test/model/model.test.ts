/**
 * Random walks over several accounts, on the emulator and on a small model. After every step, both agree to the cent.
 */

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEmulator } from '../../emulator/index.ts';
import { commandsOn, type Model, type Real } from './commands.ts';
import { ModelAccount, type Latency } from './model.ts';

const RUNS = Number(process.env['MODEL_RUNS'] ?? 100);
const SEED = 42;
const ACCOUNTS: Readonly<Record<string, Latency>> = {
  fast: 'fast',
  polled: 'polls-1-2',
  manual: 'manual',
  instant: 'instant',
};
const NAMES = Object.keys(ACCOUNTS);
const CENTS = 20_000;

test(`${RUNS} random walks agree with the model`, async () => {
  await fc.assert(
    fc.asyncProperty(commandsOn(NAMES), async (commands) => {
      await fc.asyncModelRun(start, commands);
    }),
    { numRuns: RUNS, seed: SEED },
  );
});

test('the model can tell a wrong emulator from a right one', async () => {
  const walks = fc.asyncProperty(commandsOn(NAMES), async (commands) => {
    await fc.asyncModelRun(async () => {
      const { model, real } = await start();
      // The ledger of the model lacks a cent.
      return { model: { ...model, fast: new ModelAccount('fast', 'fast', CENTS - 1) }, real };
    }, commands);
  });
  const { failed } = await fc.check(walks, { numRuns: 20, seed: SEED });
  expect(failed).toBe(true);
});

async function start(): Promise<{ model: Model; real: Real }> {
  const emulator = createEmulator({ clock: 'frozen' });
  const keys = Object.fromEntries(
    Object.entries(ACCOUNTS).map(([name, latency]) => [
      name,
      `sk_standin_${name}~latency-${latency}~balance-${CENTS / 100}`,
    ]),
  );
  for (const key of Object.values(keys)) {
    await emulator.fetch(new Request('http://model.test/v1/videos/x', { headers: { authorization: `Bearer ${key}` } }));
  }
  const model = Object.fromEntries(
    NAMES.map((name) => [name, new ModelAccount(name, ACCOUNTS[name] ?? 'fast', CENTS)]),
  );
  return { model, real: { emulator, keys, ids: Object.fromEntries(NAMES.map((name) => [name, []])) } };
}
