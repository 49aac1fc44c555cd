/** Prompts that look like many markers: parsing takes time in proportion to their length. */

import { expect, onTestFinished, test } from 'vitest';

import { createEmulator } from '../../emulator/index.ts';

const ROUNDS = 10;
/** A prompt may have 15,000 characters. */
const LONGEST = 14_900;

/** Returns the CPU time of a function in microseconds. */
async function timeOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

test.each(['[[standin:', '[[standin: ', '[[ standin', '{standin:', '[[standin:a]'])(
  'a prompt with sixteen times as many of %j takes less than half of what sixteen take',
  async (opening) => {
    const emulator = createEmulator();
    onTestFinished(() => emulator.close());
    const headers = { authorization: 'Bearer sk_standin_a', 'content-type': 'application/json' };
    const create = async (markers: number): Promise<void> => {
      const body = JSON.stringify({
        model: 'videomodel-2.5',
        prompt: opening.repeat(markers),
        duration_seconds: 4,
        resolution: '480p',
      });
      const answer = await emulator.fetch('http://standin.test/v1/videos', { method: 'POST', headers, body });
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('unknown_scenario')]);
    };
    const several = async (times: number, markers: number): Promise<void> => {
      for (let time = 0; time < times * ROUNDS; time += 1) await create(markers);
    };
    const most = Math.floor(LONGEST / opening.length);
    const fewer = Math.floor(most / 16);
    await several(16, fewer);
    const few = await timeOf(() => several(16, fewer));
    const one = await timeOf(() => several(1, most));
    expect(one).toBeLessThan(few / 2);
  },
);
