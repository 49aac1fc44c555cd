/** A program in place of ffmpeg: content requests get a 503, memory does not grow, and no process or file stays. */

import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createEmulator } from '../../emulator/index.ts';

/** Answers the probe like ffmpeg. Each test adds the rest of its behavior. */
const LIKE_FFMPEG = `case "$*" in
*-version*) echo "ffmpeg version 9.9-test"; exit ;;
*-encoders*) printf ' V..... libx264              x\\n A..... aac                  x\\n'; exit ;;
esac`;

async function contentWith(body: string, mode = 0o755): Promise<{ status: number; ffmpeg: string; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'standin-wrong-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  const ffmpeg = join(folder, 'ffmpeg');
  await writeFile(ffmpeg, `#!/bin/sh\n${LIKE_FFMPEG}\n${body.replaceAll('FOLDER', folder)}\n`);
  await chmod(ffmpeg, mode);
  const emulator = createEmulator({ latency: 'instant', ffmpeg, cacheFolder: join(folder, 'cache') });
  onTestFinished(() => emulator.close());
  const headers = { authorization: 'Bearer sk_standin_wrong', 'content-type': 'application/json' };
  const send = (path: string, init: RequestInit = {}): Promise<Response> =>
    emulator.fetch(new Request(`http://standin.test/v1/videos${path}`, { headers, ...init }));
  const common = { model: 'videomodel-2.5', prompt: 'A tide pool.', duration_seconds: 4, resolution: '480p' };
  const created = await send('', { method: 'POST', body: JSON.stringify({ ...common, audio: false }) });
  const { id } = (await created.json()) as { id: string };
  return { status: (await send(`/${id}/content`)).status, ffmpeg, folder };
}

async function isRunning(pid: number): Promise<boolean> {
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return state !== '' && !/ Z /.test(state);
}

describe.skipIf(process.platform !== 'linux')('a wrong ffmpeg', () => {
  test('that writes without end is ended', async () => {
    expect((await contentWith('exec cat /dev/zero')).status).toBe(503);
  });

  test.each([
    ['nothing', 'exit 0'],
    ['noise', 'head -c 100000 /dev/urandom'],
    ['a box of 2^63 bytes', String.raw`printf '\000\000\000\001mdat\177\377\377\377\377\377\377\377'`],
  ])('that writes %s and exits with 0 is reported as a failure', async (_, body) => {
    expect((await contentWith(body)).status).toBe(503);
  });

  test('that leaves a child behind is ended with it', async () => {
    const { status, folder } = await contentWith('sleep 300 & echo $! >> FOLDER/pids; cat /dev/zero');
    expect(status).toBe(503);
    const pids = (await readFile(join(folder, 'pids'), 'utf8')).trim().split('\n').map(Number);
    for (const pid of pids) await expect.poll(() => isRunning(pid)).toBe(false);
  });

  test('that may not be executed keeps its mode', async () => {
    const { status, ffmpeg } = await contentWith('', 0o644);
    expect([status, (await stat(ffmpeg)).mode & 0o777]).toEqual([503, 0o644]);
  });
});
