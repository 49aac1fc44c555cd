/** The pieces that clips are made of: their seconds, their digest, and their format on disk. */

import { createHash } from 'node:crypto';

import { LIMITS } from '../../../contract/limits.ts';
import { RenderError } from '../render-error.ts';
import type { Demand } from '../../../lib/semaphore.ts';

export interface ClipSegment {
  /** The decoder configuration: avcC for pictures, and empty for raw data. */
  readonly config: Uint8Array;
  /** The length of each sample in `data`. */
  readonly sizes: readonly number[];
  readonly data: Uint8Array;
  /** The digest of `data`, once it is known. */
  digest?: string;
  /** The single seconds, once they are known. */
  seconds?: readonly ClipSegment[];
}

/** The description of a segment. The key identifies everything that determines its bytes. */
export interface SegmentSpec {
  readonly key: string;
  readonly make: (demand: Demand) => Promise<ClipSegment>;
  /** The segment is cached in memory only. */
  readonly isCheap?: boolean;
  /** Set if this segment is a part of another segment. Only the whole segment is made and cached. */
  readonly cut?: { readonly from: SegmentSpec; readonly take: (whole: ClipSegment) => ClipSegment };
}

const FPS = LIMITS.framesPerSecond;
/** The type of the H.264 units that keyframes consist of. */
export const IDR = 5;
const MAGIC = Buffer.from('STANDIN\u0001');
const DIGEST_BYTES = 32;
const FIXED = MAGIC.length + 12;

/** Wraps raw pixels or raw sound as a segment of one sample. */
export function rawSegment(data: Uint8Array): ClipSegment {
  return { config: new Uint8Array(), sizes: [data.length], data };
}

/** Returns the magic bytes, three lengths, config, sizes, data, and a SHA-256 that also covers the key. */
export function packSegment(key: string, { config, sizes, data }: ClipSegment): Uint8Array[] {
  const lengths = new Uint32Array([config.length, sizes.length, data.length]);
  const head = Buffer.concat([MAGIC, bytesOf(lengths), config, bytesOf(Uint32Array.from(sizes))]);
  return [head, data, createHash('sha256').update(key).update(head).update(data).digest()];
}

/** Reads a packed segment. Returns undefined if it is damaged or has another key. */
export function unpackSegment(key: string, file: Buffer): ClipSegment | undefined {
  if (file.length < FIXED + DIGEST_BYTES || !file.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  const body = file.subarray(0, file.length - DIGEST_BYTES);
  const digest = createHash('sha256').update(key).update(body).digest();
  if (!digest.equals(file.subarray(body.length))) return undefined;
  const [config, count] = [body.readUInt32LE(MAGIC.length), body.readUInt32LE(MAGIC.length + 4)];
  const sizesAt = FIXED + config;
  const sizes = Array.from({ length: count }, (_, index) => body.readUInt32LE(sizesAt + 4 * index));
  return { config: body.subarray(FIXED, sizesAt), sizes, data: body.subarray(sizesAt + 4 * count) };
}

/** Returns the approximate memory use of a segment in bytes. */
export function weightOf(segment: ClipSegment): number {
  return segment.data.length + segment.config.length + 8 * segment.sizes.length;
}

/** Returns a digest of the segment's data, which is computed once. */
export function segmentDigest(segment: ClipSegment): string {
  return (segment.digest ??= createHash('sha256').update(segment.data).digest('hex'));
}

/** Returns the stretch. Throws if a frame or a keyframe at the start of a second is missing. */
export function wholeSeconds(segment: ClipSegment, seconds: number): ClipSegment {
  const frames = segment.sizes.length;
  if (frames !== seconds * FPS) throw new RenderError('ffmpeg_failed', `${seconds} s came out with ${frames} frames`);
  // The first unit of a keyframe is an IDR slice, behind its length.
  if (!secondsOf(segment).every(({ data }) => ((data[4] ?? 0) & 31) === IDR)) {
    throw new RenderError('ffmpeg_failed', 'a second came out without a keyframe');
  }
  return segment;
}

/** Returns the spec of one second of a stretch. The second shares the bytes of the stretch and is not cached. */
export function cutSecond(stretch: SegmentSpec, index: number): SegmentSpec {
  const cut = (segment: ClipSegment): ClipSegment => {
    const second = secondsOf(segment)[index];
    if (second === undefined) throw new Error(`The stretch has no second ${index}`);
    return second;
  };
  return { key: `${stretch.key} ${index}`, make: stretch.make, cut: { from: stretch, take: cut } };
}

/** Returns the same objects each time, so that the digest of a second is computed once. */
function secondsOf(segment: ClipSegment): readonly ClipSegment[] {
  return (segment.seconds ??= cutAll(segment));
}

/** Splits a segment by seconds. `first` returns the index of the first sample in a second. */
export function cutAll(
  { config, sizes, data }: ClipSegment,
  seconds = sizes.length / FPS,
  first = (second: number): number => second * FPS,
): ClipSegment[] {
  let at = 0;
  return Array.from({ length: seconds }, (_, second) => {
    const samples = sizes.slice(first(second), first(second + 1));
    const start = at;
    at += samples.reduce((sum, size) => sum + size, 0);
    return { config, sizes: samples, data: data.subarray(start, at) };
  });
}

function bytesOf(words: Uint32Array): Buffer {
  const bytes = Buffer.alloc(4 * words.length);
  for (const [index, word] of words.entries()) bytes.writeUInt32LE(word, 4 * index);
  return bytes;
}
