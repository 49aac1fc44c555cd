/** Clips as their users meet them: the same bytes for ever, made once, given up when nobody waits. */

import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';

import type { ClipPlan } from '../../emulator/domain/clip-plan.ts';
import type { FfmpegBinary } from '../../emulator/render/ffmpeg-find.ts';
import { clipCache } from '../support/clip-cache.ts';
import { blockCodes, bytesOf } from './support/decode.ts';
import { readId } from './support/read-frame-code.ts';
import { allBinaries, planFor, rendererFor, sample } from './support/renderer-for-tests.ts';

const [binary] = await allBinaries();
if (binary === undefined) throw new Error('These tests need an ffmpeg');

/** The same ffmpeg behind a script that notes each run. */
async function counted(
  ffmpeg: FfmpegBinary,
  before = '',
): Promise<{ ffmpeg: FfmpegBinary; pids: () => Promise<number[]> }> {
  const folder = await mkdtemp(join(tmpdir(), 'standin-counted-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  const [path, log] = [join(folder, 'ffmpeg'), join(folder, 'log')];
  await writeFile(log, '');
  await writeFile(path, `#!/bin/sh\necho $$ >> ${log}\n${before}\nexec ${ffmpeg.path} "$@"\n`);
  await chmod(path, 0o755);
  const pids = async (): Promise<number[]> => (await readFile(log, 'utf8')).split('\n').filter(Boolean).map(Number);
  return { ffmpeg: { ...ffmpeg, path }, pids };
}

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  return names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A clip that is encoded in a third of the time: of what is kept, shared and given up, none depends on its size. */
function smallPlan(changes: Partial<ClipPlan> = {}): ClipPlan {
  return planFor({ size: { width: 320, height: 180 }, ...changes });
}

describe('the bytes of a clip', () => {
  test('are the same from another renderer with an empty cache and other settings', async () => {
    const plan = smallPlan({ audio: true });
    const one = await (await rendererFor(binary, { concurrency: 1 })).render(plan);
    const other = await (await rendererFor(binary, { concurrency: 3, memoryBytes: 0 })).render(plan);
    expect([other.etag, other.size]).toEqual([one.etag, one.size]);
    expect((await bytesOf(other)).equals(await bytesOf(one))).toBe(true);
  });

  test.each([
    ['id', { id: '3f2b8c1e-9d47-4a6b-8e21-0c5f7a9b1d35' }],
    ['prompt', { prompt: 'Another one' }],
    ['seed', { seed: 2 }],
    ['length', { seconds: 5 }],
    ['sound', { audio: true }],
  ])('follow from its %s', async (_, change) => {
    const renderer = await rendererFor(binary, { cacheFolder: clipCache() });
    const [one, other] = [await renderer.render(smallPlan()), await renderer.render(smallPlan(change))];
    expect(other.etag).not.toBe(one.etag);
  });

  test('are the same when they come from memory and from segments on disk', async () => {
    const plan = smallPlan({ audio: true });
    const first = await rendererFor(binary);
    const made = await first.render(plan);
    const again = await first.render(plan);
    await first.close();
    const { cacheFolder } = first;
    const fromSegments = await (
      await rendererFor({ ...binary, path: '/nowhere/ffmpeg' }, { cacheFolder })
    ).render(plan);
    const wanted = await bytesOf(made);
    for (const clip of [again, fromSegments]) {
      expect(clip.etag).toBe(made.etag);
      expect((await bytesOf(clip)).equals(wanted)).toBe(true);
    }
  });
});

describe('the cache', () => {
  test('never serves a damaged part: it is made again', async () => {
    const first = await rendererFor(binary);
    const wanted = await bytesOf(await first.render(smallPlan()));
    await first.close();
    for (const [index, path] of (await filesIn(first.cacheFolder)).entries()) {
      const file = await readFile(path);
      const middle = Math.floor(file.length / 2);
      await writeFile(path, index % 2 === 0 ? file.subarray(0, middle) : file.fill(0, middle, middle + 1000));
    }
    const second = await rendererFor(binary, { cacheFolder: first.cacheFolder });
    expect((await bytesOf(await second.render(smallPlan()))).equals(wanted)).toBe(true);
  });

  test('keeps to its bound', async () => {
    const cacheBytes = 1_000_000;
    const renderer = await rendererFor(binary, { cacheBytes });
    const foreign = join(renderer.cacheFolder, 'bin', 'ffmpeg');
    await mkdir(dirname(foreign));
    await writeFile(foreign, Buffer.alloc(2 * cacheBytes));
    await utimes(foreign, 0, 0);
    for (const prompt of ['one', 'two', 'three'])
      await renderer.render(planFor({ prompt, size: { width: 640, height: 640 } }));
    await renderer.close();
    expect((await stat(foreign)).size).toBe(2 * cacheBytes);
    const sizes = await Promise.all(
      (await filesIn(join(renderer.cacheFolder, 'clips'))).map(async (path) => (await stat(path)).size),
    );
    expect(sizes.length).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(cacheBytes * 1.1);
  });

  test('may be shared by renderers at work on the same clip', async () => {
    const plan = smallPlan({ prompt: 'Shared' });
    const first = await rendererFor(binary);
    const { cacheFolder } = first;
    const others = [
      await rendererFor(binary, { cacheFolder, memoryBytes: 0 }),
      await rendererFor(binary, { cacheFolder, memoryBytes: 0 }),
    ];
    const clips = await Promise.all([first, ...others].map(async (renderer) => bytesOf(await renderer.render(plan))));
    expect(clips.every((bytes) => bytes.equals(clips[0] ?? Buffer.alloc(0)))).toBe(true);
  });

  test('a clip whose segments were cleared away is made again', async () => {
    const renderer = await rendererFor(binary, { memoryBytes: 0 });
    const wanted = await bytesOf(await renderer.render(smallPlan()));
    // By name alone: a draft may be gone before it is looked at. All three segments are there only without drafts.
    const names = (): Promise<string[]> => readdir(renderer.cacheFolder, { recursive: true });
    await expect.poll(async () => (await names()).filter((path) => /[0-9a-f]{64}$/.test(path)).length).toBe(3);
    for (const path of await filesIn(renderer.cacheFolder)) await rm(path);
    expect((await bytesOf(await renderer.render(smallPlan()))).equals(wanted)).toBe(true);
  });

  test('a clip is at hand while it lies in memory, and from no renderer that has closed', async () => {
    const plan = smallPlan();
    const [inMemory, withoutMemory] = [await rendererFor(binary), await rendererFor(binary, { memoryBytes: 0 })];
    expect(inMemory.inMemory(plan)).toBeUndefined();
    const clip = await inMemory.render(plan);
    await withoutMemory.render(plan);
    expect([inMemory.inMemory(plan), withoutMemory.inMemory(plan)]).toEqual([clip, undefined]);
    await inMemory.close();
    expect(inMemory.inMemory(plan)).toBeUndefined();
  });

  test('a new clip of a known style encodes its slate and nothing else', async () => {
    const { ffmpeg, pids } = await counted(binary);
    const renderer = await rendererFor(ffmpeg);
    await renderer.render(smallPlan({ audio: true }));
    const before = (await pids()).length;
    await renderer.render(smallPlan({ audio: true, id: '3f2b8c1e-9d47-4a6b-8e21-0c5f7a9b1d35' }));
    expect([before, (await pids()).length]).toEqual([4, 5]);
  });
});

describe('requests', () => {
  test('that ask for the same at the same time share one encode', async () => {
    const { ffmpeg, pids } = await counted(binary);
    const renderer = await rendererFor(ffmpeg);
    const clips = await Promise.all(Array.from({ length: 20 }, () => renderer.render(smallPlan())));
    expect(new Set(clips.map(({ etag }) => etag)).size).toBe(1);
    expect(await pids()).toHaveLength(3);
  });

  test('no more encodes run at once than allowed', async () => {
    const { ffmpeg, pids } = await counted(binary, 'sleep 0.1');
    const renderer = await rendererFor(ffmpeg, { concurrency: 2 });
    let most = 0;
    const rendering = renderer.render(smallPlan({ seconds: 8 }));
    const watch = setInterval(() => {
      void pids().then((all) => (most = Math.max(most, all.filter(isAlive).length)));
    }, 10);
    await rendering.finally(() => clearInterval(watch));
    expect(most).toBe(2);
  });

  test('that nobody waits for any more are stopped, and their children with them', async () => {
    const { ffmpeg, pids } = await counted(binary, 'exec sleep 60');
    const renderer = await rendererFor(ffmpeg);
    const stops = [new AbortController(), new AbortController()];
    const waiting = stops.map(({ signal }) => renderer.render(smallPlan(), signal).catch((error: unknown) => error));
    await until(async () => (await pids()).length === 2);
    stops[0]?.abort();
    expect(await waiting[0]).toMatchObject({ code: 'aborted' });
    expect((await pids()).every(isAlive)).toBe(true);
    stops[1]?.abort();
    expect(await waiting[1]).toMatchObject({ code: 'aborted' });
    await until(async () => !(await pids()).some(isAlive));
    expect(await pids()).toHaveLength(2);
  });

  test('a renderer that closes takes its children with it', async () => {
    const { ffmpeg, pids } = await counted(binary, 'exec sleep 60');
    const renderer = await rendererFor(ffmpeg);
    const waiting = renderer.render(smallPlan()).catch((error: unknown) => error);
    await until(async () => (await pids()).length > 0);
    await renderer.close();
    expect(await waiting).toMatchObject({ code: 'closed' });
    await expect(renderer.render(smallPlan())).rejects.toMatchObject({ code: 'closed' });
    await until(async () => !(await pids()).some(isAlive));
  });

  test('an input that cannot be decoded fails with words of ours, now and again', async () => {
    const renderer = await rendererFor(binary);
    const plan = smallPlan({ workflow: 'image', images: [sample('broken.png')] });
    for (let round = 0; round < 2; round++) {
      await expect(renderer.render(plan)).rejects.toMatchObject({
        code: 'input_unreadable',
        message:
          'An input file of this generation could not be decoded. Use a file that other programs can open or play.',
      });
    }
  });
});

describe('prompts', () => {
  test.each([
    ['quotes and filters', `'"\`$(id)\`"',drawtext=text='x':x=1;[0:v]null[out]`],
    ['percent and backslashes', '100%% %{pts} \\\\ \\: \\n C:\\temp'],
    ['control characters', '\u0000\u0007\u001b[31m\u2028\ud800'],
    ['right to left', 'שלום עולם مرحبا بالعالم \u202e'],
    ['emoji', '👩‍👩‍👧‍👦🏳️‍🌈 '.repeat(50)],
    ['15,000 characters', '漢'.repeat(15_000)],
  ])('with %s make a clip that carries its id', async (_, prompt) => {
    const renderer = await rendererFor(binary, { cacheFolder: clipCache() });
    const plan = planFor({ prompt, size: { width: 480, height: 854 } });
    const codes = await blockCodes(binary.path, await bytesOf(await renderer.render(plan)), plan.size);
    expect([codes.length, readId(codes)]).toEqual([96, plan.id]);
  });

  test('of any kind make a clip', async () => {
    const renderer = await rendererFor(binary);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }), async (prompt) => {
        // The same style each time would be warm; a caption needs but one second, so an image clip shows the prompt
        // cheaply.
        const plan = planFor({ prompt, workflow: 'image', images: [sample('card.jpg')] });
        expect((await renderer.render(plan)).size).toBeGreaterThan(10_000);
      }),
      { numRuns: 12 },
    );
  });
});
