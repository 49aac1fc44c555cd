/** An encoded or decoded piece that clips are put together from, and its form on disk. */

import { createHash } from 'node:crypto';

export interface ClipSegment {
  /** How to begin decoding: avcC for pictures, empty where nothing is needed. */
  readonly config: Uint8Array;
  /** The length of each sample; together they are `data`. */
  readonly sizes: readonly number[];
  readonly data: Uint8Array;
}

const MAGIC = Buffer.from('STANDIN\u0001');
const DIGEST_BYTES = 32;
const FIXED = MAGIC.length + 12;
const digests = new WeakMap<ClipSegment, string>();

/** Magic, three lengths, config, sizes, data, and a SHA-256 of key and all, which tells a damaged file. */
export function packSegment(key: string, { config, sizes, data }: ClipSegment): Uint8Array[] {
  const lengths = new Uint32Array([config.length, sizes.length, data.length]);
  const head = Buffer.concat([MAGIC, bytesOf(lengths), config, bytesOf(Uint32Array.from(sizes))]);
  return [head, data, createHash('sha256').update(key).update(head).update(data).digest()];
}

/** Reads a packed segment, or returns undefined when it is not whole or is another one. */
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

/** The bytes that the segment keeps in memory. */
export function weightOf(segment: ClipSegment): number {
  return segment.data.length + segment.config.length + 8 * segment.sizes.length;
}

/** The digest, where it was computed before. */
export function knownDigest(segment: ClipSegment): string | undefined {
  return digests.get(segment);
}

/** A digest of the segment's media bytes, computed once. */
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
