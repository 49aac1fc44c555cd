/** Files that the commands are given, or find: without end, never written, nested deep, or with texts that a terminal obeys. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { runStandin } from '../run.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'standin-strange-'));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));

/** Writes a file and runs `serve` with it as its settings. */
async function serveWith(text: string): ReturnType<typeof runStandin> {
  const path = join(folder, 'settings.json');
  writeFileSync(path, text);
  return runStandin(['serve', '--port', '0', '--config', path]);
}

describe('settings', () => {
  test.each([
    ['lists', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['objects', '{"a":'.repeat(5000) + '1' + '}'.repeat(5000)],
  ])('of %s in each other without end are refused in a sentence', async (_, faults) => {
    const { status, stderr } = await serveWith(`{"faults":${faults}}`);
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(/^standin: .*must not be nested more than 64 levels deep\n$/),
    ]);
  });

  test('whose names would move a cursor or turn a line around are told in plain characters', async () => {
    const { status, stderr } = await serveWith('{"a\\u001b[2Jb":1,"c\\u202ed":2,"e\\u009b1Af":3}');
    expect([status, stderr]).toEqual([2, expect.stringMatching(/a\\u001b\[2Jb.*c\\u202ed.*e\\u009b1Af/s)]);
    // eslint-disable-next-line no-control-regex
    expect(stderr).not.toMatch(/[\u001b\u009b\u202e]/);
  });

  // There are no such files on Windows.
  test.skipIf(process.platform === 'win32')('without an end are read up to a bound', async () => {
    const endless = join(folder, 'endless.json');
    execFileSync('ln', ['-s', '/dev/zero', endless]);
    const linked = await runStandin(['serve', '--port', '0', '--config', endless]);
    expect([linked.status, linked.stderr]).toEqual([2, expect.stringContaining('it is longer than 16 MiB')]);
    const asModule = await runStandin(['serve', '--port', '0', '--config', '/dev/zero']);
    expect([asModule.status, asModule.stderr]).toEqual([2, expect.stringContaining('/dev/zero: must be a file')]);
  });

  test.skipIf(process.platform === 'win32')('in a pipe that lies in the folder are not waited for', async () => {
    const within = join(folder, 'pipe');
    mkdirSync(within);
    execFileSync('mkfifo', [join(within, 'standin.config.json')]);
    const { status, stderr } = await runStandin(['serve', '--port', '0'], { cwd: within });
    expect([status, stderr]).toEqual([2, expect.stringContaining('standin.config.json: must be a file')]);
  });
});

describe.skipIf(process.platform === 'win32')('a report without an end', () => {
  test.each([
    ['conformance judge', ['conformance', 'judge', '/dev/zero']],
    ['conformance learn', ['conformance', 'learn', '/dev/zero']],
    ['audition judge', ['audition', 'judge', '/dev/zero']],
  ])('is refused by %s', async (_, args) => {
    const { status, stderr } = await runStandin(args);
    expect([status, stderr]).toEqual([2, expect.stringMatching(/is not a JSON report|it is longer than 256 MiB/)]);
  });
});
