/** Where parts are made: looks in memory, then on disk, then makes them, once for all who ask, at most so many at a time. */

import { createHash } from 'node:crypto';

import type { MediaKind, MediaLibrary } from '../../domain/ports.ts';
import type { FfmpegBinary } from '../ffmpeg-find.ts';
import type { DiskCache } from './disk-cache.ts';
import type { Part } from './segment.ts';
import type { FfmpegJob } from '../ffmpeg-run.ts';
import { createFlights } from './single-flight.ts';
import { createGate } from './semaphore.ts';
import { createMemoryCache } from './memory-cache.ts';
import { packPart, unpackPart, weightOf } from './segment.ts';
import { ffmpegRunner } from '../ffmpeg-run.ts';

/** A part that can be made: its key says all that it depends on. */
export interface PartRecipe {
  readonly key: string;
  readonly make: (signal: AbortSignal) => Promise<Part>;
  /** Set when this is a piece of another part: then that one is made and kept, and this taken from it. */
  readonly cut?: { readonly from: PartRecipe; readonly take: (whole: Part) => Part };
}

export interface InputFile {
  readonly digest: string;
  bytes(): Promise<Uint8Array>;
}

export interface Studio {
  /** The part, from a cache or made now. */
  take(recipe: PartRecipe, signal: AbortSignal): Promise<Part>;
  /** A recipe whose key is made of the ingredients, the version of the drawing code and that of ffmpeg. */
  recipe(ingredients: readonly unknown[], make: PartRecipe['make']): PartRecipe;
  /** Runs ffmpeg when a place is free; only then is the job's input drawn. A job must not wait for other parts. */
  run(job: () => FfmpegJob, signal: AbortSignal): Promise<Buffer>;
  /** An input file and its digest. */
  file(url: string, kind: MediaKind): Promise<InputFile>;
  close(): Promise<void>;
}

export interface StudioOptions {
  readonly ffmpeg: FfmpegBinary;
  readonly media: MediaLibrary;
  readonly disk: DiskCache;
  readonly memoryBytes: number;
  readonly concurrency: number;
}

/** Raised whenever the same recipe gives other pixels or sounds than before, so that old cached parts are not used. */
const DRAWING_VERSION = 1;

export function createStudio({ ffmpeg, media, disk, memoryBytes, concurrency }: StudioOptions): Studio {
  const memory = createMemoryCache<Part>(memoryBytes, weightOf);
  const flights = createFlights<Part>();
  const gate = createGate(concurrency);
  const runFfmpeg = ffmpegRunner(ffmpeg.path);

  const writes = new Set<Promise<unknown>>();

  /** Nobody waits for the disk: a part that was not written is made again. */
  const keep = (key: string, part: Part): void => {
    const write = disk.write(key, packPart(part)).finally(() => writes.delete(write));
    writes.add(write);
  };

  const fetchOrMake = async ({ key, make }: PartRecipe, signal: AbortSignal): Promise<Part> => {
    const stored = await fromDisk(disk, key);
    const part = stored ?? (await make(signal));
    if (stored === undefined) keep(key, part);
    memory.set(key, part);
    return part;
  };

  const take: Studio['take'] = async (recipe, signal) => {
    if (recipe.cut !== undefined) return recipe.cut.take(await take(recipe.cut.from, signal));
    return memory.get(recipe.key) ?? flights.join(recipe.key, (stop) => fetchOrMake(recipe, stop), signal);
  };

  return {
    take,
    recipe: (ingredients, make) => ({
      key: digestOf(JSON.stringify([DRAWING_VERSION, ffmpeg.version, ...ingredients])),
      make,
    }),
    run: (job, signal) => gate.run(() => runFfmpeg(job(), signal), signal),
    async file(url, kind) {
      return { digest: digestOf(await media.bytes(url, kind)), bytes: () => media.bytes(url, kind) };
    },
    async close() {
      await flights.close();
      await Promise.allSettled(writes);
    },
  };
}

async function fromDisk(disk: DiskCache, key: string): Promise<Part | undefined> {
  const file = await disk.read(key);
  if (file === undefined) return undefined;
  const part = unpackPart(file);
  if (part === undefined) await disk.remove(key);
  return part;
}

/** SHA-256 in hexadecimal. */
export function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
