/** Files that the commands are given, or find: without end, never written, nested deep, or with texts that a terminal obeys. */

import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openCommand, type Command } from '../support/command/command.ts';

const NOBODY = 'http://127.0.0.1:9';
const PROXIED = 'https://upstream.example';
const ONE_LINE = /^[^\n]+\n$/;

const command = openCommand();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'standin-strange-'));
});
afterAll(async () => {
  command.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

/** Writes a file and runs `serve` with it as its settings. */
async function serveWith(text: string): ReturnType<Command['run']> {
  const path = join(folder, 'settings.json');
  writeFileSync(path, text);
  return command.run(['serve', '--port', '0', '--config', path]);
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
    const linked = await command.run(['serve', '--port', '0', '--config', endless]);
    expect([linked.status, linked.stderr]).toEqual([2, expect.stringContaining('it is longer than 16 MiB')]);
    const asModule = await command.run(['serve', '--port', '0', '--config', '/dev/zero']);
    expect([asModule.status, asModule.stderr]).toEqual([2, expect.stringContaining('/dev/zero: it must be a file')]);
  });

  test.skipIf(process.platform === 'win32')('in a pipe that lies in the folder are not waited for', async () => {
    const within = join(folder, 'pipe');
    mkdirSync(within);
    execFileSync('mkfifo', [join(within, 'standin.config.json')]);
    const { status, stderr } = await command.run(['serve', '--port', '0'], { cwd: within });
    expect([status, stderr]).toEqual([2, expect.stringContaining('standin.config.json: it must be a file')]);
  });
});

/** Each option that names a file which is read. */
const READERS: readonly (readonly [string, (file: string) => readonly string[]])[] = [
  ['--config', (file) => ['serve', '--port', '0', '--config', file]],
  ['--font', (file) => ['serve', '--port', '0', '--font', file]],
  ['--tls', (file) => ['serve', '--port', '0', '--tls', `${file},${file}`]],
  ['--handlers', (file) => ['serve', '--port', '0', '--handlers', file]],
  ['--profile', (file) => ['conformance', NOBODY, '--key', 'k', '--profile', file]],
  ['--baseline', (file) => ['conformance', NOBODY, '--key', 'k', '--baseline', file]],
  ['--journal', (file) => ['conformance', NOBODY, '--key', 'k', '--journal', file]],
  ['--check', (file) => ['conformance', 'observed', NOBODY, '--key', 'k', '--check', file]],
  ['judge', (file) => ['conformance', 'judge', file]],
  ['learn', (file) => ['conformance', 'learn', file]],
  ['audition judge', (file) => ['audition', 'judge', file]],
  ['--expect', (file) => ['audition', '--expect', file, '--', 'true']],
  ['--spend-log', (file) => ['proxy', '--upstream', PROXIED, '--budget', '1', '--port', '0', '--spend-log', file]],
  [
    '--profile of a proxy',
    (file) => ['proxy', '--upstream', PROXIED, '--budget', '1', '--port', '0', '--profile', file],
  ],
];

describe.skipIf(process.platform === 'win32')('what is named in the place of a file', () => {
  test.each(READERS)(
    'with %s is told in one line, and neither waited for nor read without an end',
    async (name, args) => {
      const [pipe = '', huge = '', folded = '', utf16 = ''] = [
        'pipe.json',
        'huge.json',
        'folder.json',
        'utf16.json',
      ].map((file) => join(folder, file));
      if (!existsSync(pipe)) execFileSync('mkfifo', [pipe]);
      writeFileSync(huge, '');
      truncateSync(huge, 4 * 2 ** 30);
      mkdirSync(folded, { recursive: true });
      writeFileSync(utf16, Buffer.from('\ufeff{}', 'utf16le'));
      // Small, each option meets one of the others; at full size, all.
      const all = [huge, folded, utf16];
      const own = all[READERS.findIndex(([option]) => option === name) % all.length] ?? huge;
      const others = process.env['HOSTILE'] === 'full' ? all : [own];
      const outcomes = await Promise.all(
        ['/dev/zero', pipe, ...others].map((file) => command.run(args(file), { cwd: folder })),
      );
      for (const { status, stderr } of outcomes) expect([status, stderr]).toEqual([2, expect.stringMatching(ONE_LINE)]);
    },
  );

  test('is not deleted, nor written to, where it is no journal', async () => {
    const notes = join(folder, 'notes.txt');
    writeFileSync(notes, 'Buy bread.');
    for (const [name, args] of READERS.filter(([option]) => option === '--journal' || option === '--spend-log')) {
      const { status, stderr } = await command.run(args(notes), { cwd: folder });
      expect([name, status, stderr]).toEqual([name, 2, expect.stringContaining('it holds something else')]);
      expect(readFileSync(notes, 'utf8')).toBe('Buy bread.');
    }
  });

  test('is read with or without a byte order mark', async () => {
    const marked = join(folder, 'marked.json');
    writeFileSync(marked, '\ufeff[]');
    const { status, stderr } = await command.run(['conformance', NOBODY, '--key', 'k', '--baseline', marked], {
      cwd: folder,
    });
    expect([status, stderr]).toEqual([3, expect.not.stringContaining('marked.json')]);
  });

  test('is read from a pipe that somebody writes to late', async () => {
    const pipe = join(folder, 'late.json');
    execFileSync('mkfifo', [pipe]);
    const reading = command.run(['serve', '--port', '0', '--config', pipe]);
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
    const { status, stderr } = await command.run(args);
    expect([status, stderr]).toEqual([2, expect.stringMatching(/is not a JSON report|it is longer than 256 MiB/)]);
  });
});
