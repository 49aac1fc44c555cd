/**
 * A folder that an earlier build wrote opens with all its data. `format-5.json` contains its files. It changes only with
 * the number of the format in `emulator/store/durable/format.ts`.
 */

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createEmulator } from '../../emulator/index.ts';
import { clientOf } from '../replicas/two-replicas.ts';

const ENDED = 'a116e0bb-d4a4-4724-a8fd-5703ad2b62d1';
const DERIVED = 'ef0a5ca3-1e74-4f74-8024-fe5cf8fce0bb';
const RUNNING = 'db9e5e41-6b0a-4f99-9a61-0c4f727fa369';
const REQUEST = { model: 'videomodel-2.5', prompt: 'a fox', duration_seconds: 4, resolution: '480p' };

/** Writes the files, which are base64 in one JSON, to a folder. */
async function earlierFolder(): Promise<string> {
  const data = await mkdtemp(join(tmpdir(), 'standin-format-'));
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  const text = await readFile(new URL('format-5.json', import.meta.url), 'utf8');
  const files: Record<string, string> = JSON.parse(text);
  for (const [name, bytes] of Object.entries(files)) {
    await mkdir(dirname(join(data, name)), { recursive: true });
    await writeFile(join(data, name), Buffer.from(bytes, 'base64'));
  }
  return data;
}

test('a folder of format 5 has its generations, ledger, Idempotency-Keys, rules, keys, clock and journal', async () => {
  const emulator = createEmulator({ data: await earlierFolder() });
  onTestFinished(() => emulator.close());
  const ask = clientOf(emulator, 'kept');
  const { body: account } = await ask('GET /_standin/accounts/kept');
  expect(account).toMatchObject({
    ledger: { granted_usd: 10, balance_usd: 8.4, reserved_usd: 1.12, captured_usd: 0.48 },
    clock: { now: '2026-01-01T00:00:00.000Z', mode: 'frozen' },
    counters: { created: 3 },
    keys: 'some_revoked',
  });
  for (const [key, id] of [
    ['done', ENDED],
    ['running', RUNNING],
  ] as const) {
    const again = await ask('POST /v1/videos', { body: REQUEST, headers: { 'idempotency-key': key } });
    expect([again.headers.get('idempotent-replayed'), again.body.id]).toEqual(['true', id]);
  }
  // The rule fires twice, and had fired once.
  expect((await ask(`GET /v1/videos/${RUNNING}`)).status).toBe(418);
  expect((await ask(`GET /v1/videos/${RUNNING}`)).body.status).toBe('completed');
  expect((await ask(`GET /v1/videos/${ENDED}`)).body.status).toBe('completed');
  expect((await ask(`GET /_standin/accounts/kept/generations/${DERIVED}`)).body.source_video_ids).toEqual([ENDED]);
  expect((await ask('GET /v1/videos/none', { key: 'an-issued-key-of-then' })).status).toBe(404);
  expect((await ask('GET /v1/videos/none', { key: 'sk_standin_kept~seed-9' })).status).toBe(401);
  const { entries } = (await ask('GET /_standin/accounts/kept/journal?limit=1000')).body;
  expect(entries.filter(({ operation }: { operation: string }) => operation === 'create').length).toBeGreaterThan(4);
  expect((await ask('POST /v1/videos', { body: REQUEST })).status).toBe(202);
});
