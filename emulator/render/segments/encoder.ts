/** Gets segments from memory or disk, or makes them with ffmpeg. Each segment is made once for all callers. */

import { createHash } from 'node:crypto';

import type { InputMedia, MediaKind, MediaLibrary } from '../../domain/ports.ts';
import type { FfmpegBinary } from '../ffmpeg-find.ts';
import type { DiskCache } from './disk-cache.ts';
import { createSemaphore, type Demand } from '../../../lib/semaphore.ts';
import { createSingleFlight } from '../../../lib/single-flight.ts';
import { createTurns } from '../../../lib/turns.ts';
import { RenderError } from '../render-error.ts';
import { createLru } from '../../../lib/lru.ts';
import { audioFormat, imageFormat } from './formats.ts';
import type { LoadedFace } from '../raster/text.ts';
import { packSegment, unpackSegment, weightOf, type ClipSegment, type SegmentSpec } from './segment.ts';
import { ffmpegRunner, type FfmpegJob } from '../ffmpeg-run.ts';

export type StandInMedia = Extract<InputMedia, { kind: 'stand-in' }>;
/** An input file with its digest, or the facts of an input without a file. */
export type EncoderInput =
  | { readonly kind: 'file'; readonly digest: string; readonly bytes: () => Promise<Uint8Array> }
  | StandInMedia;

export type Encoder = ReturnType<typeof createEncoder>;

export interface EncoderOptions {
  readonly ffmpeg: FfmpegBinary;
  readonly media: MediaLibrary;
  readonly disk: DiskCache;
  readonly memoryBytes: number;
  readonly concurrency: number;
  readonly font?: { readonly face: LoadedFace; readonly digest: string } | undefined;
}

/** The version of the drawing code. Increase it when pixels or sounds change, so that old segments are not used. */
const DRAWING_VERSION = 6;

export function createEncoder({ ffmpeg, media, disk, memoryBytes, concurrency, font }: EncoderOptions) {
  const memory = createLru<ClipSegment>(memoryBytes, weightOf);
  const singleFlight = createSingleFlight<ClipSegment>();
  const semaphore = createSemaphore(concurrency);
  const runFfmpeg = ffmpegRunner(ffmpeg.path);

  const writes = new Set<Promise<unknown>>();

  /** Starts a write without waiting for it. If the write fails, the segment is made again later. */
  const keep = (key: string, segment: ClipSegment): void => {
    const write = disk.write(key, packSegment(key, segment)).finally(() => writes.delete(write));
    writes.add(write);
  };

  const fetchOrMake = async ({ key, make, isCheap }: SegmentSpec, demand: Demand): Promise<ClipSegment> => {
    const stored = isCheap === true ? undefined : await fromDisk(disk, key);
    const segment = stored ?? (await make(demand));
    if (stored === undefined && isCheap !== true) keep(key, segment);
    memory.set(key, segment);
    return segment;
  };

  const get = async (spec: SegmentSpec, demand: Demand): Promise<ClipSegment> => {
    if (spec.cut !== undefined) return spec.cut.take(await get(spec.cut.from, demand));
    return memory.get(spec.key) ?? singleFlight.join(spec.key, (all) => fetchOrMake(spec, all), demand);
  };

  const tools = font === undefined ? [ffmpeg.version] : [ffmpeg.version, font.digest];
  const run = (job: () => FfmpegJob | Promise<FfmpegJob>, demand: Demand): Promise<Buffer> =>
    semaphore.run(async () => runFfmpeg(await job(), demand.signal), demand);
  const closing = new AbortController();

  return {
    /** Returns a segment from a cache, or makes it. */
    get,
    /**
     * Creates a spec. Its key contains the parts, the drawing version and the version of ffmpeg. A cheap segment is not
     * cached on disk.
     */
    spec: (keyParts: readonly unknown[], make: SegmentSpec['make'], isCheap = false): SegmentSpec => ({
      key: digestOf(JSON.stringify([DRAWING_VERSION, ...tools, ...keyParts])),
      make,
      isCheap,
    }),
    /** Runs ffmpeg as soon as it has capacity, and only then calls `job`. `job` must not wait for other segments. */
    run,
    /** Runs drawing or mixing work in its own turn of the event loop, so that requests are answered in between. */
    draw: createTurns(),
    font: font?.face,
    /** Returns whether ffmpeg can decode a file. */
    decodes: (kind: MediaKind, bytes: () => Promise<Uint8Array>): Promise<boolean> =>
      decodes(() => run(() => trialJob(kind, bytes), { signal: closing.signal, rank: 0 })),
    input: (url: string, kind: MediaKind): Promise<EncoderInput> => openInput(media, url, kind),
    async close(): Promise<void> {
      closing.abort();
      await singleFlight.close();
      await Promise.allSettled(writes);
    },
  };
}

/** The output arguments of a trial. A small output is enough to show that decoding works. */
const TRIAL: Record<MediaKind, string> = {
  image: '-frames:v 1 -an -vf scale=16:16 -f rawvideo -pix_fmt gray',
  audio: '-vn -t 1 -ar 8000 -ac 1 -f s16le',
};

async function trialJob(kind: MediaKind, bytes: () => Promise<Uint8Array>): Promise<FfmpegJob> {
  const file = await bytes();
  const options = kind === 'image' ? imageFormat(file) : audioFormat(file);
  return { inputs: [{ options, chunks: [file] }], output: TRIAL[kind].split(' ') };
}

async function decodes(trial: () => Promise<Buffer>): Promise<boolean> {
  try {
    return (await trial()).length > 0;
  } catch (error) {
    // Other errors, such as a missing ffmpeg, do not prove that the file is bad.
    return !(error instanceof RenderError && (error.code === 'ffmpeg_failed' || error.code === 'input_unreadable'));
  }
}

async function openInput(media: MediaLibrary, url: string, kind: MediaKind): Promise<EncoderInput> {
  try {
    const input = await media.open(url, kind);
    return input.kind === 'stand-in' ? input : { ...input, digest: await input.digest() };
  } catch (error) {
    // The file may have been deleted since the create.
    throw new RenderError('input_unreadable', String(error));
  }
}

async function fromDisk(disk: DiskCache, key: string): Promise<ClipSegment | undefined> {
  const file = await disk.read(key);
  if (file === undefined) return undefined;
  const segment = unpackSegment(key, file);
  if (segment === undefined) await disk.remove(key);
  return segment;
}

/** Returns the SHA-256 in hexadecimal. */
export function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
