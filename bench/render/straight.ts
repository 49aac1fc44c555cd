/**
 * Measures the reference: one ffmpeg encodes the same pictures and sound to a file, with all its threads. Drawing the
 * pictures is not part of the measured time.
 */

import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { ClipPlan } from '../../emulator/domain/clip-plan.ts';
import type { FfmpegBinary } from '../../emulator/render/ffmpeg-find.ts';
import { h264Seconds, rawVideo } from '../../emulator/render/segments/formats.ts';
import { styleOf } from '../../emulator/render/picture/style.ts';
import { drawBurnIn, burnInLayout } from '../../emulator/render/picture/burn-in.ts';
import { drawLayer, drawSky, sceneryLayers } from '../../emulator/render/picture/scenery.ts';
import { drawSlate } from '../../emulator/render/picture/slate.ts';
import { toneSecond } from '../../emulator/render/sound/tone.ts';

const run = promisify(execFile);

/** Draws the inputs into a folder. Returns the encode, whose time is measured. */
export async function straightEncode(
  ffmpeg: FfmpegBinary,
  plan: ClipPlan,
  folder: string,
): Promise<() => Promise<unknown>> {
  const frames = String(plan.seconds * 24);
  const maps = ['-filter_complex', graphOf(plan), '-map', '[l3]', '-map', '6:a', '-frames:v', frames];
  const output = [...coders(plan), '-movflags', '+faststart', '-y', join(folder, 'straight.mp4')];
  const inputs = await writeInputs(plan, folder);
  return () => run(ffmpeg.path, ['-v', 'error', ...inputs, ...maps, ...output]);
}

/** Returns the options of the renderer, but with ffmpeg's default number of threads. */
function coders({ size, seconds }: ClipPlan): string[] {
  const ours = h264Seconds(size, seconds).join(' ');
  const video = ours
    .replace(/.*(?=-c:v)/, '')
    .replace('-threads 1 ', '')
    .replace(/ -flags.*/, '');
  return `${video} -c:a aac -b:a 128k`.split(' ');
}

/** Writes the sky, three layers, the slate, the marks and the sound. */
async function writeInputs(plan: ClipPlan, folder: string): Promise<string[]> {
  const { size, seconds } = plan;
  const style = styleOf(plan);
  const marks = Array.from({ length: seconds }, (_, second) => drawBurnIn(size, second, plan.id)).flat();
  const tone = new Uint8Array(toneSecond(style).buffer);
  const inputs: (readonly [string[], readonly Uint8Array[]])[] = [
    [rawVideo(size), [drawSky(style, size).bytes]],
    ...sceneryLayers(size).map((layer) => [rawVideo(layer, 'yuva420p'), [drawLayer(style, layer).bytes]] as const),
    [rawVideo(size), [drawSlate(plan).bytes]],
    [rawVideo(burnInLayout(size).sheet), marks],
    ['-f s16le -ar 48000 -ac 2'.split(' '), Array.from({ length: seconds }, () => tone)],
  ];
  const written = inputs.map(async ([options, chunks], index) => {
    const path = join(folder, `input-${index}.raw`);
    await writeFile(path, Buffer.concat(chunks));
    return [...options, '-i', path];
  });
  return (await Promise.all(written)).flat();
}

function graphOf(plan: ClipPlan): string {
  const { code, timecode, flash } = burnInLayout(plan.size);
  const moving = sceneryLayers(plan.size).map(({ period, top, speed }, index) => {
    const x = `-mod(2*floor(n*${speed}/48),${period})`;
    return `[v${index}][${index + 1}:v]overlay=x='${x}':y=${top}[v${index + 1}]`;
  });
  const marks = [code, timecode, flash].map(({ from, to }, index) => {
    const cut = `[s${index}]crop=${from.width}:${from.height}:${from.x}:${from.y}[m${index}]`;
    return `${cut};[l${index}][m${index}]overlay=x=${to.x}:y=${to.y}[l${index + 1}]`;
  });
  return [
    `[0:v]loop=loop=${plan.seconds * 24 - 1}:size=1:start=0,setpts=N/24/TB[v0]`,
    ...moving,
    `[v3]noise=c0s=5:c0f=t[grained];[grained][4:v]overlay=enable='lt(n,24)'[l0];[5:v]split=3[s0][s1][s2]`,
    ...marks,
  ].join(';');
}
