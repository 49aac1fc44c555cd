/**
 * Decodes content codings. JSON is decoded even if the request did not accept its coding, so that it can be judged;
 * another check reports the coding.
 */

import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

const MOST = 128 * 1024 * 1024;
const MOST_OF_JSON = 16 * 1024 * 1024;
const DECODERS: Readonly<Record<string, typeof gunzipSync>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** Decodes bytes. The codings are named in the order in which they were applied. */
export function decode(bytes: Buffer, codings: string, most = MOST): Buffer | 'unknown coding' | 'wrong bytes' {
  const names = codings.split(',').map((name) => name.trim().toLowerCase());
  const applied = names.filter((name) => name !== '' && name !== 'identity');
  if (applied.some((name) => DECODERS[name] === undefined)) return 'unknown coding';
  try {
    return applied.reduceRight((coded, name) => DECODERS[name]?.(coded, { maxOutputLength: most }) ?? coded, bytes);
  } catch {
    return 'wrong bytes';
  }
}

/**
 * Decodes a body. The bytes are unchanged if the coding is unknown or wrong. The bytes of clips are unchanged, because
 * ranges count encoded bytes. `isMiscoded` means that they are not in the coding that Content-Encoding names.
 */
export function decoded(bytes: Buffer, type: string | undefined, coding: string | undefined) {
  if (coding === undefined || bytes.length === 0 || !/json|^text\//i.test(type ?? '')) return { bytes };
  const plain = decode(bytes, coding, MOST_OF_JSON);
  if (plain === 'wrong bytes') return { bytes, isMiscoded: true as const };
  return { bytes: plain === 'unknown coding' ? bytes : plain };
}
