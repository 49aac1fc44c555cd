import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Terminal } from '../terminal.ts';
import { initDriver, LANGUAGES, type InitFlags, type Language } from './init.ts';

const folder = mkdtempSync(join(tmpdir(), 'standin-init-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string): string => join(folder, name);

function init(language: string, flags: InitFlags): { readonly status: number; readonly printed: string } {
  let printed = '';
  const output = { write: (text: string) => (printed += text) };
  const terminal: Terminal = { stdout: output, stderr: output, env: {}, exit: () => undefined };
  return { status: initDriver(language as Language, flags, terminal), printed };
}

test.each(LANGUAGES)('the driver for %s has a place for the client in each of the three goals', (language) => {
  const path = at(`driver-${language}`);
  expect(init(language, { out: path }).status).toBe(0);
  const text = readFileSync(path, 'utf8');
  expect(text.match(/^\s*(?:#|\/\/) YOUR CLIENT: /gm)).toHaveLength(3);
  expect(text).toContain('STANDIN_DEADLINE_SECONDS');
});

test.each(LANGUAGES.filter((language) => language !== 'shell'))('the driver for %s reads lines, too', (language) => {
  const path = at(`lines-${language}`);
  init(language, { out: path });
  expect(readFileSync(path, 'utf8')).toMatch(/--lines/);
});

test('the output ends with the command that runs the driver', () => {
  const last = ({ printed }: ReturnType<typeof init>): string | undefined => printed.trimEnd().split('\n  ').at(-1);
  expect(last(init('python', { out: at('a.py') }))).toBe(`npx --no-install standin audition -- python3 ${at('a.py')}`);
  expect(last(init('typescript', { out: at('a.ts') }))).toBe(
    `npx --no-install standin audition --lines -- ${at('a.ts')}`,
  );
  expect(last(init('shell', { out: at("it's.sh") }))).toBe(
    `npx --no-install standin audition -- sh '${folder}/it'\\''s.sh'`,
  );
  const { printed } = init('go', { out: at('a.go') });
  expect(printed).toContain(`  go build -o driver ${at('a.go')}\n  npx --no-install standin audition -- ./driver\n`);
});

test('an existing file stays, unless --force is given', () => {
  const path = at('mine.py');
  writeFileSync(path, 'mine');
  expect(() => init('python', { out: path })).toThrow(
    `${path}: the file exists. Name another file with --out, or overwrite the file with --force.`,
  );
  expect(readFileSync(path, 'utf8')).toBe('mine');
  expect(init('python', { out: path, force: true }).status).toBe(0);
  expect(readFileSync(path, 'utf8')).toContain('YOUR CLIENT');
});

test('a file that cannot be written is reported with status 5', () => {
  writeFileSync(at('file'), '');
  const { status, printed } = init('python', { out: at('file/driver.py') });
  expect([status, printed]).toEqual([5, expect.stringContaining('could not be written')]);
});
