/** Takes a coding that nobody asked for off an answer, so that its JSON is judged as JSON; that it came is another check's finding. */

import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

const MOST = 16 * 1024 * 1024;
const DECODERS: Readonly<Record<string, typeof gunzipSync>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** The body without its coding; as it came where the coding is not known, does not fit, or is that of a clip, whose parts are counted in it. */
export function decoded(bytes: Buffer, type: string | undefined, coding: string | undefined): Buffer {
  const decode = DECODERS[(coding ?? '').trim().toLowerCase()];
  if (decode === undefined || bytes.length === 0 || !/json|^text\//i.test(type ?? '')) return bytes;
  try {
    return decode(bytes, { maxOutputLength: MOST });
  } catch {
    return bytes;
  }
}
