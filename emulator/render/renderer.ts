/** Makes clips: plans in, MP4s out. The entry of this folder. */

import { availableParallelism } from 'node:os';
import { join } from 'node:path';

import type { ClipPlan } from '../domain/clip-plan.ts';
import type { Clip, ClipRenderer, MediaLibrary } from '../domain/ports.ts';
import type { FfmpegBinary } from './ffmpeg-find.ts';
import { createDiskCache } from './segments/disk-cache.ts';
import { createSingleFlight } from './segments/single-flight.ts';
import { createLru } from '../lib/lru.ts';
import { knownDigest, segmentDigest, type ClipSegment } from './segments/segment.ts';
import { createEncoder, digestOf, type SegmentRecipe, type Encoder } from './segments/encoder.ts';
import { pictureRecipes } from './picture/picture.ts';
import { soundTrack } from './sound/sound.ts';
import { RenderError } from './render-error.ts';
import { mux } from './mux.ts';

export interface RendererOptions {
  readonly ffmpeg: FfmpegBinary;
  readonly media: MediaLibrary;
  /** May be shared by several processes; what is kept lies in its folder `clips`, and nothing else in it is touched. */
  readonly cacheFolder: string;
  /** The least recently used files are evicted first. 2 GiB by default. */
  readonly cacheBytes?: number;
  /** Half for whole clips, half for their segments. 256 MiB by default; the largest clip has 26 MB. */
  readonly memoryBytes?: number;
  /** Encodes at once; as many as cores by default. */
  readonly concurrency?: number;
}

const GIBIBYTE = 2 ** 30;

/**
 * Makes a renderer around one ffmpeg.
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
  const encoder = createEncoder({ ffmpeg, media, disk, memoryBytes: half, concurrency });
  const clips = createLru<Clip>(half, ({ size }) => size);
  const singleFlight = createSingleFlight<Clip>();
  let closed = false;

  const make = async (key: string, plan: ClipPlan, signal: AbortSignal): Promise<Clip> => {
    const clip = await renderClip(encoder, plan, signal);
    clips.set(key, clip);
    return clip;
  };
  const render: ClipRenderer['render'] = async (plan, signal) => {
    if (closed) throw new RenderError('closed');
    const { key } = plan;
    const known = clips.get(key);
    if (known !== undefined) return known;
    return singleFlight
      .join(key, (stop) => make(key, plan, stop), typeof signal === 'function' ? signal() : signal)
      .catch((error: unknown) => {
        throw closed ? new RenderError('closed') : error;
      });
  };
  return {
    render,
    decodes: encoder.decodes,
    atHand: (plan) => (closed ? undefined : clips.get(plan.key)),
    async close() {
      closed = true;
      await Promise.all([singleFlight.close(), encoder.close()]);
    },
  };
}

async function renderClip(shared: Encoder, plan: ClipPlan, signal: AbortSignal): Promise<Clip> {
  const encoder = { ...shared, input: inputsOnce(shared) };
  const take = async (recipe: Promise<SegmentRecipe>): Promise<ClipSegment> => encoder.take(await recipe, signal);
  const picture = pictureRecipes(encoder);
  const pictures = Array.from({ length: plan.seconds }, (_, second) => take(picture(plan, second)));
  const sounds = plan.audio ? [take(soundTrack(encoder, plan))] : [];
  const segments = await Promise.all([...pictures, ...sounds]);
  const pieces = mux(plan, segments.slice(0, plan.seconds), segments[plan.seconds]);
  const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return { size, etag: await etagOf(encoder, pieces, segments), pieces };
}

/** The head says how segments follow one another, so its digest and theirs stand for all bytes. */
async function etagOf(
  encoder: Encoder,
  [head = new Uint8Array()]: readonly Uint8Array[],
  segments: readonly ClipSegment[],
): Promise<string> {
  const digests: string[] = [];
  for (const segment of segments)
    digests.push(knownDigest(segment) ?? (await encoder.draw(() => segmentDigest(segment))));
  return digestOf([digestOf(head), ...digests].join());
}

/** Each input of a request is opened once, though every second of the clip asks for it. */
function inputsOnce(encoder: Encoder): Encoder['input'] {
  const opened = new Map<string, ReturnType<Encoder['input']>>();
  return (url, kind) => {
    const key = `${kind} ${url}`;
    const input = opened.get(key) ?? encoder.input(url, kind);
    opened.set(key, input);
    return input;
  };
}
