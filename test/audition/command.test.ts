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

  test('names a file by a relative path is untestable, and the message names the folder', async () => {
    const lost = 'node docs/examples/clients/careful.ts';
    const { status, stdout } = await runCommand(['audition', '--only', 'content_cut_at_40', '--', 'sh', '-c', lost]);
    const text = stdout.replaceAll(/\s+/g, ' ');
    expect(text).toContain('It sent no request. The client starts in an empty folder. Use absolute paths');
    expect(status).toBe(3);
  });

  test('cannot be found is wrong usage', async () => {
    const { status, stderr } = await runCommand(['audition', '--', 'no-such-program']);
    expect(stderr).toContain('no-such-program cannot be run');
    expect(status).toBe(2);
  });
});

describe('words behind --', () => {
  test.each(['judge', 'init'])('are the client, even if it is called %s', async (name) => {
    const client = await runCommand(['audition', '--list', '--', name]);
    expect({ status: client.status, stderr: client.stderr }).toEqual({ status: 0, stderr: '' });
    const subcommand = await runCommand(['audition', name]);
    expect(subcommand).toMatchObject({ status: 2, stderr: expect.stringContaining('missing required argument') });
  });
});

test('help names the command that writes a driver, which knows four languages', async () => {
  expect((await runCommand(['audition', '--help'])).stdout).toContain('standin audition init python');
  const { status, stderr } = await runCommand(['audition', 'init', 'rust']);
  expect(status).toBe(2);
  expect(stderr).toContain("'rust' is invalid");
  expect(stderr).toContain('python, go, typescript, shell');
});
