/** `npm run bench:render`: how fast clips are made, next to the same scene encoded straight by one ffmpeg: ratios from one run, medians of several. */

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { ClipPlan } from '../emulator/domain/clip-plan.ts';
import type { MediaLibrary } from '../emulator/domain/ports.ts';
import type { FfmpegBinary } from '../emulator/render/find-ffmpeg.ts';
import { sizeOf } from '../contract/dimensions.ts';
import { rawVideo } from '../emulator/render/encode/video-format.ts';
import { findFfmpeg } from '../emulator/render/find-ffmpeg.ts';
import { lookOf } from '../emulator/render/picture/look.ts';
import { drawMarks, markLayout } from '../emulator/render/picture/marks.ts';
import { drawScenery } from '../emulator/render/picture/scenery.ts';
import { drawSlate } from '../emulator/render/picture/slate.ts';
import { createRenderer } from '../emulator/render/renderer.ts';
import { toneSecond } from '../emulator/render/sound/tone.ts';
import { median } from './api/statistics.ts';

const run = promisify(execFile);
const noMedia: MediaLibrary = {
  look: () => Promise.reject(new Error('A text clip has no input files')),
  bytes: () => Promise.reject(new Error('A text clip has no input files')),
};
let clips = 0;

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

async function benchWarm(ffmpeg: FfmpegBinary): Promise<void> {
  const size = sizeOf('1080p', '16:9');
  const plan = (): ClipPlan => planFor({ resolution: '1080p', size, seconds: 30 });
  const options = { ffmpeg, media: noMedia, cacheFolder: join(folder, `warm-${ffmpeg.version}`) };
  const renderer = createRenderer(options);
  await renderer.render(plan());
  const warm = await medianTime(7, () => renderer.render(plan()));
  await renderer.close();
  const afterRestart = await medianTime(3, async () => {
    const fresh = createRenderer(options);
    await fresh.render(plan());
    return () => fresh.close();
  });
  const straight = await straightEncode(ffmpeg, plan());
  const encode = await medianTime(3, straight);
  report('30 s 1080p with audio, encoded straight', encode);
  report('the same, new, scene warm in memory', warm, [
    `${(encode / warm).toFixed(1)} times as fast (goal 10: ${verdict(encode / warm >= 10)})`,
    `goal 400 ms: ${verdict(warm <= 400)}`,
  ]);
  report('the same, new, scene warm on disk', afterRestart, [`${(encode / afterRestart).toFixed(1)} times as fast`]);
}

async function benchCold(ffmpeg: FfmpegBinary): Promise<void> {
  const plan = planFor({ resolution: '720p', size: sizeOf('720p', '16:9'), seconds: 5 });
  const straight = await straightEncode(ffmpeg, plan);
  const encodes: number[] = [];
  const colds: number[] = [];
  for (let round = 0; round < 5; round++) {
    const renderer = createRenderer({ ffmpeg, media: noMedia, cacheFolder: join(folder, `cold-${(clips += 1)}`) });
    colds.push(await timed(() => renderer.render(plan)));
    await renderer.close();
    encodes.push(await timed(straight));
  }
  const [encode, cold] = [median(encodes), median(colds)];
  report('5 s 720p with audio, encoded straight', encode);
  const ratio = cold / encode;
  report('the same, nothing cached', cold, [`${ratio.toFixed(2)} times as long (goal 1.5: ${verdict(ratio <= 1.5)})`]);
}

function planFor(shape: Pick<ClipPlan, 'resolution' | 'size' | 'seconds'>): ClipPlan {
  const id = `00000000-0000-4000-8000-${String((clips += 1)).padStart(12, '0')}`;
  const prompt = 'A harbour at night with boats';
  return {
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

/** One ffmpeg, all its threads, the same slate, layers, grain, marks and sound, into a file; drawing is done before and not timed. */
async function straightEncode(ffmpeg: FfmpegBinary, plan: ClipPlan): Promise<() => Promise<unknown>> {
  const { size, seconds } = plan;
  const { sky, layers } = drawScenery(lookOf(plan), size);
  const { sheet, code, timecode, flash } = markLayout(size);
  const marks = Array.from({ length: seconds }, (_, second) => drawMarks(size, second, plan.id)).flat();
  const tone = new Uint8Array(toneSecond(lookOf(plan)).buffer);
  const inputs = [
    await input([...rawVideo(size)], [sky.bytes]),
    ...(await Promise.all(layers.map(({ plate }) => input(rawVideo(plate, 'yuva420p'), [plate.bytes])))),
    await input(rawVideo(size), [drawSlate(plan).bytes]),
    await input(rawVideo(sheet), marks),
    await input(
      ['-f', 's16le', '-ar', '48000', '-ac', '2'],
      Array.from({ length: seconds }, () => tone),
    ),
  ];
  const moving = layers.map(
    ({ period, top, speed }, index) =>
      `[v${index}][${index + 1}:v]overlay=x='-mod(2*floor(n*${speed}/48),${period})':y=${top}[v${index + 1}]`,
  );
  const cut = [code, timecode, flash].map(
    ({ from, to }, index) =>
      `[s${index}]crop=${from.width}:${from.height}:${from.x}:${from.y}[m${index}];[l${index}][m${index}]overlay=x=${to.x}:y=${to.y}[l${index + 1}]`,
  );
  const graph = [
    `[0:v]loop=loop=${seconds * 24 - 1}:size=1:start=0,setpts=N/24/TB[v0]`,
    ...moving,
    `[v3]noise=c0s=5:c0f=t[grained];[grained][4:v]overlay=enable='lt(n,24)'[l0];[5:v]split=3[s0][s1][s2]`,
    ...cut,
  ].join(';');
  const encoder =
    '-c:v libx264 -preset ultrafast -crf 24 -maxrate 7M -bufsize 3500k -g 24 -pix_fmt yuv420p -c:a aac -b:a 128k';
  const output = ['-movflags', '+faststart', '-y', join(folder, 'straight.mp4')];
  const maps = ['-filter_complex', graph, '-map', '[l3]', '-map', '6:a', '-frames:v', String(seconds * 24)];
  return () => run(ffmpeg.path, ['-v', 'error', ...inputs.flat(), ...maps, ...encoder.split(' '), ...output]);
}

async function input(options: readonly string[], chunks: readonly Uint8Array[]): Promise<string[]> {
  const path = join(folder, `input-${(clips += 1)}.raw`);
  await writeFile(path, Buffer.concat(chunks));
  return [...options, '-i', path];
}

/** The median time of a job; what the job returns as a function is run afterwards, untimed. */
async function medianTime(rounds: number, job: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await timed(job));
  return median(times);
}

async function timed(job: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  const after = await job();
  const time = performance.now() - start;
  if (typeof after === 'function') await after();
  return time;
}

function verdict(holds: boolean): string {
  return holds ? 'holds' : 'MISSED';
}

function report(what: string, milliseconds: number, remarks: readonly string[] = []): void {
  console.log(`  ${what.padEnd(44)} ${milliseconds.toFixed(0).padStart(6)} ms   ${remarks.join('; ')}`);
}
