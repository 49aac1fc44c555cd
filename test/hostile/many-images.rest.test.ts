/**
 * Many creates with many images: nothing is made for them until a clip is asked for, and others are answered meanwhile.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createEmulator } from '../../emulator/index.ts';

const CREATES = 40;
const COMMON = { model: 'videomodel-2.5', prompt: 'A tide pool.', duration_seconds: 4, resolution: '480p' };

type Send = (key: string, path: string, body?: unknown) => Promise<Response>;

async function open(): Promise<Send> {
  const cacheFolder = await mkdtemp(join(tmpdir(), 'standin-images-'));
  const emulator = createEmulator({ latency: 'instant', cacheFolder });
  onTestFinished(async () => {
    await emulator.close();
    await rm(cacheFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });
  return (key, path, body) => {
    const headers = { authorization: `Bearer sk_standin_${key}`, 'content-type': 'application/json' };
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    return emulator.fetch(new Request(`http://standin.test/v1/videos${path}`, init));
  };
}

async function idOf(answer: Response): Promise<string> {
  expect(answer.status).toBe(202);
  return ((await answer.json()) as { id: string }).id;
}

function createMany(send: Send): Promise<string[]> {
  return Promise.all(
    Array.from({ length: CREATES }, async (_, create) => {
      const image_urls = Array.from({ length: 30 }, (__, image) => `https://cdn.example.com/${create}/${image}.png`);
      return idOf(await send('images~balance-9000', '', { ...COMMON, mode: 'reference-to-video', image_urls }));
    }),
  );
}

/** Microseconds of CPU time that this process has taken so far. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

test('forty creates with thirty images each hold up nobody, not even while their clips are rendered', async () => {
  const send = await open();
  const polled = await idOf(await send('polls', '', COMMON));
  const [first = ''] = await createMany(send);
  const done: string[] = [];
  const download = send('images', `/${first}/content`).then((answer) => {
    done.push('download');
    return answer;
  });
  for (let polls = 0; polls < 20; polls += 1) {
    expect((await send('polls', `/${polled}`)).status).toBe(200);
    done.push('poll');
  }
  expect((await download).status).toBe(200);
  expect(done.indexOf('download')).toBeGreaterThan(done.lastIndexOf('poll'));
});

test('forty creates with thirty images each take no more work than one of their clips', async () => {
  const send = await open();
  const start = processorTime();
  const [first = ''] = await createMany(send);
  const created = processorTime();
  const clip = await send('images', `/${first}/content`);
  expect([clip.status, (await clip.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
  // A fourth of it; with their images drawn at once they took six times as much.
  expect(created - start).toBeLessThan(processorTime() - created);
});
