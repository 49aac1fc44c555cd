/** Pipes and endless reports that the commands are given, or find. A command waits for a pipe with its whole process. */

import { execFileSync, spawn } from 'node:child_process';
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

// There are no such pipes on Windows.
describe.skipIf(process.platform === 'win32')('a pipe', () => {
  test.concurrent.each(READERS)(
    'with %s that nobody writes to is told in one line, and is not waited for',
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

  test('is read when somebody writes to it late', async () => {
    const pipe = pipeAt(join(folder, 'late.json'));
    const reading = runStandin(['serve', '--port', '0', '--config', pipe]);
    const writing = spawn('sh', ['-c', 'sleep 1; (printf "{"; sleep 1; printf "\\"ports\\":1}") > "$0"', pipe]);
    const { status, stderr } = await reading;
    writing.kill();
    expect([status, stderr]).toEqual([2, expect.stringContaining('ports: is not a setting')]);
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
