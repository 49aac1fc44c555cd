/**
 * Every resolution and ratio of the API document, and the longest clip, read by an independent parser and decoded
 * whole.
 */

import { BufferSource, EncodedPacketSink, Input, MP4 } from 'mediabunny';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { ClipRenderer } from '../../emulator/domain/ports.ts';
import { FIXED_RATIOS, RESOLUTIONS, sizeOf } from '../../contract/dimensions.ts';
import { createRenderer } from '../../emulator/render/renderer.ts';
import { clipCache } from '../support/clip-cache.ts';
import { blockCodes, bytesOf } from './support/decode.ts';
import { allBinaries, planFor, sampleMedia } from './support/renderer-for-tests.ts';

const [binary] = await allBinaries();
if (binary === undefined) throw new Error('These tests need an ffmpeg');
const all = RESOLUTIONS.flatMap((resolution) => FIXED_RATIOS.map((ratio) => ({ resolution, ratio })));
/** SIZES=full is all of them, as .ci/long runs it; else each resolution and each ratio, and the longest clip in few pixels. */
const isFull = process.env['SIZES'] === 'full';
const LONGEST = isFull
  ? ({ resolution: '1080p', megabits: [2, 8] } as const)
  : ({ resolution: '480p', megabits: [1, 3] } as const);
const cases = all.filter(({ resolution, ratio }) => isFull || resolution === '480p' || ratio === '16:9');
let renderer: ClipRenderer;
beforeAll(() => {
  renderer = createRenderer({
    ffmpeg: binary,
    media: sampleMedia(binary.path),
    cacheFolder: clipCache(),
    concurrency: 2,
  });
});
afterAll(() => renderer.close());

describe('every size', () => {
  test.each(cases)('$resolution $ratio: 96 frames of the right size, in order', async ({ resolution, ratio }) => {
    const size = sizeOf(resolution, ratio);
    const bytes = await bytesOf(await renderer.render(planFor({ resolution, size })));
    const { video } = await tracksOf(bytes);
    expect(video).toMatchObject({ width: size.width, height: size.height, frames: 96, bt709: true });
    const codes = await blockCodes(binary.path, bytes, size);
    expect(codes.map((code) => code?.frame)).toEqual(Array.from({ length: 96 }, (_, index) => index));
  });

  test(`a clip of 30 seconds at ${LONGEST.resolution} is whole, exact in time, and as heavy as a real one`, async () => {
    const { resolution, megabits } = LONGEST;
    const size = sizeOf(resolution, '16:9');
    const clip = await renderer.render(planFor({ resolution, size, seconds: 30, audio: true }));
    const bytes = await bytesOf(clip);
    expect(bytes.length).toBe(clip.size);
    const { video, audio } = await tracksOf(bytes);
    expect(video.times).toEqual(Array.from({ length: 720 }, (_, frame) => frame / 24));
    expect(video.keyframes).toEqual(Array.from({ length: 30 }, (_, second) => second));
    expect([video.end, audio?.end, audio?.times[0]]).toEqual([30, 30, 0]);
    const bitrate = (8 * bytes.length) / 30 / 1e6;
    expect(bitrate).toBeGreaterThan(megabits[0]);
    expect(bitrate).toBeLessThan(megabits[1]);
    const codes = await blockCodes(binary.path, bytes, size);
    expect(codes.map((code) => code?.frame)).toEqual(Array.from({ length: 720 }, (_, index) => index));
  });
});

describe('the file', () => {
  test('has its head before its media, no edit list, no time, and the title and id of the record', async () => {
    const plan = planFor({ audio: true, prompt: 'Quote " colon : percent % back\\slash\nnew line שלום 😀' });
    const bytes = await bytesOf(await renderer.render(plan));
    const names = topBoxes(bytes);
    expect(names).toEqual(['ftyp', 'moov', 'mdat']);
    expect(bytes.includes('edts')).toBe(false);
    const input = new Input({ source: new BufferSource(bytes), formats: [MP4] });
    const tags = await input.getMetadataTags();
    expect(tags).toMatchObject({
      title: 'Quote " colon : percent % back\\slash new line שלום 😀',
      comment: `Standin generation ${plan.id}`,
    });
    expect(tags.date).toBeUndefined();
    expect(await input.computeDuration()).toBe(4);
    expect(await input.getMimeType()).toBe('video/mp4; codecs="avc1.42c01f, mp4a.40.2"');
  });
});

interface TrackFacts {
  readonly times: number[];
  readonly keyframes: number[];
  readonly end: number;
  readonly frames: number;
}

async function tracksOf(
  bytes: Buffer,
): Promise<{ video: TrackFacts & { width: number; height: number; bt709: boolean }; audio: TrackFacts | undefined }> {
  const input = new Input({ source: new BufferSource(bytes), formats: [MP4] });
  const [track, soundTrack] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  if (track === null) throw new Error('The clip has no video track');
  const { primaries, matrix, transfer, fullRange } = await track.getColorSpace();
  const bt709 = [primaries, matrix, transfer].every((name) => name === 'bt709') && fullRange === false;
  return {
    video: {
      ...(await factsOf(new EncodedPacketSink(track))),
      width: track.codedWidth,
      height: track.codedHeight,
      bt709,
    },
    audio: soundTrack === null ? undefined : await factsOf(new EncodedPacketSink(soundTrack)),
  };
}

async function factsOf(sink: EncodedPacketSink): Promise<TrackFacts> {
  const facts = { times: [] as number[], keyframes: [] as number[], end: 0, frames: 0 };
  for await (const { timestamp, duration, type } of sink.packets()) {
    facts.times.push(timestamp);
    if (type === 'key') facts.keyframes.push(timestamp);
    facts.end = timestamp + duration;
    facts.frames += 1;
  }
  return facts;
}

function topBoxes(bytes: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at))
    names.push(bytes.toString('latin1', at + 4, at + 8));
  return names;
}
