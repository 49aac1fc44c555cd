/** The pieces that clips are made of, and their format on disk. */

import { createHash } from 'node:crypto';

export interface ClipSegment {
  /** The decoder configuration: avcC for pictures, and empty for raw data. */
  readonly config: Uint8Array;
  /** The length of each sample in `data`. */
  readonly sizes: readonly number[];
  readonly data: Uint8Array;
}

const MAGIC = Buffer.from('STANDIN\u0001');
const DIGEST_BYTES = 32;
const FIXED = MAGIC.length + 12;
const digests = new WeakMap<ClipSegment, string>();

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

/** Returns the digest if it was computed before. */
export function knownDigest(segment: ClipSegment): string | undefined {
  return digests.get(segment);
}

/** Returns a digest of the segment's data, which is computed once. */
export function segmentDigest(segment: ClipSegment): string {
  const digest = digests.get(segment) ?? createHash('sha256').update(segment.data).digest('hex');
  digests.set(segment, digest);
  return digest;
}

function bytesOf(words: Uint32Array): Buffer {
  const bytes = Buffer.alloc(4 * words.length);
  for (const [index, word] of words.entries()) bytes.writeUInt32LE(word, 4 * index);
  return bytes;
}
