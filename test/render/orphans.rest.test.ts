/** Children die with their parent, however it dies. */

import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';

import { allBinaries } from './support/renderer-for-tests.ts';

const jiti = join(dirname(createRequire(import.meta.url).resolve('jiti/package.json')), 'lib', 'jiti-cli.mjs');
const runner = fileURLToPath(new URL('../../emulator/render/ffmpeg-run.ts', import.meta.url));

/** A parent whose ffmpeg has an hour of pictures to encode; resolves with the child's pid once it runs. */
async function parentOf(ffmpeg: string): Promise<{ child: number; die: (signal: NodeJS.Signals) => void }> {
  const folder = await mkdtemp(join(tmpdir(), 'standin-orphan-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  const [wrapper, note, script] = ['ffmpeg.sh', 'pid', 'parent.ts'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await writeFile(wrapper, `#!/bin/sh\necho $$ > ${note}\nexec ${ffmpeg} "$@"\n`, { mode: 0o755 });
  const input = '-f rawvideo -pix_fmt gray -video_size 1920x1080 -framerate 24'.split(' ');
  await writeFile(
    script,
    `import { ffmpegRunner } from ${JSON.stringify(runner)};
     process.on('SIGTERM', () => process.exit(0));
     const frame = new Uint8Array(1920 * 1080);
     const chunks = Array.from({ length: 86400 }, () => frame);
     const inputs = [{ options: ${JSON.stringify(input)}, chunks }];
     await ffmpegRunner(${JSON.stringify(wrapper)})({ inputs, output: ['-c:v', 'libx264', '-f', 'h264'] }, new AbortController().signal);`,
  );
  const parent = spawn(process.execPath, [jiti, script], { stdio: ['ignore', 'ignore', 'inherit'] });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const child = await waitFor(async () => Number(await readFile(note, 'utf8').catch(() => '')) || undefined);
  return { child, die: (signal) => parent.kill(signal) };
}

async function waitFor<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A zombie that nobody collects has ended too. */
async function hasEnded(pid: number): Promise<true | undefined> {
  try {
    process.kill(pid, 0);
    const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    return / Z /.test(state) || undefined;
  } catch {
    return true;
  }
}

describe.skipIf(process.platform === 'win32').each(await allBinaries())('ffmpeg $version', ({ path }) => {
  test.each(['SIGKILL', 'SIGTERM'] as const)('ends when its parent dies of %s', async (signal) => {
    const { child, die } = await parentOf(path);
    expect(await hasEnded(child)).toBeUndefined();
    die(signal);
    expect(await waitFor(() => hasEnded(child))).toBe(true);
  });
});
