/** Accounts take turns with ffmpeg: no account waits for all clips of another account. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';

import { createEmulator, type Emulator } from '../../emulator/index.ts';

/** `.ci/long` requests more clips. */
const CLIPS = process.env['HOSTILE'] === 'full' ? 20 : 6;

/** Opens an emulator without any clip. */
async function openEmulator(): Promise<Emulator> {
  const cacheFolder = await mkdtemp(join(tmpdir(), 'standin-apart-'));
  const emulator = createEmulator({ latency: 'instant', renderAhead: 0, cacheFolder });
  onTestFinished(async () => {
    await emulator.close();
    await rm(cacheFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });
  return emulator;
}

async function createdBy(emulator: Emulator, account: string, prompt: string): Promise<() => Promise<number>> {
  const headers = { authorization: `Bearer sk_standin_${account}~balance-9000`, 'content-type': 'application/json' };
  const body = JSON.stringify({ model: 'videomodel-2.5', prompt, duration_seconds: 4, resolution: '480p' });
  const url = 'http://standin.test/v1/videos';
  const answer = await emulator.fetch(new Request(url, { method: 'POST', headers, body }));
  const { id } = (await answer.json()) as { readonly id: string };
  return async () => {
    const content = await emulator.fetch(new Request(`${url}/${id}/content`, { headers }));
    await content.arrayBuffer();
    return content.status;
  };
}

// The scene of the last prompt is encoded once for both accounts. The first account waits in a longer queue for it.
test('a clip of one account is there before all that another account has asked for earlier', async () => {
  const emulator = await openEmulator();
  const prompts = Array.from({ length: CLIPS }, (_, at) => `A scene of the number ${at}.`);
  const many = await Promise.all(prompts.map((prompt) => createdBy(emulator, 'many', prompt)));
  const one = await createdBy(emulator, 'one', prompts.at(-1) ?? '');
  const ended: string[] = [];
  const note = async (account: string, content: () => Promise<number>): Promise<void> => {
    expect(await content()).toBe(200);
    ended.push(account);
  };
  const asked = many.map((content) => note('many', content));
  await sleep(100);
  await Promise.all([...asked, note('one', one)]);
  expect(ended.indexOf('one')).toBeLessThan(CLIPS / 2);
});
