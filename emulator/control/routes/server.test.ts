/** `GET /_standin/server` describes the process that answers. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openRig } from '../../../test/support/control/rig.ts';

test('each start has an instance id of its own, also over one data folder', async () => {
  const data = mkdtempSync(join(tmpdir(), 'standin-server-'));
  onTestFinished(() => rmSync(data, { recursive: true }));
  const instances: string[] = [];
  for (const [settings, keptIn] of [
    [{}, 'memory'],
    [{ data }, 'folder'],
    [{ data }, 'folder'],
  ] as const) {
    const { control, emulator } = openRig(settings);
    const { body } = await control('GET', '/server');
    expect(body.kept_in).toBe(keptIn);
    expect((await control('GET', '/server')).body.instance).toBe(body.instance);
    instances.push(body.instance);
    await emulator.close();
  }
  expect(new Set(instances).size).toBe(3);
});
