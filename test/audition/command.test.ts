/** `standin audition` with drivers that make no clip. Drivers that do are in `command.rest.test.ts`. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
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
    expect(text).toContain('Cannot find module');
    expect(text).toContain(
      'It sent no request. The client starts in an empty folder, so its relative paths do not work.',
    );
    expect(status).toBe(3);
  });

  test.each([
    ['a process for each case', []],
    ['one process', ['--lines']],
  ])('contains a syntax error is untestable, and the message contains the error: %s', async (_, flags) => {
    const words = ['--', process.execPath, '-e', 'const x = ;'];
    const { status, stdout } = await runCommand(['audition', '--only', 'content_cut_at_40', ...flags, ...words]);
    const text = stdout.replaceAll(/\s+/g, ' ');
    expect(text).toMatch(
      /Standard error ends with: \[eval\]:1 const x = ; SyntaxError: Unexpected token ';'\. See docs/,
    );
    expect(text).not.toContain('relative paths');
    expect(status).toBe(3);
  });

  test('cannot be found is wrong usage', async () => {
    const { status, stderr } = await runCommand(['audition', '--', 'no-such-program']);
    expect(stderr).toContain('no-such-program cannot be run');
    expect(status).toBe(2);
  });
});

test('an expected verdict on an unknown scenario is wrong usage, and the message names a similar scenario', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'standin-expect-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'known.json');
  await writeFile(path, '[{ "scenario": "storm_530", "reason": "ticket 7" }]');
  const { status, stderr } = await runCommand(['audition', '--expect', path, '--', process.execPath, DRIVER]);
  expect(stderr).toBe(
    `standin: --expect: ${path}: "storm_530" is not the name of a scenario. Similar names: storm_503.\n`,
  );
  expect(status).toBe(2);
});

test('a JSON file that is not a saved run is wrong usage, and the message names the right file', async () => {
  const { status, stderr } = await runCommand(['audition', 'judge', 'package.json']);
  expect(stderr).toContain('package.json is not a saved run: line 1 is not JSON. Pass the file run.jsonl of --keep.');
  expect(status).toBe(2);
});

test('a watch without a request ends by itself with status 3', async () => {
  const { status, stdout, stderr } = await runCommand(['audition', '--watch', '--until-idle', '0.5']);
  expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
  expect(stderr).toMatch(/\nstandin: No request arrived\.\n$/);
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
