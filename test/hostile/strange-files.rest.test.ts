/** Pipes and endless devices in the place of files that a command reads. */

import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { runStandin } from '../support/run.ts';
import { ONE_LINE, READERS } from './file-readers.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'standin-strange-'));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));

function pipeAt(path: string): string {
  execFileSync('mkfifo', [path]);
  return path;
}

// Windows does not have these pipes.
describe.skipIf(process.platform === 'win32')('a pipe', () => {
  test.concurrent.each(READERS)(
    'with %s without a writer causes a message of one line, and the command does not wait for it',
    async (name, args) => {
      const pipe = pipeAt(join(folder, `${name.replaceAll(' ', '-')}.json`));
      const { status, stderr } = await runStandin(args(pipe), { cwd: folder });
      expect([status, stderr]).toEqual([2, expect.stringMatching(ONE_LINE)]);
    },
  );

  test('that lies in the folder as its settings is not waited for', async () => {
    const within = join(folder, 'within');
    mkdirSync(within);
    pipeAt(join(within, 'standin.config.json'));
    const { status, stderr } = await runStandin(['serve', '--port', '0'], { cwd: within });
    expect([status, stderr]).toEqual([2, expect.stringContaining('standin.config.json: it must be a file')]);
  });
});

describe.skipIf(process.platform === 'win32')('a report without an end', () => {
  test.each([
    ['conformance judge', ['conformance', 'judge', '/dev/zero']],
    ['conformance learn', ['conformance', 'learn', '/dev/zero']],
    ['audition judge', ['audition', 'judge', '/dev/zero']],
  ])('is refused by %s', async (_, args) => {
    const { status, stderr } = await runStandin(args);
    expect([status, stderr]).toEqual([2, expect.stringMatching(/it must be a file/)]);
  });
});
