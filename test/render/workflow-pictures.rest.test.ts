/** Decoded clips of every workflow: they show and sound as requested. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { ClipRenderer } from '../../emulator/domain/ports.ts';
import { createRenderer } from '../../emulator/render/renderer.ts';
import { clipCache } from '../support/clip-cache.ts';
import { blockCodes, bytesOf, ffmpeg, frames, similarity, sound } from './support/decode.ts';
import { allBinaries, planFor, sample, sampleMedia } from './support/renderer-for-tests.ts';
import { FRAMES, id, PLANS, SECONDS, SIZE, TEXT, workflowClipsSuite } from './support/workflow-clips.ts';

const binaries = (await allBinaries()).map((binary, index) => ({ ...binary, index }));

describe.each(binaries)('with ffmpeg $version from $origin', ({ index, ...binary }) => {
  const path = binary.path;
  const media = sampleMedia(path);
  let renderer: ClipRenderer;
  beforeAll(() => {
    renderer = createRenderer({ ffmpeg: binary, media, cacheFolder: clipCache(), concurrency: 2 });
  });
  afterAll(() => renderer.close());

  // `workflows.test.ts` decodes them with the first binary.
  if (index > 0) workflowClipsSuite(path, () => renderer);

  test('an image clip begins on its image, which stands for a second and then moves', async () => {
    const bytes = await bytesOf(await renderer.render(PLANS.image));
    const [first, named, moved] = await pick(bytes, [0, 23, 54]);
    const [last] = await pick(bytes, [FRAMES - 1]);
    const image = await scaled('chart.png');
    expect(similarity(first, image, SIZE)).toBeGreaterThan(0.9);
    expect(similarity(named, image, SIZE)).toBeGreaterThan(0.9);
    expect(similarity(first, moved, SIZE)).toBeLessThan(0.9);
    expect(similarity(first, last, SIZE)).toBeLessThan(0.8);
  });

  test('even a flat image is hardly changed by the caption and the marks', async () => {
    const plan = planFor({ id: id(10), workflow: 'image', prompt: 'Wide '.repeat(40), images: [sample('gray.png')] });
    const [first] = await pick(await bytesOf(await renderer.render(plan)), [0]);
    expect(similarity(first, await scaled('gray.png'), SIZE)).toBeGreaterThan(0.9);
  });

  test('a first-and-last-frame clip begins on the one image and ends on the other', async () => {
    const bytes = await bytesOf(await renderer.render(PLANS['first-and-last-frame']));
    const [first, , last] = await pick(bytes, [0, 48, FRAMES - 1]);
    expect(similarity(first, await scaled('chart.png'), SIZE)).toBeGreaterThan(0.9);
    expect(similarity(last, await scaled('card.jpg'), SIZE)).toBeGreaterThan(0.9);
  });

  test('an edit keeps the shapes of its source and changes the colors', async () => {
    const numbers = [30, 60, 90];
    const [before, after] = await Promise.all([
      renderer
        .render(TEXT)
        .then(bytesOf)
        .then((bytes) => pick(bytes, numbers)),
      renderer
        .render(PLANS.edit)
        .then(bytesOf)
        .then((bytes) => pick(bytes, numbers)),
    ]);
    for (const [index, frame] of before.entries()) {
      expect(similarity(frame, after[index] ?? new Uint8Array(), SIZE)).toBeGreaterThan(0.75);
      expect(chromaDistance(frame, after[index] ?? new Uint8Array())).toBeGreaterThan(10);
    }
  });

  test('an edit of a gray picture is not gray', async () => {
    const gray = planFor({ workflow: 'image', images: [sample('gray.png')] });
    const edit = planFor({ id: id(6), workflow: 'edit', prompt: 'Color it', sources: [{ clip: gray, handles: [] }] });
    const [frame] = await pick(await bytesOf(await renderer.render(edit)), [40]);
    expect(chromaDistance(frame, new Uint8Array(frame.length).fill(128))).toBeGreaterThan(10);
  });

  test('an extension goes on from the last frame of its source', async () => {
    const [last] = await pick(await bytesOf(await renderer.render(TEXT)), [FRAMES - 1]);
    const [first] = await pick(await bytesOf(await renderer.render(PLANS.extend)), [0]);
    expect(similarity(last, first, SIZE)).toBeGreaterThan(0.85);
  });

  test('an extension of an edit of an extension can be made from the plans alone', async () => {
    const edit = planFor({ id: id(7), workflow: 'edit', sources: [{ clip: PLANS.extend, handles: [] }] });
    const again = planFor({ id: id(8), workflow: 'extend', sources: [{ clip: edit, handles: [] }] });
    const codes = await blockCodes(path, await bytesOf(await renderer.render(again)), SIZE);
    expect(codes.map((code) => code?.frame)).toEqual(Array.from({ length: FRAMES }, (_, index) => index));
  });

  test('a source of another tier is brought to the size of the clip', async () => {
    const small = planFor({ size: { width: 640, height: 640 } });
    const size = { width: 960, height: 960 };
    const edit = planFor({
      id: id(9),
      workflow: 'edit',
      resolution: '720p',
      size,
      sources: [{ clip: small, handles: [] }],
    });
    const codes = await blockCodes(path, await bytesOf(await renderer.render(edit)), size);
    expect(codes.every((code, index) => code?.frame === index)).toBe(true);
  });

  test('sound is as long as the picture and beeps with each second; without audio there is none', async () => {
    const samples = await sound(path, await bytesOf(await renderer.render(TEXT)));
    expect(Math.abs(samples.length - 48_000 * SECONDS)).toBeLessThanOrEqual(1024);
    for (let second = 0; second < SECONDS; second++) {
      // 5 ms. The first AAC frame fades in, because no frame precedes it.
      expect(Math.abs(beepOnset(samples, second))).toBeLessThan(second === 0 ? 1024 : 240);
    }
    await expect(sound(path, await bytesOf(await renderer.render(PLANS.image)))).rejects.toThrow(
      'does not contain any stream',
    );
  });

  test('the audio files of a reference clip are audible in it, and its pictures are visible', async () => {
    const bytes = await bytesOf(await renderer.render(PLANS.reference));
    const plain = await sound(path, await bytesOf(await renderer.render(TEXT)));
    const mixed = await sound(path, bytes);
    for (const hertz of [1760, 3520]) expect(strength(mixed, hertz)).toBeGreaterThan(20 * strength(plain, hertz));
    const [grid] = await pick(bytes, [40]);
    const [slate, scene] = await pick(await bytesOf(await renderer.render(PLANS.reference)), [0, 60]);
    expect(similarity(slate, scene, SIZE)).toBeLessThan(0.95);
    expect(saturated(grid)).toBeGreaterThan(0.05);
  });

  async function pick(bytes: Uint8Array, numbers: number[]): Promise<[Buffer, Buffer, Buffer]> {
    const found = await frames(path, bytes, { numbers, size: SIZE });
    expect(found).toHaveLength(numbers.length);
    return found as [Buffer, Buffer, Buffer];
  }

  async function scaled(name: string): Promise<Buffer> {
    const file = await media.open(sample(name).url, 'image');
    if (file.kind !== 'file') throw new Error(`The sample ${name} is no file`);
    const { width, height } = SIZE;
    const fit = `scale=${width}:${height}:force_original_aspect_ratio=increase:out_color_matrix=bt709:out_range=tv,crop=${width}:${height}`;
    return ffmpeg(path, ['-i', '-', '-vf', fit, '-pix_fmt', 'yuv420p', '-f', 'rawvideo', '-'], await file.bytes());
  }
});

/** Returns the delay of the beep of a second, in samples: the first jump of loudness near the start of the second. */
function beepOnset(samples: Float32Array, second: number): number {
  const start = Math.max(0, second * 48_000 - 2400);
  const loud = samples.subarray(start, start + 6000).findIndex((sample) => Math.abs(sample) > 0.25);
  return loud < 0 ? Number.POSITIVE_INFINITY : start + loud - second * 48_000;
}

/** Returns the strength of a frequency in the second half of the second second of the sound, away from beeps. */
function strength(samples: Float32Array, hertz: number): number {
  let [real, imaginary] = [0, 0];
  for (let index = 72_000; index < 93_600; index++) {
    real += (samples[index] ?? 0) * Math.cos((2 * Math.PI * hertz * index) / 48_000);
    imaginary += (samples[index] ?? 0) * Math.sin((2 * Math.PI * hertz * index) / 48_000);
  }
  return Math.hypot(real, imaginary);
}

/** The mean distance of the chroma planes of two frames. */
function chromaDistance(a: Uint8Array, b: Uint8Array): number {
  const from = SIZE.width * SIZE.height;
  let sum = 0;
  for (let index = from; index < a.length; index++) sum += Math.abs((a[index] ?? 0) - (b[index] ?? 0));
  return sum / (a.length - from);
}

/** The share of a frame's chroma samples that are far from gray. */
function saturated(frame: Uint8Array): number {
  const chroma = frame.subarray(SIZE.width * SIZE.height);
  return chroma.filter((value) => Math.abs(value - 128) > 70).length / chroma.length;
}
