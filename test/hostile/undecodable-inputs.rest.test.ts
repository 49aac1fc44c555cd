/** Input files that pass the file rules and cannot be decoded: the generation fails of them, instead of completing without content. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createEmulator } from '../../emulator/index.ts';
import { blackPng } from '../support/inputs/real-files.ts';

async function failureOf(file: Buffer): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'standin-undecodable-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  await writeFile(join(folder, 'x.png'), file);
  const media = [{ prefix: 'https://cdn.example.com/', folder }];
  const emulator = createEmulator({ latency: 'instant', media, cacheFolder: join(folder, 'cache') });
  onTestFinished(() => emulator.close());
  const headers = { authorization: 'Bearer sk_standin_files~balance-10', 'content-type': 'application/json' };
  const send = async (path: string, init: RequestInit = {}): Promise<Record<string, unknown>> => {
    const answer = await emulator.fetch(new Request(`http://standin.test/v1/videos${path}`, { headers, ...init }));
    return (await answer.json()) as Record<string, unknown>;
  };
  const common = { model: 'videomodel-2.5', prompt: 'A tide pool.', duration_seconds: 4, resolution: '480p' };
  const image = { mode: 'image-to-video', aspect_ratio: 'adaptive', image_urls: ['https://cdn.example.com/x.png'] };
  const { id } = await send('', { method: 'POST', body: JSON.stringify({ ...common, ...image }) });
  const { status, error } = await send(`/${String(id)}`);
  const { balance, granted } = await emulator.account('files').ledger();
  return { status, code: (error as { code: string } | undefined)?.code, isRefunded: balance === granted };
}

test('an image whose pixels are noise fails the generation with its code, and the reservation is refunded', async () => {
  const noise = blackPng(640, 480);
  noise.fill(0xa5, 33 + 8, noise.length - 16);
  expect(await failureOf(noise)).toEqual({ status: 'failed', code: 'image_invalid', isRefunded: true });
});

test('an image that decodes does not', async () => {
  expect(await failureOf(blackPng(640, 480))).toEqual({ status: 'completed', code: undefined, isRefunded: false });
});
