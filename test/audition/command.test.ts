/** `standin audition` with drivers that make no clip. Drivers that do are in `command.rest.test.ts`. */

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCommand } from '../support/run-command.ts';
import { ROOT } from '../support/run.ts';

const DRIVER = join(ROOT, 'test', 'audition', 'driver.mjs');

describe('a driver that', () => {
  test('exits at once with 0 is untestable: it says that it delivered what nobody knows', async () => {
    const { status, stdout } = await runCommand([
      'audition',
      '--only',
      'content_cut_at_40',
      '--',
      process.execPath,
      DRIVER,
      'exits-at-once',
    ]);
    expect(stdout).toContain('the driver must exit with 64');
    expect(status).toBe(3);
  });

  test('cannot be found is wrong usage', async () => {
    const { status, stderr } = await runCommand(['audition', '--', 'no-such-program']);
    expect(stderr).toContain('no-such-program cannot be run');
    expect(status).toBe(2);
  });
});
