/**
 * Decompresses a response with an unrequested Content-Encoding, so that its JSON can be judged; another check reports
 * the encoding.
 */

import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

const MOST = 16 * 1024 * 1024;
const DECODERS: Readonly<Record<string, typeof gunzipSync>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/**
 * The decompressed body; unchanged if the encoding is unknown or wrong, and for clips, whose ranges count encoded
 * bytes.
 */
export function decoded(bytes: Buffer, type: string | undefined, coding: string | undefined): Buffer {
  const decode = DECODERS[(coding ?? '').trim().toLowerCase()];
  if (decode === undefined || bytes.length === 0 || !/json|^text\//i.test(type ?? '')) return bytes;
  try {
    return decode(bytes, { maxOutputLength: MOST });
  } catch {
    return bytes;
  }
}
