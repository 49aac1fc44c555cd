import { appendFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openJournal } from './journal.ts';

const folder = mkdtempSync(join(tmpdir(), 'standin-journal-'));
const owner = { baseUrl: 'https://one.example', keys: { primary: 'digest' } };

afterAll(() => rmSync(folder, { recursive: true }));

test('a run that died is continued: same run, same Idempotency-Key, same generation', () => {
  const path = join(folder, 'a', 'spend.jsonl');
  const first = openJournal(path, owner, 'run-1');
  first.write({ event: 'intend', name: 'clip.base', idempotencyKey: 'k1', body: 'b1' });
  first.write({ event: 'accepted', name: 'clip.base', id: 'id-1', body: 'b1' });
  first.write({ event: 'intend', name: 'clip.edit', idempotencyKey: 'k2', body: 'b2' });
  appendFileSync(path, '{"event":"accepted","name":"clip.ed');
  const second = openJournal(path, owner, 'run-2');
  expect(second.runId).toBe('run-1');
  expect(second.earlier('clip.base')).toEqual({ idempotencyKey: 'k1', body: 'b1', id: 'id-1' });
  expect(second.earlier('clip.edit')).toEqual({ idempotencyKey: 'k2', body: 'b2' });
  expect(second.earlier('clip.extend')).toBeUndefined();
});

test('a journal of another server or other keys is not continued', () => {
  const path = join(folder, 'b.jsonl');
  openJournal(path, owner, 'run-1').write({ event: 'intend', name: 'clip.base', idempotencyKey: 'k1', body: 'b1' });
  const other = openJournal(path, { ...owner, baseUrl: 'https://two.example' }, 'run-2');
  expect(other.runId).toBe('run-2');
  expect(other.earlier('clip.base')).toBeUndefined();
});

test('a run that ends normally does not leave a journal', () => {
  const path = join(folder, 'c.jsonl');
  const journal = openJournal(path, owner, 'run-1');
  expect(existsSync(path)).toBe(true);
  journal.finish();
  expect(existsSync(path)).toBe(false);
});
