/** Gets segments from memory or from disk, or makes them with ffmpeg: once for all callers, and a few at a time. */

import { createHash } from 'node:crypto';

import type { InputMedia, MediaDecoder, MediaKind, MediaLibrary } from '../../domain/ports.ts';
import type { FfmpegBinary } from '../ffmpeg-find.ts';
import type { DiskCache } from './disk-cache.ts';
import { createSemaphore, type Demand } from '../../../lib/semaphore.ts';
import { createSingleFlight } from '../../../lib/single-flight.ts';
import { createTurns, type Turns } from '../../../lib/turns.ts';
import { RenderError } from '../render-error.ts';
import { createLru } from '../../../lib/lru.ts';
import { createDecodingTrial } from './decoding-trial.ts';
import type { LoadedFace } from '../raster/text.ts';
import { packSegment, unpackSegment, weightOf, type ClipSegment } from './segment.ts';
import { ffmpegRunner, type FfmpegJob } from '../ffmpeg-run.ts';

/** A segment that can be made: its key says all that it depends on. */
export interface SegmentSpec {
  readonly key: string;
  readonly make: (demand: Demand) => Promise<ClipSegment>;
  /** Kept in memory only. */
  readonly isCheap?: boolean;
  /** Set when this is a piece of another segment: then that one is made and kept, and this taken from it. */
  readonly cut?: { readonly from: SegmentSpec; readonly take: (whole: ClipSegment) => ClipSegment };
}

/** The facts about an input that a spec needs before it is made. */
export type EncoderInput =
  | { readonly kind: 'file'; readonly digest: string; readonly bytes: () => Promise<Uint8Array> }
  | Extract<InputMedia, { kind: 'stand-in' }>;

export interface Encoder {
  /** The segment, from a cache or made now. */
  get(spec: SegmentSpec, demand: Demand): Promise<ClipSegment>;
  /** A spec. Its key contains the parts, the version of the drawing code and the version of ffmpeg. */
  spec(keyParts: readonly unknown[], make: SegmentSpec['make']): SegmentSpec;
  /** A spec that is cheaper to make again than to keep on disk. */
  cheapSpec(keyParts: readonly unknown[], make: SegmentSpec['make']): SegmentSpec;
  /** Runs ffmpeg when a place is free; only then is `job` called, which must not wait for other segments. */
  run(job: () => FfmpegJob | Promise<FfmpegJob>, demand: Demand): Promise<Buffer>;
  /** Draws or mixes something in a turn of the event loop of its own, so that requests are answered in between. */
  draw: Turns;
  /** For characters of prompts that the package has no font for. */
  readonly font: LoadedFace | undefined;
  /** Whether ffmpeg gets a frame, or any sound, out of a file. */
  decodes: MediaDecoder;
  /** An input: a file and its digest, or the facts of a stand-in. */
  input(url: string, kind: MediaKind): Promise<EncoderInput>;
  close(): Promise<void>;
}

export interface EncoderOptions {
  readonly ffmpeg: FfmpegBinary;
  readonly media: MediaLibrary;
  readonly disk: DiskCache;
  readonly memoryBytes: number;
  readonly concurrency: number;
  /** With a digest of its file. */
  readonly font?: { readonly face: LoadedFace; readonly digest: string } | undefined;
}

/** Raised when a spec gives other pixels or sounds than before, so that no old segment is used. */
const DRAWING_VERSION = 6;

export function createEncoder({ ffmpeg, media, disk, memoryBytes, concurrency, font }: EncoderOptions): Encoder {
  const memory = createLru<ClipSegment>(memoryBytes, weightOf);
  const singleFlight = createSingleFlight<ClipSegment>();
  const semaphore = createSemaphore(concurrency);
  const runFfmpeg = ffmpegRunner(ffmpeg.path);

  const writes = new Set<Promise<unknown>>();

  /** Writes are not awaited: a segment that was not written is made again. */
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

  const get: Encoder['get'] = async (spec, demand) => {
    if (spec.cut !== undefined) return spec.cut.take(await get(spec.cut.from, demand));
    return memory.get(spec.key) ?? singleFlight.join(spec.key, (all) => fetchOrMake(spec, all), demand);
  };

  const tools = font === undefined ? [ffmpeg.version] : [ffmpeg.version, font.digest];
  const spec: Encoder['spec'] = (keyParts, make) => ({
    key: digestOf(JSON.stringify([DRAWING_VERSION, ...tools, ...keyParts])),
    make,
  });
  const draw = createTurns();
  const closing = new AbortController();

  return {
    get,
    spec,
    cheapSpec: (keyParts, make) => ({ ...spec(keyParts, make), isCheap: true }),
    run: (job, demand) => semaphore.run(async () => runFfmpeg(await job(), demand.signal), demand),
    draw,
    font: font?.face,
    decodes: createDecodingTrial((job) =>
      semaphore.run(async () => runFfmpeg(await job(), closing.signal), { signal: closing.signal }),
    ),
    input: (url, kind) => openInput(media, url, kind),
    async close() {
      closing.abort();
      await singleFlight.close();
      await Promise.allSettled(writes);
    },
  };
}

async function openInput(media: MediaLibrary, url: string, kind: MediaKind): Promise<EncoderInput> {
  try {
    const input = await media.open(url, kind);
    return input.kind === 'stand-in' ? input : { ...input, digest: await input.digest() };
  } catch (error) {
    // A file that existed at the create may be gone.
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

/** SHA-256 in hexadecimal. */
export function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
