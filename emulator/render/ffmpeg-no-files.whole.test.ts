/** A process with no file left to open while it looks for ffmpeg, or runs it. */

import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { openScriptFolder } from '../../test/support/render/script-folder.ts';
import { findFfmpeg } from './ffmpeg-find.ts';
import { ffmpegRunner } from './ffmpeg-run.ts';

vi.mock('node:child_process', async (original) => {
  const actual = await original<{ spawn: typeof spawn }>();
  return { ...actual, spawn: vi.fn(actual.spawn) };
});

/** What `spawn` returns then: a child without a pid, without pipes, and with its error in the next tick. */
function childWithoutFiles(): ReturnType<typeof spawn> {
  const child = Object.assign(new EventEmitter(), { pid: undefined, kill: () => false });
  process.nextTick(() => child.emit('error', Object.assign(new Error('spawn ffmpeg EMFILE'), { code: 'EMFILE' })));
  return child as unknown as ReturnType<typeof spawn>;
}

beforeEach(() => {
  vi.mocked(spawn).mockImplementationOnce(childWithoutFiles);
});

test('a search that could not run what it found is not kept', async () => {
  const scripts = await openScriptFolder();
  onTestFinished(() => scripts.remove());
  const path = await scripts.script('ffmpeg', FAKE);
  await expect(findFfmpeg({ STANDIN_FFMPEG: path })).rejects.toMatchObject({ code: 'EMFILE' });
  expect(await findFfmpeg({ STANDIN_FFMPEG: path })).toMatchObject({ found: true });
});

test("a run with inputs ends with the system's own error", async () => {
  const run = ffmpegRunner('ffmpeg');
  const inputs = [{ options: [], chunks: [Buffer.from('x')] }];
  const never = new AbortController().signal;
  await expect(run({ inputs, output: [] }, never)).rejects.toMatchObject({ code: 'EMFILE' });
});

const FAKE = `case "$*" in
*-version*) echo "ffmpeg version 9.9-test Copyright" ;;
*) printf ' V..... libx264              x\\n A..... aac                  x\\n' ;;
esac`;
