/**
 * Unusual files as input of the commands: endless files, deep nesting, and texts with terminal commands. Pipes are in
 * `strange-files.rest.test.ts`.
 */

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { runCommand } from '../support/run-command.ts';
import type { Outcome } from '../support/run.ts';
import { NOBODY, ONE_LINE, READERS } from './file-readers.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'standin-strange-'));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));

/** Writes a file, and runs `serve` with this file as its settings. */
async function serveWith(text: string): Promise<Outcome> {
  const path = join(folder, 'settings.json');
  writeFileSync(path, text);
  return runCommand(['serve', '--port', '0', '--config', path]);
}

describe('settings', () => {
  test.each([
    ['lists', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['objects', '{"a":'.repeat(5000) + '1' + '}'.repeat(5000)],
  ])('of %s in each other without end are refused in a sentence', async (_, faults) => {
    const { status, stderr } = await serveWith(`{"faults":${faults}}`);
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(/^standin: .*it must not be nested more than 64 levels deep\n$/),
    ]);
  });

  test('whose names would move a cursor or turn a line around are printed in plain characters', async () => {
    const { status, stderr } = await serveWith('{"a\\u001b[2Jb":1,"c\\u202ed":2,"e\\u009b1Af":3}');
    expect([status, stderr]).toEqual([2, expect.stringMatching(/a\\u001b\[2Jb.*c\\u202ed.*e\\u009b1Af/s)]);
    // eslint-disable-next-line no-control-regex
    expect(stderr).not.toMatch(/[\u001b\u009b\u202e]/);
  });

  // Windows does not have these files.
  test.skipIf(process.platform === 'win32')('without an end are rejected', async () => {
    const endless = join(folder, 'endless.json');
    execFileSync('ln', ['-s', '/dev/zero', endless]);
    const linked = await runCommand(['serve', '--port', '0', '--config', endless]);
    expect([linked.status, linked.stderr]).toEqual([2, expect.stringContaining('it must be a file')]);
    const asModule = await runCommand(['serve', '--port', '0', '--config', '/dev/zero']);
    expect([asModule.status, asModule.stderr]).toEqual([2, expect.stringContaining('/dev/zero: it must be a file')]);
  });
});

describe.skipIf(process.platform === 'win32')('a path that names something else than a usual file', () => {
  test.each(READERS)('with %s causes a message of one line, and is not read without a limit', async (name, args) => {
    const [huge = '', folded = '', utf16 = ''] = ['huge.json', 'folder.json', 'utf16.json'].map((file) =>
      join(folder, file),
    );
    writeFileSync(huge, '');
    truncateSync(huge, 4 * 2 ** 30);
    mkdirSync(folded, { recursive: true });
    writeFileSync(utf16, Buffer.from('\ufeff{}', 'utf16le'));
    // The small run tests each option with one of these files. The full size tests all of them.
    const all = [huge, folded, utf16];
    const own = all[READERS.findIndex(([option]) => option === name) % all.length] ?? huge;
    const others = process.env['HOSTILE'] === 'full' ? all : [own];
    const outcomes = await Promise.all(['/dev/zero', ...others].map((file) => runCommand(args(file))));
    for (const { status, stderr } of outcomes) expect([status, stderr]).toEqual([2, expect.stringMatching(ONE_LINE)]);
  });

  test('is neither deleted nor changed if it is not a journal', async () => {
    const notes = join(folder, 'notes.txt');
    writeFileSync(notes, 'Buy bread.');
    for (const [name, args] of READERS.filter(([option]) => option === '--journal' || option === '--spend-log')) {
      const { status, stderr } = await runCommand(args(notes));
      expect([name, status, stderr]).toEqual([name, 2, expect.stringContaining('the file has other content')]);
      expect(readFileSync(notes, 'utf8')).toBe('Buy bread.');
    }
  });

  test('is read with or without a byte order mark', async () => {
    const marked = join(folder, 'marked.json');
    writeFileSync(marked, '\ufeff[]');
    const { status, stderr } = await runCommand([
      'conformance',
      NOBODY,
      '--no-journal',
      '--key',
      'k',
      '--baseline',
      marked,
    ]);
    expect([status, stderr]).toEqual([3, expect.not.stringContaining('marked.json')]);
  });
});
