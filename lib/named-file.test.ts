import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { mustBeLoadable, mustBeRegular, readNamedFile, readNamedJson, readNamedText } from './named-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'standin-named-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(bytes: string | Uint8Array): string {
  const path = join(folder, 'file');
  writeFileSync(path, bytes);
  return path;
}

test('a file is read as bytes, as text and as JSON', () => {
  const path = fileOf('{"a":"ü"}');
  expect(readNamedFile(path, 'certificate')).toEqual(Buffer.from('{"a":"ü"}'));
  expect(readNamedText(path, 'certificate')).toBe('{"a":"ü"}');
  expect(readNamedJson(path)).toEqual({ a: 'ü' });
  expect(readNamedText(fileOf(''), 'certificate')).toBe('');
});

test('a file of just the bound is read, and one byte more is refused', () => {
  expect(readNamedFile(fileOf(new Uint8Array(1_048_576)), 'certificate')).toHaveLength(1_048_576);
  expect(() => readNamedFile(fileOf(new Uint8Array(1_048_577)), 'certificate')).toThrow(/^it is longer than 1 MiB$/);
});

test('the text does not contain the byte order mark', () => {
  expect(readNamedText(fileOf('\uFEFF{}'), 'certificate')).toBe('{}');
});

test.each([
  ['UTF-16', Buffer.from('\uFEFF{}', 'utf16le'), 'it is in UTF-16; save it as UTF-8'],
  ['UTF-16, the other way around', Buffer.from([0xfe, 0xff, 0, 0x7b]), 'it is in UTF-16; save it as UTF-8'],
  ['Latin-1', Buffer.from('{"a":"ü"}', 'latin1'), 'it is not in UTF-8; save it as UTF-8'],
])('text in %s is refused, and not read as something else', (_, bytes, message) => {
  expect(() => readNamedJson(fileOf(bytes))).toThrow(message);
});

test('JSON is 64 levels deep at most', () => {
  const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
  expect(readNamedJson(fileOf(nested(64)))).toBeInstanceOf(Array);
  expect(() => readNamedJson(fileOf(nested(65)))).toThrow('it must not be nested more than 64 levels deep');
});

test.each([
  ['missing', 'no such file'],
  ['', 'it is a folder'],
  ['file/within', 'a part of its path is not a folder'],
  ['x'.repeat(300), 'its name is too long'],
  ['with\0nothing', 'its name is not a valid file name'],
])('the reason for %j is in words', (name, reason) => {
  fileOf('');
  expect(() => readNamedFile(name === '' ? folder : `${folder}/${name}`, 'certificate')).toThrow(reason);
});

// Windows has no such devices, and links need permissions.
test.skipIf(process.platform === 'win32')('devices and folders are rejected', () => {
  expect(() => mustBeRegular('/dev/zero')).toThrow('it must be a file');
  expect(() => mustBeRegular(folder)).toThrow('it must be a file');
  expect(() => mustBeLoadable('/dev/zero')).toThrow('it must be a file');
  expect(() => readNamedFile('/dev/zero', 'certificate')).toThrow('it must be a file');
  const loop = join(folder, 'loop');
  symlinkSync(loop, loop);
  expect(() => mustBeRegular(loop)).toThrow('it is a link that points to itself');
});

test('a missing file is allowed, and so is a folder that contains a module', () => {
  expect(mustBeRegular(join(folder, 'missing'))).toBeUndefined();
  expect(mustBeLoadable(join(folder, 'missing'))).toBeUndefined();
  expect(mustBeLoadable(folder)).toBeUndefined();
});

test.each([
  ['', /^it is empty; it must be JSON$/],
  ['\r\n', /^it is empty; it must be JSON$/],
  ['{\n  // why\n  "seed": 7\n}', /; JSON allows neither comments nor a comma before a closing bracket$/],
  ['{ "seed": 7, }', /; JSON allows neither comments nor a comma before a closing bracket$/],
  ['{ "seed": seven }', /JSON(?!.*comments)/],
])('the error for %j says why the text is not valid JSON', (text, says) => {
  expect(() => readNamedJson(fileOf(text))).toThrow(says);
});
