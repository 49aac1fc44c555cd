/** Combines the segments of a clip into an MP4 without copying them. */

import type { ClipPlan } from '../domain/clip-plan.ts';
import type { AudioTrack, VideoTrack } from './mp4/track.ts';
import { cutAll, type ClipSegment } from './segments/segment.ts';
import { LIMITS } from '../../contract/limits.ts';
import { printable } from './raster/text.ts';
import { moviePieces } from './mp4/movie.ts';
import { AAC_FRAME } from './sound/aac.ts';
import { CHANNELS, SAMPLE_RATE } from './sound/tone.ts';

const FPS = LIMITS.framesPerSecond;
const VIDEO_TICKS = 512;
const TITLE_CHARACTERS = 120;

/** Returns the pieces of the file: a new head, then alternately a second of pictures and a second of sound. */
export function mux(plan: ClipPlan, pictures: readonly ClipSegment[], sound: ClipSegment | undefined): Uint8Array[] {
  const video = videoTrack(plan, pictures);
  return moviePieces({
    title: Array.from(printable(plan.prompt)).slice(0, TITLE_CHARACTERS).join(''),
    comment: `Standin generation ${plan.id}`,
    seconds: plan.seconds,
    tracks: sound === undefined ? [video] : [video, audioTrack(plan, sound)],
  });
}

function videoTrack({ size, seconds }: ClipPlan, pictures: readonly ClipSegment[]): VideoTrack {
  const avcC = pictures[0]?.config ?? new Uint8Array();
  if (pictures.some(({ config }) => Buffer.compare(config, avcC) !== 0))
    throw new Error('The segments of a clip differ in their parameter sets');
  const timescale = FPS * VIDEO_TICKS;
  const timing = { timescale, sampleTicks: VIDEO_TICKS, durationTicks: seconds * timescale, keyframeEach: FPS };
  return { kind: 'video', size, avcC, ...timing, chunks: pictures };
}

function audioTrack({ seconds }: ClipPlan, sound: ClipSegment): AudioTrack {
  const timing = { timescale: SAMPLE_RATE, sampleTicks: AAC_FRAME, durationTicks: seconds * SAMPLE_RATE };
  return {
    kind: 'audio',
    channels: CHANNELS,
    config: sound.config,
    ...timing,
    chunks: cutAll(sound, seconds, firstFrame),
  };
}

/** Returns the index of the first AAC frame that starts in a second. */
function firstFrame(second: number): number {
  return Math.ceil((second * SAMPLE_RATE) / AAC_FRAME);
}
