import { describe, expect, test } from 'vitest';

import { carefulClient } from '../../docs/examples/clients/careful.ts';
import { functionDriver, type ClientFunction } from '../drive/function-driver.ts';
import { runAudition } from '../run-audition.ts';

/** A duration above the tolerated stall of the emulator. */
const STALL_MS = 2600;

function run(client: ClientFunction): ReturnType<typeof runAudition> {
  return runAudition({ clients: [{ name: 'client', drive: () => functionDriver(client) }], only: ['skips_running'] });
}

/** Blocks this process as a busy machine does, and then fails with an error. */
function stall(): never {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STALL_MS);
  throw new Error('The connection timed out.');
}

/** The first call is the healthy case of the harness check. An unknown goal does not reach the function. */
const FIRST = 2;

describe('a machine that is too busy', () => {
  test('causes a second run of a red case, and the second run counts', async () => {
    let calls = 0;
    const { report } = await run(async (call) => ((calls += 1) === FIRST ? stall() : carefulClient(call)));
    const judged = report.clients[0]?.cases.map(({ scenario, word, isSecond }) => [scenario, word, isSecond]);
    expect(judged).toEqual([
      ['healthy', 'sound', undefined],
      ['skips_running', 'sound', true],
    ]);
  });

  test('is not the cause if the client fails again', async () => {
    let calls = 0;
    const { report } = await run(async (call) => ((calls += 1) >= FIRST ? stall() : carefulClient(call)));
    const judged = report.clients[0]?.cases.find(({ scenario }) => scenario === 'skips_running');
    expect([judged?.word, judged?.isSecond, calls]).toEqual(['broken', true, FIRST + 1]);
  });

  test('is not the cause if the client gives up without a stall', async () => {
    let calls = 0;
    const { report } = await run(async (call) => {
      if ((calls += 1) >= FIRST) throw new Error('That is enough.');
      return carefulClient(call);
    });
    const judged = report.clients[0]?.cases.find(({ scenario }) => scenario === 'skips_running');
    expect([judged?.word, judged?.isSecond, calls]).toEqual(['broken', undefined, FIRST]);
  });
});

test('a broken driver is reported before the clips of the cases are made', async () => {
  const events: string[] = [];
  const { report } = await runAudition({
    clients: [{ name: 'client', drive: () => functionDriver(() => Promise.reject(new Error('No.'))) }],
    onEvent: ({ type }) => void events.push(type),
  });
  expect(report.clients[0]?.untestable).toContain('the driver must deliver the clip');
  expect(events).toEqual(['harness']);
});

test('a client that fails in the healthy case in its own way is judged', async () => {
  const { report } = await run(async ({ url, apiKey }) => {
    await fetch(`${url}/v1/videos`, { method: 'POST', headers: { authorization: `Bearer ${apiKey}` }, body: '{' });
    throw new Error('The create was rejected.');
  });
  const words = report.clients[0]?.cases.map(({ scenario, word }) => [scenario, word]);
  expect(words).toEqual([
    ['healthy', 'broken'],
    ['skips_running', 'broken'],
  ]);
  expect(report.exitStatus).toBe(1);
});
