/** An answer that never comes or never ends, in a process that does nothing but wait for it. */

import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { ROOT } from '../support/run.ts';

/** A program whose only timer is the timer of `AbortSignal.timeout`, which keeps no process alive. */
const program = (effect: object): string => `
  import { createEmulator } from '${ROOT}dist/emulator/index.js';
  const faults = [{ match: { operation: 'content' }, effect: ${JSON.stringify(effect)} }];
  const emulator = createEmulator({ latency: 'instant', faults });
  const headers = { authorization: 'Bearer sk_standin_silence', 'content-type': 'application/json' };
  const body = JSON.stringify({ model: 'videomodel-2.5', prompt: 'a fox', duration_seconds: 4, resolution: '480p' });
  const url = 'http://localhost/v1/videos';
  const { id } = await (await emulator.fetch(url, { method: 'POST', headers, body })).json();
  try {
    const clip = await emulator.fetch(url + '/' + id + '/content', { headers, signal: AbortSignal.timeout(500) });
    await clip.arrayBuffer();
    console.log('all of it');
  } catch (cause) {
    console.log(cause.name);
  }
  await emulator.close();
`;

test.each([{ kind: 'drop' }, { kind: 'stall', at: 'headers' }, { kind: 'stall', at: 0.5 }])(
  'is ended by the timeout of the client, and not with the process: %j',
  (effect) => {
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', program(effect)], { encoding: 'utf8' });
    expect([run.status, run.stdout]).toEqual([0, 'TimeoutError\n']);
  },
);
