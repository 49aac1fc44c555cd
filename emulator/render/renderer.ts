/** Renders clips: MP4 files from clip plans. The entry point of this folder. */

import { availableParallelism } from 'node:os';
import { join } from 'node:path';

import { LIMITS } from '../../contract/limits.ts';
import type { ClipPlan } from '../domain/clip-plan.ts';
import type { Clip, ClipRenderer, MediaLibrary } from '../domain/ports.ts';
import type { FfmpegBinary } from './ffmpeg-find.ts';
import { createDiskCache } from './segments/disk-cache.ts';
import { RenderAhead } from './render-ahead.ts';
import { createLru } from '../../lib/lru.ts';
import type { Demand } from '../../lib/semaphore.ts';
import { createSingleFlight } from '../../lib/single-flight.ts';
import { cutAll, segmentDigest, type ClipSegment, type SegmentSpec } from './segments/segment.ts';
import { createEncoder, digestOf, type Encoder } from './segments/encoder.ts';
import { pictureSpecs } from './picture/picture.ts';
import { printable, toFace } from './raster/text.ts';
import { soundTrack } from './sound/sound.ts';
import { RenderError } from './render-error.ts';
import { moviePieces } from './mp4/movie.ts';
import type { AudioTrack, VideoTrack } from './mp4/track.ts';
import { AAC_FRAME } from './sound/aac.ts';
import { CHANNELS, SAMPLE_RATE } from './sound/tone.ts';

export interface RendererOptions {
  readonly ffmpeg: FfmpegBinary;
  readonly media: MediaLibrary;
  /** The cache folder, which several processes may share. The renderer uses only its folder `clips`. */
  readonly cacheFolder: string;
  /** The maximum size of the disk cache, 2 GiB by default. The least recently used files are evicted first. */
  readonly cacheBytes?: number;
  /** The memory for clips (half) and segments (half), 256 MiB by default. The largest clip has 26 MB. */
  readonly memoryBytes?: number;
  /** The number of parallel encodes. By default, it is the number of cores. */
  readonly concurrency?: number;
  /** The bytes of a TrueType file for characters that the fonts of the package lack. */
  readonly font?: Uint8Array | undefined;
  /** The maximum number of clips that are rendered before a client requests one, 0 by default. */
  readonly clipsAhead?: number;
}

const GIBIBYTE = 2 ** 30;
const FPS = LIMITS.framesPerSecond;
const VIDEO_TICKS = 512;
const TITLE_CHARACTERS = 120;

/**
 * Creates a renderer that uses one ffmpeg.
 *
 * @example
 * const renderer = createRenderer({ ffmpeg, media, cacheFolder: '/var/cache/standin' });
 * const clip = await renderer.render(plan, request.signal);
 */
export function createRenderer(options: RendererOptions): ClipRenderer {
  const { ffmpeg, media, cacheFolder, cacheBytes = 2 * GIBIBYTE, memoryBytes = GIBIBYTE / 4 } = options;
  const half = Math.floor(memoryBytes / 2);
  const disk = createDiskCache(join(cacheFolder, 'clips'), cacheBytes);
  const concurrency = options.concurrency ?? availableParallelism();
  const font = options.font && { face: toFace(options.font), digest: digestOf(options.font) };
  const encoder = createEncoder({ ffmpeg, media, disk, memoryBytes: half, concurrency, font });
  const clips = createLru<Clip>(half, ({ size }) => size);
  const singleFlight = createSingleFlight<Clip>();
  /** The number of clips that each account waits for. */
  const waiting = new Map<string, number>();
  let closed = false;

  const make = async (plan: ClipPlan, demand: Demand): Promise<Clip> => {
    const clip = await renderClip(encoder, plan, demand);
    clips.set(plan.key, clip);
    return clip;
  };
  const renderNow = async (plan: ClipPlan, demand: Demand): Promise<Clip> => {
    if (closed) throw new RenderError('closed');
    const known = clips.get(plan.key);
    if (known !== undefined) return known;
    return singleFlight
      .join(plan.key, (all) => make(plan, all), demand)
      .catch((error: unknown) => {
        if (closed) throw new RenderError('closed');
        throw demand.signal.aborted ? new RenderError('aborted') : error;
      });
  };
  const ahead = new RenderAhead({
    clips: options.clipsAhead ?? 0,
    // Jobs of requested clips run first.
    render: (plan, signal) => renderNow(plan, { signal, rank: Infinity }),
  });
  return {
    async render(plan, signal = new AbortController().signal, account = '') {
      // The first clip of an account runs before the second clip of any account.
      const rank = waiting.get(account) ?? 0;
      waiting.set(account, rank + 1);
      try {
        return await renderNow(plan, { signal, rank });
      } finally {
        const left = (waiting.get(account) ?? 1) - 1;
        if (left > 0) waiting.set(account, left);
        else waiting.delete(account);
        ahead.taken();
      }
    },
    ahead: (plan, lifetime) => ahead.begin(plan, lifetime),
    decodes: encoder.decodes,
    inMemory(plan) {
      const clip = closed ? undefined : clips.get(plan.key);
      if (clip !== undefined) ahead.taken();
      return clip;
    },
    async close() {
      closed = true;
      await Promise.all([ahead.close(), singleFlight.close(), encoder.close()]);
    },
  };
}

/** Returns the specs of a clip's segments, in playing order. The sound comes last. */
function segmentSpecs(encoder: Encoder, plan: ClipPlan): readonly Promise<SegmentSpec>[] {
  const own = { ...encoder, input: inputsOnce(encoder) };
  const picture = pictureSpecs(own);
  const pictures = Array.from({ length: plan.seconds }, (_, second) => picture(plan, second));
  return plan.audio ? [...pictures, soundTrack(own, plan)] : pictures;
}

async function renderClip(encoder: Encoder, plan: ClipPlan, demand: Demand): Promise<Clip> {
  const take = async (spec: Promise<SegmentSpec>): Promise<ClipSegment> => encoder.get(await spec, demand);
  const segments = await Promise.all(segmentSpecs(encoder, plan).map(take));
  const pieces = mux(plan, segments.slice(0, plan.seconds), segments[plan.seconds]);
  const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return { size, etag: await etagOf(encoder, pieces, segments), pieces };
}

/** Hashes the head and the digests of the segments. The head contains the order of the segments. */
async function etagOf(
  encoder: Encoder,
  [head = new Uint8Array()]: readonly Uint8Array[],
  segments: readonly ClipSegment[],
): Promise<string> {
  const digests: string[] = [];
  for (const segment of segments) digests.push(segment.digest ?? (await encoder.draw(() => segmentDigest(segment))));
  return digestOf([digestOf(head), ...digests].join());
}

/** Caches the inputs of a request, because every second of the clip opens them. */
function inputsOnce(encoder: Encoder): Encoder['input'] {
  const opened = new Map<string, ReturnType<Encoder['input']>>();
  return (url, kind) => {
    const key = `${kind} ${url}`;
    const input = opened.get(key) ?? encoder.input(url, kind);
    opened.set(key, input);
    return input;
  };
}

/** Returns the pieces of the file: a new head, then alternately a second of pictures and a second of sound. */
function mux(plan: ClipPlan, pictures: readonly ClipSegment[], sound: ClipSegment | undefined): Uint8Array[] {
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
