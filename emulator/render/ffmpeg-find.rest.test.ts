/** The search for ffmpeg: its order, its refusals and what it says about them. */

import { chmod, copyFile, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';

import { findFfmpeg, isExecutable, makeExecutable } from './ffmpeg-find.ts';
import { openScriptFolder, type ScriptFolder } from '../../test/support/render/script-folder.ts';

let scripts: ScriptFolder;
beforeAll(async () => {
  scripts = await openScriptFolder();
});
afterAll(() => scripts.remove());

const FAKE = `case "$*" in
*-version*) echo "ffmpeg version 9.9-test Copyright" ;;
*) printf ' V..... libx264              x\\n A..... aac                  x\\n' ;;
esac`;

describe.skipIf(process.platform === 'win32')('finding ffmpeg', () => {
  test('the binary in the npm package is found when the PATH is empty', async () => {
    const search = await findFfmpeg({ PATH: '' });
    expect(search).toMatchObject({ found: true, binary: { version: expect.stringMatching(/\S/) } });
    expect(search.found && search.binary.origin).toBe('@ffmpeg-installer/ffmpeg');
  });

  test('STANDIN_FFMPEG goes before everything else', async () => {
    const path = await scripts.script('chosen', FAKE);
    const search = await findFfmpeg({ PATH: process.env['PATH'], STANDIN_FFMPEG: path });
    expect(search).toEqual({ found: true, binary: { path, version: '9.9-test', origin: 'STANDIN_FFMPEG' }, tried: [] });
  });

  test('an ffmpeg on the PATH goes before the one in the npm package', async () => {
    const bin = join(scripts.path, 'bin');
    await mkdir(bin);
    await copyFile(await scripts.script('on-path', FAKE), join(bin, 'ffmpeg'));
    const search = await findFfmpeg({ PATH: `/nowhere:${bin}` });
    expect(search).toMatchObject({ found: true });
    expect(search.found && search.binary.origin).toBe('PATH');
  });

  test('a STANDIN_FFMPEG that is not there is an error that says so, and nothing else is taken', async () => {
    const search = await findFfmpeg({ PATH: process.env['PATH'], STANDIN_FFMPEG: '/nowhere/ffmpeg' });
    expect(search).toMatchObject({
      found: false,
      tried: [{ origin: 'STANDIN_FFMPEG', reason: 'no such file' }],
    });
    expect(!search.found && search.message).toBe(
      'STANDIN_FFMPEG is set to "/nowhere/ffmpeg": no such file. Set STANDIN_FFMPEG to the path of an ffmpeg with libx264 and aac, or unset the variable.',
    );
  });

  test('the path of the setting goes before the variable, and messages name the setting', async () => {
    const path = await scripts.script('of-the-setting', FAKE);
    const env = { STANDIN_FFMPEG: '/nowhere/ffmpeg' };
    expect(await findFfmpeg(env, { chosen: path })).toMatchObject({
      found: true,
      binary: { path, origin: '--ffmpeg' },
    });
    const search = await findFfmpeg(env, { chosen: await scripts.script('silent', 'exit 1') });
    expect(!search.found && search.message).toMatch(
      /^The setting ffmpeg \(--ffmpeg\) is set to ".*": it could not be run \(exit status 1\)\. Set it to .*, or remove it\.$/,
    );
    const same = await findFfmpeg(env, { chosen: '/nowhere/ffmpeg' });
    expect(!same.found && same.message).toContain('STANDIN_FFMPEG is set to');
  });

  test('a binary without the encoder is refused by name', async () => {
    const path = await scripts.script('no-x264', FAKE.replace('libx264 ', 'mpeg4 '));
    const search = await findFfmpeg({ STANDIN_FFMPEG: path });
    expect(search).toMatchObject({ found: false, tried: [{ reason: 'it was built without libx264' }] });
  });

  test('a program that is not ffmpeg is refused', async () => {
    const path = await scripts.script('other', 'echo hello');
    const search = await findFfmpeg({ STANDIN_FFMPEG: path });
    expect(search).toMatchObject({
      found: false,
      tried: [{ reason: 'it runs, but its output is not the output of ffmpeg' }],
    });
  });

  test('a binary that hangs is given up', async () => {
    const path = await scripts.script('hangs', 'exec sleep 60');
    const search = await findFfmpeg({ STANDIN_FFMPEG: path }, { probeMilliseconds: 200 });
    expect(search).toMatchObject({ found: false, tried: [{ reason: 'it did not answer within 200 ms' }] });
  });

  test('a STANDIN_FFMPEG that may not be executed is refused, and its mode is left as it was', async () => {
    const path = await scripts.script('no-x-bit', FAKE);
    await chmod(path, 0o644);
    const search = await findFfmpeg({ STANDIN_FFMPEG: path });
    expect(search).toMatchObject({ found: false, tried: [{ reason: 'it is not executable' }] });
    expect((await stat(path)).mode & 0o777).toBe(0o644);
  });

  test('a binary of our own packages that lost its permission to run gets it back', async () => {
    const path = await scripts.script('from-npm', FAKE);
    await chmod(path, 0o644);
    expect(await makeExecutable(path, scripts.path)).toBe(path);
    expect(await isExecutable(path)).toBe(true);
  });

  test('a binary whose answer does not end is given up', async () => {
    const path = await scripts.script('endless', 'exec yes');
    const search = await findFfmpeg({ STANDIN_FFMPEG: path });
    expect(search).toMatchObject({ found: false, tried: [{ reason: 'it runs, but its output does not end' }] });
  });

  test('one environment is probed once', async () => {
    const log = join(scripts.path, 'log');
    const path = await scripts.script('counts', `echo run >> ${log}\n${FAKE}`);
    await Promise.all([1, 2, 3].map(() => findFfmpeg({ STANDIN_FFMPEG: path })));
    expect((await stat(log)).size).toBe('run\n'.length * 2);
  });

  test('where none was found is looked at again after ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const path = join(scripts.path, 'installed-later');
    expect(await findFfmpeg({ STANDIN_FFMPEG: path })).toMatchObject({ found: false });
    await scripts.script('installed-later', FAKE);
    vi.advanceTimersByTime(9999);
    expect(await findFfmpeg({ STANDIN_FFMPEG: path })).toMatchObject({ found: false });
    vi.advanceTimersByTime(1);
    expect(await findFfmpeg({ STANDIN_FFMPEG: path })).toMatchObject({ found: true });
  });
});
