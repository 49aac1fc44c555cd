/**
 * `npm run bench:render`: how fast clips are made, next to the same scene encoded straight by one ffmpeg. The two take
 * turns, so that whatever else the machine does meets both; what counts is the ratio of the medians.
 */

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { sizeOf } from '../contract/dimensions.ts';
import type { ClipPlan } from '../emulator/domain/clip-plan.ts';
import { findFfmpeg, type FfmpegBinary } from '../emulator/render/ffmpeg-find.ts';
import { createRenderer } from '../emulator/render/renderer.ts';
import { median } from './api/statistics.ts';
import { noMedia } from './render/no-media.ts';
import { straightEncode } from './render/straight.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const JITI = join(import.meta.dirname, '..', 'node_modules', 'jiti', 'lib', 'jiti-cli.mjs');
const COLD_CLIP = join(import.meta.dirname, 'render', 'cold-clip.ts');
const run = promisify(execFile);
let made = 0;

const folder = await mkdtemp(join(tmpdir(), 'standin-bench-'));
try {
  for (const binary of await binaries()) {
    console.log(`\nffmpeg ${binary.version} from ${binary.origin}`);
    await benchWarm(binary);
    await benchCold(binary);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** The one that a user gets, and the one inside npm when that is another. */
async function binaries(): Promise<FfmpegBinary[]> {
  const searches = [await findFfmpeg(process.env), await findFfmpeg({ PATH: '' })];
  const found = searches.flatMap((search) => (search.found ? [search.binary] : []));
  if (found.length === 0) throw new Error(searches[0]?.found === false ? searches[0].message : 'No ffmpeg');
  return found.filter(({ path }, index) => found.findIndex((other) => other.path === path) === index);
}

/** New clips of a look whose scene was encoded before: by this process, and by one before it. */
async function benchWarm(ffmpeg: FfmpegBinary): Promise<void> {
  const plan = (): ClipPlan => planFor({ resolution: '1080p', size: sizeOf('1080p', '16:9'), seconds: 30 });
  const options = { ffmpeg, media: noMedia, cacheFolder: await newFolder() };
  const renderer = createRenderer(options);
  await renderer.render(plan());
  const straight = await straightEncode(ffmpeg, plan(), await newFolder());
  const times = { straight: [] as number[], inMemory: [] as number[], onDisk: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.straight.push(await timed(straight));
    times.inMemory.push(await timed(() => renderer.render(plan())));
    const restarted = createRenderer(options);
    times.onDisk.push(await timed(() => restarted.render(plan())));
    await restarted.close();
  }
  await renderer.close();
  const [encode, warm, disk] = [median(times.straight), median(times.inMemory), median(times.onDisk)];
  report('30 s 1080p with audio, encoded straight', encode);
  report('the same, new, its scene warm in memory', warm, [
    `${(encode / warm).toFixed(1)} times as fast (goal 10: ${verdict(encode / warm >= 10)})`,
    `goal 400 ms: ${verdict(warm <= 400)}`,
  ]);
  report('the same, new, its scene warm on disk', disk, [`${(encode / disk).toFixed(1)} times as fast`]);
}

/** The first clip of a process that has nothing cached. */
async function benchCold(ffmpeg: FfmpegBinary): Promise<void> {
  const plan = planFor({ resolution: '720p', size: sizeOf('720p', '16:9'), seconds: 5 });
  const straight = await straightEncode(ffmpeg, plan, await newFolder());
  const times = { straight: [] as number[], cold: [] as number[] };
  for (let round = 0; round < 2 * ROUNDS; round += 1) {
    times.straight.push(await timed(straight));
    const args = [JITI, COLD_CLIP, JSON.stringify(ffmpeg), await newFolder(), JSON.stringify(plan)];
    times.cold.push(Number((await run(process.execPath, args)).stdout));
  }
  const [encode, cold] = [median(times.straight), median(times.cold)];
  report('5 s 720p with audio, encoded straight', encode);
  report('the same, first of its process, nothing cached', cold, [
    `${(cold / encode).toFixed(2)} times as long (goal 1.5: ${verdict(cold / encode <= 1.5)})`,
  ]);
}

function planFor(shape: Pick<ClipPlan, 'resolution' | 'size' | 'seconds'>): ClipPlan {
  const id = `00000000-0000-4000-8000-${String((made += 1)).padStart(12, '0')}`;
  const prompt = 'A harbour at night with boats';
  return {
    key: id,
    id,
    seed: 1,
    createdAt: 0,
    prompt,
    workflow: 'text',
    audio: true,
    images: [],
    audios: [],
    sources: [],
    ...shape,
  };
}

async function newFolder(): Promise<string> {
  const path = join(folder, String((made += 1)));
  await mkdir(path);
  return path;
}

async function timed(job: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await job();
  return performance.now() - start;
}

function verdict(holds: boolean): string {
  return holds ? 'holds' : 'MISSED';
}

function report(what: string, milliseconds: number, remarks: readonly string[] = []): void {
  console.log(`  ${what.padEnd(48)} ${milliseconds.toFixed(0).padStart(6)} ms   ${remarks.join('; ')}`);
}
