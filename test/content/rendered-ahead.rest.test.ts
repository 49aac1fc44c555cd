/** The first download finds its clip rendered, where the generation took its time; else the journal says how long it waited. */

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';

import { createEmulator, type Emulator, type SettingsInput } from '../../emulator/index.ts';

const BODY = { model: 'videomodel-2.5', prompt: 'Rendered ahead', duration_seconds: 4, resolution: '480p' };

interface Served {
  readonly emulator: Emulator;
  readonly cacheFolder: string;
  readonly create: () => Promise<string>;
  readonly download: (id: string) => Promise<Response>;
  /** How many parts of clips were encoded. */
  readonly encoded: () => Promise<number>;
}

async function served(settings: SettingsInput): Promise<Served> {
  const cacheFolder = await mkdtemp(join(tmpdir(), 'standin-ahead-'));
  const emulator = createEmulator({ cacheFolder, ...settings });
  onTestFinished(async () => {
    await emulator.close();
    await rm(cacheFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });
  const { url } = await emulator.listen({ port: 0 });
  const headers = { authorization: 'Bearer sk_standin_ahead', 'content-type': 'application/json' };
  return {
    emulator,
    cacheFolder,
    create: async () => {
      const response = await fetch(`${url}/v1/videos`, { method: 'POST', headers, body: JSON.stringify(BODY) });
      return ((await response.json()) as { id: string }).id;
    },
    download: (id) => fetch(`${url}/v1/videos/${id}/content`, { headers }),
    encoded: async () =>
      (await readdir(cacheFolder, { recursive: true })).filter((name) => /[0-9a-f]{64}$/.test(name)).length,
  };
}

/** A slate of one second, a landscape of two, one of one, and the sound. */
const PARTS = 4;

test('a clip is encoded before anybody asks for it, and the first download encodes nothing more', async () => {
  const { emulator, create, download, encoded } = await served({ latency: 'manual' });
  const id = await create();
  await vi.waitFor(async () => expect(await encoded()).toBe(PARTS), { timeout: 60_000, interval: 50 });
  await emulator.account('ahead').move(id, 'completed');
  const first = await download(id);
  expect([first.status, (await first.arrayBuffer()).byteLength]).toEqual([
    200,
    Number(first.headers.get('content-length')),
  ]);
  expect(await encoded()).toBe(PARTS);
});

test('where there was no time for it, the answer, the journal and its explanation say how long the clip took', async () => {
  const { emulator, create, download } = await served({ latency: 'instant' });
  const id = await create();
  const [first, again] = [await download(id), await download(id)];
  const told = first.headers.get('server-timing');
  expect(told).toMatch(/^render;dur=\d+$/);
  expect(again.headers.get('server-timing')).toBeNull();
  const entries = emulator.account('ahead').journal.entries({ operation: 'content' });
  expect(entries.map(({ timing }) => timing.rendered_ms)).toEqual([Number(told?.slice('render;dur='.length)), null]);
  expect(emulator.journal.explain(entries[0]?.request_id ?? '')).toContain('ms to render the clip');
});

test('nothing is rendered ahead where the clock stands, and for a program that does not listen', async () => {
  const frozen = await served({ clock: 'frozen' });
  await frozen.create();
  const emulator = createEmulator({ latency: 'manual', ffmpeg: '/nowhere/ffmpeg', cacheFolder: frozen.cacheFolder });
  const headers = { authorization: 'Bearer sk_standin_inside', 'content-type': 'application/json' };
  await emulator.fetch('http://localhost/v1/videos', { method: 'POST', headers, body: JSON.stringify(BODY) });
  expect(await frozen.encoded()).toBe(0);
});
