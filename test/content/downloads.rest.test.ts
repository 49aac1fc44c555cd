/** Downloads as clients do them: broken off, resumed, played; and what happens when no clip can be made. */

import { execFile, execFileSync } from 'node:child_process';
import { readdirSync, existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmulator } from '../../emulator/index.ts';
import { createVideo, startWithClip, type Download } from './support.ts';

const HANDLES = '/proc/self/fd';
const hasCurl = works('curl', ['--version']);

let clip: Download;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'standin-downloads-'));
  clip = await startWithClip({ cacheFolder: join(folder, 'cache') });
});
afterAll(async () => {
  await clip.emulator.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

test.skipIf(!existsSync(HANDLES))(
  '500 downloads that are broken off leave no file handle open (needs /proc)',
  async () => {
    const before = readdirSync(HANDLES).length;
    for (let batch = 0; batch < 20; batch += 1) await Promise.all(Array.from({ length: 25 }, abortedDownload));
    await expect.poll(() => readdirSync(HANDLES).length, { timeout: 20_000 }).toBeLessThanOrEqual(before + 2);
  },
);

function abortedDownload(): Promise<void> {
  return new Promise((resolve) => {
    const request = get(clip.url, { headers: clip.headers, agent: false }, (response) => {
      response.once('data', () => response.destroy());
      response.once('close', () => resolve());
      response.on('error', () => undefined);
    });
    request.on('error', () => resolve());
  });
}

test.skipIf(!hasCurl)('curl resumes a download where it was broken off (needs curl)', async () => {
  const file = join(folder, 'resumed.mp4');
  await writeFile(file, clip.bytes.subarray(0, 200_000));
  await promisify(execFile)('curl', [
    '-sf',
    '-C',
    '-',
    '-H',
    `Authorization: ${clip.headers.authorization}`,
    '-o',
    file,
    clip.url,
  ]);
  expect((await readFile(file)).equals(clip.bytes)).toBe(true);
});

test('a clip is the same after a restart with the same cache, and with an empty one', async () => {
  for (const cacheFolder of [join(folder, 'cache'), join(folder, 'empty')]) {
    const again = await startWithClip({ cacheFolder, clock: 'frozen@2026-01-01T00:00:00Z' });
    const first = await startWithClip({ cacheFolder: join(folder, 'third'), clock: 'frozen@2026-01-01T00:00:00Z' });
    expect(again.bytes.equals(first.bytes)).toBe(true);
    expect(again.etag).toBe(first.etag);
    await Promise.all([again.emulator.close(), first.emulator.close()]);
  }
});

test('without any ffmpeg the server is not ready, and content is 503 with the reason', async () => {
  const emulator = createEmulator({ latency: 'instant', ffmpeg: join(folder, 'no-such-ffmpeg') });
  const { url } = await emulator.listen({ port: 0 });
  const ready = await fetch(`${url}/_standin/health/ready`);
  expect([ready.status, await ready.json()]).toEqual([
    503,
    {
      status: 'not_ready',
      ffmpeg: { found: false, version: null, origin: null },
      reason: expect.stringMatching(
        /^The setting ffmpeg \(--ffmpeg\) is set to ".*no-such-ffmpeg": no such file\. .* or remove it\.$/,
      ),
    },
  ]);
  const headers = { authorization: 'Bearer sk_standin_none' };
  const content = await fetch(`${url}/v1/videos/${await createVideo(url, headers)}/content`, { headers });
  expect([content.status, content.headers.get('retry-after')]).toEqual([503, '10']);
  expect(await content.json()).toMatchObject({
    error: { code: 'service_unavailable', message: expect.stringContaining('The setting ffmpeg (--ffmpeg) is set to') },
  });
  await emulator.close();
});

test('a client that goes while its clip is made ends the encode, and the next one gets the clip', async () => {
  const emulator = createEmulator({ latency: 'instant', cacheFolder: join(folder, 'canceled') });
  const { url } = await emulator.listen({ port: 0 });
  const content = `${url}/v1/videos/${await createVideo(url, clip.headers, { duration_seconds: 8 })}/content`;
  const leaving = new AbortController();
  const left = fetch(content, { headers: clip.headers, signal: leaving.signal });
  await sleep(50);
  leaving.abort();
  await expect(left).rejects.toThrow();
  expect((await fetch(content, { headers: clip.headers })).status).toBe(200);
  await emulator.close();
});

function works(command: string, args: readonly string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
