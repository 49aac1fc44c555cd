import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';

import { createEmulator } from '../../emulator/index.ts';
import { newCase } from '../cases/audition-case.ts';
import { HEALTHY_SCENARIO } from '../cases/case-scenario.ts';
import { callControl, openAccount } from './open-accounts.ts';

const emulator = createEmulator({});
afterAll(() => emulator.close());

test("the clock of a case shows the machine's time, however long its account took to open", async () => {
  const one = newCase(HEALTHY_SCENARIO, 'quick');
  const slow: typeof emulator = {
    ...emulator,
    fetch: async (...sent) => {
      await sleep(40);
      return emulator.fetch(...sent);
    },
  };
  await openAccount(slow, one);
  const snapshot = (await callControl(emulator, `GET /accounts/${one.label}/snapshot`)) as {
    readonly state: { readonly account: { readonly clock: { readonly anchor: number; readonly reading: number } } };
  };
  const { anchor, reading } = snapshot.state.account.clock;
  expect(anchor - reading).toBe(0);
});
