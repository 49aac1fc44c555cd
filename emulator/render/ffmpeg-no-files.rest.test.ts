/** A process with no file left to open while it looks for ffmpeg, or runs it. */

import childProcess, { type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { openScriptFolder } from '../../test/support/render/script-folder.ts';
import { findFfmpeg } from './ffmpeg-find.ts';
import { ffmpegRunner } from './ffmpeg-run.ts';

/** The result of `spawn` then: a child without a pid, without pipes, and with its error in the next tick. */
function childWithoutFiles(): ChildProcess {
  const child = Object.assign(new EventEmitter(), { pid: undefined, kill: () => false });
  process.nextTick(() => child.emit('error', Object.assign(new Error('spawn ffmpeg EMFILE'), { code: 'EMFILE' })));
  return child as unknown as ChildProcess;
}

/** The next `spawn` finds none; modules see it that were loaded long ago. */
beforeEach(() => {
  const spy = vi.spyOn(childProcess, 'spawn').mockImplementationOnce(childWithoutFiles);
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
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
