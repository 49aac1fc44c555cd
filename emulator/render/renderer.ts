/** Makes clips: plans in, MP4s out. The room's front door. */

import { availableParallelism } from 'node:os';

import type { ClipPlan } from '../domain/clip-plan.ts';
import type { Clip, ClipRenderer, MediaLibrary } from '../domain/ports.ts';
import type { DiskCache } from './encode/disk-cache.ts';
import type { Part } from './encode/part.ts';
import type { PartRecipe, Studio } from './encode/studio.ts';
import type { FfmpegBinary } from './find-ffmpeg.ts';
import { createDiskCache } from './encode/disk-cache.ts';
import { createFlights } from './encode/flights.ts';
import { createMemoryCache } from './encode/memory-cache.ts';
import { digestOfPart } from './encode/part.ts';
import { createStudio, digestOf } from './encode/studio.ts';
import { markedSecond } from './picture/picture.ts';
import { soundTrack } from './sound/sound.ts';
import { RenderError } from './render-error.ts';
import { stitch } from './stitch.ts';

export interface RendererOptions {
  readonly ffmpeg: FfmpegBinary;
  readonly media: MediaLibrary;
  /** May be shared by several processes. */
  readonly cacheFolder: string;
  /** The least recently used files go first. 2 GiB unless told. */
  readonly cacheBytes?: number;
  /** Half for whole clips, half for their parts. 256 MiB unless told. A clip that is too big for it is served from a file. */
  readonly memoryBytes?: number;
  /** Encodes at once; as many as cores unless told. */
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
  const disk = createDiskCache(cacheFolder, cacheBytes);
  const concurrency = options.concurrency ?? availableParallelism();
  const studio = createStudio({ ffmpeg, media, disk, memoryBytes: half, concurrency });
  const clips = createMemoryCache<Clip>(half, memoryOf);
  const flights = createFlights<Clip>();
  let closed = false;

  const make = async (key: string, plan: ClipPlan, signal: AbortSignal): Promise<Clip> => {
    const clip = await shelve(await renderClip(studio, plan, signal), { key, disk, inMemory: half });
    clips.set(key, clip);
    return clip;
  };
  const render = async (plan: ClipPlan, signal?: AbortSignal): Promise<Clip> => {
    if (closed) throw new RenderError('closed');
    const key = digestOf(JSON.stringify(plan));
    const known = clips.get(key);
    if (known !== undefined && (await isThere(known, key, disk))) return known;
    return flights
      .join(key, (stop) => make(key, plan, stop), signal)
      .catch((error: unknown) => {
        throw closed ? new RenderError('closed') : error;
      });
  };
  return {
    render,
    prepare(plan) {
      if (isSlow(plan)) render(plan).catch(() => undefined);
    },
    async close() {
      closed = true;
      await Promise.all([flights.close(), studio.close()]);
    },
  };
}

interface MemoryClip extends Clip {
  readonly body: Extract<Clip['body'], { kind: 'memory' }>;
}

async function renderClip(studio: Studio, plan: ClipPlan, signal: AbortSignal): Promise<MemoryClip> {
  const take = async (recipe: Promise<PartRecipe>): Promise<Part> => studio.take(await recipe, signal);
  const pictures = Array.from({ length: plan.seconds }, (_, second) => take(markedSecond(studio, plan, second)));
  const sounds = plan.audio ? [take(soundTrack(studio, plan))] : [];
  const parts = await Promise.all([...pictures, ...sounds]);
  const pieces = stitch(plan, parts.slice(0, plan.seconds), parts[plan.seconds]);
  const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return { size, etag: etagOf(pieces, parts), body: { kind: 'memory', pieces } };
}

/** The head says how the parts follow one another, so the digests of head and parts stand for all bytes without reading them. */
function etagOf([head = new Uint8Array()]: readonly Uint8Array[], parts: readonly Part[]): string {
  return digestOf([digestOf(head), ...parts.map(digestOfPart)].join());
}

/** Keeps a clip in memory when it fits there, and otherwise as a file when the disk takes it. */
async function shelve(
  clip: MemoryClip,
  { key, disk, inMemory }: { key: string; disk: DiskCache; inMemory: number },
): Promise<Clip> {
  if (clip.size <= inMemory) return clip;
  const name = `${key}.mp4`;
  const path = (await disk.pathOf(name, clip.size)) ?? (await disk.write(name, clip.body.pieces));
  return path === undefined ? clip : { ...clip, body: { kind: 'file', path } };
}

async function isThere({ size, body }: Clip, key: string, disk: DiskCache): Promise<boolean> {
  return body.kind === 'memory' || (await disk.pathOf(`${key}.mp4`, size)) !== undefined;
}

function memoryOf({ body }: Clip): number {
  return body.kind === 'file' ? body.path.length : body.pieces.reduce((sum, piece) => sum + piece.length, 0);
}

/** A text clip is quick; what looks at input files and earlier clips is worth beginning early. */
function isSlow({ workflow }: ClipPlan): boolean {
  return workflow !== 'text';
}
