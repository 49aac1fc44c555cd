/** Running a child: pipes in and out, an end to it in every case, and errors without its internals. */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { ffmpegRunner, runChild } from './ffmpeg-run.ts';
import { openScriptFolder, type ScriptFolder } from '../../test/support/render/script-folder.ts';

const never = new AbortController().signal;
let scripts: ScriptFolder;
beforeAll(async () => {
  scripts = await openScriptFolder();
});
afterAll(() => scripts.remove());

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A zombie that waits for its parent has ended too. */
async function isRunning(pid: number): Promise<boolean> {
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return isAlive(pid) && !/ Z /.test(state);
}

async function pidFrom(path: string): Promise<number> {
  for (;;) {
    const pid = Number(await readFile(path, 'utf8').catch(() => ''));
    if (pid > 0) return pid;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe.skipIf(process.platform === 'win32')('a child', () => {
  test('gets each input on a pipe of its own and its output comes back', async () => {
    const run = ffmpegRunner(await scripts.script('cat', 'cat <&0; cat <&3; cat <&4'));
    const inputs = ['one ', 'two ', 'three'].map((text) => ({ options: [], chunks: [Buffer.from(text)] }));
    expect((await run({ inputs, output: [] }, never)).toString()).toBe('one two three');
  });

  test('gets its inputs by number and its options unchanged, without a shell', async () => {
    const run = ffmpegRunner(await scripts.script('args', 'for a in "$@"; do echo "$a"; done'));
    const inputs = [
      { options: ['-f', 'a b'], chunks: [] },
      { options: ['$(id)'], chunks: [] },
    ];
    const said = (await run({ inputs, output: ['-x', '; rm'] }, never)).toString().trim().split('\n');
    expect(said.slice(-10)).toEqual(['-f', 'a b', '-i', 'pipe:0', '$(id)', '-i', 'pipe:3', '-x', '; rm', 'pipe:1']);
  });

  test('that stops reading early may still succeed', async () => {
    const run = ffmpegRunner(await scripts.script('head', 'head -c 4'));
    const inputs = [{ options: [], chunks: [Buffer.alloc(4 << 20, 'x')] }];
    expect((await run({ inputs, output: [] }, never)).toString()).toBe('xxxx');
  });

  test('that fails is an error whose message hides what it said', async () => {
    const run = ffmpegRunner(await scripts.script('fails', 'echo "secret path /srv" >&2; exit 3'));
    const error: unknown = await run({ inputs: [], output: [] }, never).catch((error: unknown) => error);
    expect(error).toMatchObject({ code: 'ffmpeg_failed', detail: 'exit status 3: secret path /srv' });
    expect(String(error)).not.toContain('secret');
  });

  test('that is not there is an error that says what to do', async () => {
    const run = ffmpegRunner(join(scripts.path, 'nowhere'));
    await expect(run({ inputs: [], output: [] }, never)).rejects.toMatchObject({
      code: 'ffmpeg_not_runnable',
      message: expect.stringContaining('STANDIN_FFMPEG'),
    });
  });

  test('is killed when its signal aborts', async () => {
    const note = join(scripts.path, 'abort.pid');
    const run = ffmpegRunner(await scripts.script('sleeps', `echo $$ > ${note}; exec sleep 60`));
    const stop = new AbortController();
    const running = run({ inputs: [], output: [] }, stop.signal);
    const pid = await pidFrom(note);
    stop.abort();
    await expect(running).rejects.toMatchObject({ code: 'aborted' });
    expect(isAlive(pid)).toBe(false);
  });

  test('that takes too long is killed', async () => {
    const run = ffmpegRunner(await scripts.script('hangs', 'exec sleep 60'), 200);
    await expect(run({ inputs: [], output: [] }, never)).rejects.toMatchObject({
      code: 'ffmpeg_failed',
      detail: expect.stringContaining('SIGKILL'),
    });
  });

  test('that writes without end is killed', async () => {
    const job = { inputs: [], milliseconds: 60_000, outputBytes: 1 << 20 };
    await expect(runChild(await scripts.script('endless', 'exec yes'), [], job)).rejects.toMatchObject({
      code: 'ffmpeg_failed',
      detail: expect.stringContaining('past 1048576 bytes'),
    });
  });

  test('is killed with what it started', async () => {
    const note = join(scripts.path, 'grandchild.pid');
    const run = ffmpegRunner(await scripts.script('starts', `sleep 60 & echo $! > ${note}; wait`));
    const stop = new AbortController();
    const running = run({ inputs: [], output: [] }, stop.signal);
    const pid = await pidFrom(note);
    stop.abort();
    await expect(running).rejects.toMatchObject({ code: 'aborted' });
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  test('leaves nothing behind when it ends by itself', async () => {
    const note = join(scripts.path, 'left.pid');
    const run = ffmpegRunner(await scripts.script('leaves', `sleep 60 <&- >&- 2>&- & echo $! > ${note}; echo done`));
    expect((await run({ inputs: [], output: [] }, never)).toString()).toBe('done\n');
    const pid = await pidFrom(note);
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  test('ends with its process, even if what it started holds its pipes', async () => {
    const note = join(scripts.path, 'holds.pid');
    const run = ffmpegRunner(await scripts.script('holds', `sleep 60 & echo $! > ${note}; echo done`));
    expect((await run({ inputs: [], output: [] }, never)).toString()).toBe('done\n');
    const pid = await pidFrom(note);
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  // Only Linux is sure to have setsid.
  test.skipIf(process.platform !== 'linux')('ends even if what holds its pipes has left its group', async () => {
    const note = join(scripts.path, 'left-group.pid');
    const over = join(scripts.path, 'left-group.over');
    const left = `echo $$ > ${note}; sleep 20; echo over > ${over}`;
    const leaving = `setsid sh -c '${left}' & while [ ! -s ${note} ]; do :; done; echo done`;
    const run = ffmpegRunner(await scripts.script('leaves-group', leaving));
    expect((await run({ inputs: [], output: [] }, never)).toString()).toBe('done\n');
    // The process that left the group goes on, and the clip does not wait for its end.
    expect(existsSync(over)).toBe(false);
    process.kill(await pidFrom(note));
  });

  test.skipIf(process.platform !== 'linux')('gives up what comes after its end for as long as it comes', async () => {
    // Some three seconds of output of what has left the group, in pauses far below that after which it is given up.
    const lines = 'at=0; while [ $at -lt 60 ]; do at=$((at + 1)); echo $at; sleep 0.05; done';
    const run = ffmpegRunner(await scripts.script('goes-on', `setsid sh -c '${lines}' & sleep 0.2; echo first`));
    const said = (await run({ inputs: [], output: [] }, never)).toString().trim().split('\n');
    const all = ['first', ...Array.from({ length: 60 }, (_, at) => String(at + 1))];
    expect(said.toSorted()).toEqual(all.toSorted());
  });

  test('that complains without end is killed', async () => {
    const job = { inputs: [], milliseconds: 60_000, outputBytes: 1 << 20 };
    await expect(runChild(await scripts.script('complains', 'exec yes >&2'), [], job)).rejects.toMatchObject({
      detail: expect.stringContaining('past 1048576 bytes'),
    });
  });

  test('is not started under a signal that has aborted', async () => {
    const run = ffmpegRunner(join(scripts.path, 'nowhere'));
    await expect(run({ inputs: [], output: [] }, AbortSignal.abort())).rejects.toMatchObject({ code: 'aborted' });
  });
});
