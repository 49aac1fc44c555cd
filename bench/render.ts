/**
 * `npm run bench:render`: measures how fast the published emulator renders clips, from the create to the last byte. It
 * compares this with one ffmpeg that encodes the same scene. The two take turns, so that other load affects both. The
 * result is the ratio of the medians.
 */

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sizeOf, type Resolution } from '../contract/dimensions.ts';
import type { ClipPlan } from '../emulator/domain/clip-plan.ts';
import type { FfmpegBinary } from '../emulator/render/ffmpeg-find.ts';
import { median } from './api/statistics.ts';
import { startClipMaker } from './render/clip-maker.ts';
import { ffmpegs } from './render/ffmpegs.ts';
import { straightEncode } from './render/straight.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
/** The seed. Together with the prompt, it determines the scene. */
const SEED = 1;
const PROMPT = 'A harbor at night with boats';
let made = 0;

interface Shape {
  readonly resolution: Resolution;
  readonly seconds: number;
}

const folder = await mkdtemp(join(tmpdir(), 'standin-bench-'));
try {
  for (const binary of await ffmpegs()) {
    console.log(`\nffmpeg ${binary.version} from ${binary.origin}`);
    await benchWarm(binary);
    await benchCold(binary);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Measures new clips whose scene is already encoded, by the same process or by an earlier process. */
async function benchWarm(ffmpeg: FfmpegBinary): Promise<void> {
  const shape = { resolution: '1080p', seconds: 30 } as const;
  const settings = { ffmpeg: ffmpeg.path, seed: SEED, cacheFolder: await newFolder() };
  const maker = startClipMaker(settings);
  await maker.make(bodyFor(shape));
  const straight = await straightEncode(ffmpeg, planFor(shape), await newFolder());
  const times = { straight: [] as number[], inMemory: [] as number[], onDisk: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.straight.push(await timed(straight));
    times.inMemory.push(await maker.make(bodyFor(shape)));
    times.onDisk.push(await firstOfProcess(settings, shape));
  }
  await maker.close();
  const [encode, warm, disk] = [median(times.straight), median(times.inMemory), median(times.onDisk)];
  report('30 s 1080p with audio, encoded straight', encode);
  report('the same, new, its scene warm in memory', warm, [
    `${(encode / warm).toFixed(1)} times as fast (goal 10: ${verdict(encode / warm >= 10)})`,
    `goal 400 ms: ${verdict(warm <= 400)}`,
  ]);
  report('the same, new, its scene warm on disk', disk, [`${(encode / disk).toFixed(1)} times as fast`]);
}

/** Measures the first clip of a process with an empty cache. */
async function benchCold(ffmpeg: FfmpegBinary): Promise<void> {
  const shape = { resolution: '720p', seconds: 5 } as const;
  const straight = await straightEncode(ffmpeg, planFor(shape), await newFolder());
  const times = { straight: [] as number[], cold: [] as number[] };
  for (let round = 0; round < 2 * ROUNDS; round += 1) {
    times.straight.push(await timed(straight));
    const settings = { ffmpeg: ffmpeg.path, seed: SEED, cacheFolder: await newFolder() };
    times.cold.push(await firstOfProcess(settings, shape));
  }
  const [encode, cold] = [median(times.straight), median(times.cold)];
  report('5 s 720p with audio, encoded straight', encode);
  report('the same, first of its process, nothing cached', cold, [
    `${(cold / encode).toFixed(2)} times as long (goal 1.5: ${verdict(cold / encode <= 1.5)})`,
  ]);
}

async function firstOfProcess(settings: object, shape: Shape): Promise<number> {
  const maker = startClipMaker(settings);
  const took = await maker.make(bodyFor(shape));
  await maker.close();
  return took;
}

/** Returns the body of a create. */
function bodyFor({ resolution, seconds }: Shape): object {
  const shape = { resolution, aspect_ratio: '16:9', duration_seconds: seconds, audio: true };
  return { model: 'videomodel-2.5', prompt: PROMPT, ...shape };
}

/** Returns the same clip as a plan for the reference, which does not accept requests. */
function planFor({ resolution, seconds }: Shape): ClipPlan {
  const id = `00000000-0000-4000-8000-${String((made += 1)).padStart(12, '0')}`;
  const inputs = { images: [], audios: [], sources: [] };
  const size = sizeOf(resolution, '16:9');
  return {
    key: id,
    id,
    seed: SEED,
    prompt: PROMPT,
    workflow: 'text',
    audio: true,
    resolution,
    size,
    seconds,
    ...inputs,
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
