/** Converts the bytes of a response into the body that the report keeps. */

import { createHash } from 'node:crypto';
import type { Body, ClipFacts } from './exchange.ts';
import { readInWorker, type ReadClip } from './clip-reader.ts';
import type { Redactor } from './redactor.ts';

const TEXT_LIMIT = 256 * 1024;
/**
 * The limit for all bodies of a run together. Records of 16 kB for all requests of a run stay below it. Later bodies
 * are kept only if they are small; others are not judged.
 */
export const ALL_TEXT_LIMIT = 48 * 1024 * 1024;
const SMALL_TEXT_LIMIT = 8192;
/** The length of the text that each run has kept, by the signal of the run. */
const keptText = new WeakMap<AbortSignal, number>();
/** The limit up to which a part of a clip is kept whole. */
const WHOLE_LIMIT = 8192;
const WINDOW = 4096;

interface Keeping {
  readonly redactor: Redactor;
  /** Ends the analysis of a clip. */
  readonly signal: AbortSignal;
  /** The body comes from a redirect to another origin. Unless it is a clip, only its size and digest are kept. */
  readonly isElsewhere: boolean;
}

interface Kept {
  readonly body: Body;
  /** The received bytes. They are missing if the clip reader failed after it had taken them over. */
  readonly bytes: Buffer | undefined;
}

/** Keeps text readable, with the keys removed. Keeps small bytes whole, and three windows of a large body. */
export async function keepBody(bytes: Buffer, type: string | undefined, keeping: Keeping): Promise<Kept> {
  const { redactor, signal, isElsewhere } = keeping;
  const common = { size: bytes.length, sha256: sha256(bytes) };
  if (isElsewhere && !isVideo(type)) return { body: common, bytes };
  const text = bytes.length <= textLimit(signal) && !isVideo(type) ? utf8(bytes) : undefined;
  if (text !== undefined) keptText.set(signal, (keptText.get(signal) ?? 0) + text.length);
  if (text !== undefined) return { body: { ...common, text: redactor.clean(text) }, bytes };
  // A text that is too long for any record is judged as a wrong response of the API.
  const isUnkept = bytes.length > textLimit(signal) && bytes.length <= TEXT_LIMIT && !isVideo(type);
  const body = { ...common, windows: windowsOf(bytes), ...(isUnkept ? { isUnkept } : {}) };
  if (!looksLikeMp4(bytes) || bytes.length <= WHOLE_LIMIT) return { body, bytes };
  const { facts, bytes: back } = await read(common.sha256, bytes, signal);
  return { body: { ...body, clip: facts }, bytes: back };
}

/** The analyzed clips by digest, because the same clip comes many times in a run. */
const known = new Map<string, Promise<ClipFacts>>();
const MOST_KNOWN = 64;

async function read(digest: string, bytes: Buffer, signal: AbortSignal): Promise<ReadClip> {
  const before = known.get(digest);
  if (before !== undefined) return { facts: await before, bytes };
  if (known.size >= MOST_KNOWN) known.clear();
  const reading = readInWorker(bytes, signal);
  known.set(
    digest,
    reading.then(({ facts }) => facts),
  );
  const clip = await reading;
  // Another run may succeed: this run was stopped, or its reader exhausted.
  if (!clip.facts.readable) known.delete(digest);
  return clip;
}

/** Returns the SHA-256 of bytes as hexadecimal digits. */
export function sha256(...parts: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

function windowsOf(bytes: Buffer): NonNullable<Body['windows']> {
  if (bytes.length <= WHOLE_LIMIT) return [{ start: 0, base64: bytes.toString('base64') }];
  const middle = Math.floor(bytes.length / 2);
  return [0, middle - WINDOW / 2, bytes.length - WINDOW].map((start) => ({
    start,
    base64: bytes.subarray(start, start + WINDOW).toString('base64'),
  }));
}

function textLimit(signal: AbortSignal): number {
  return (keptText.get(signal) ?? 0) < ALL_TEXT_LIMIT ? TEXT_LIMIT : SMALL_TEXT_LIMIT;
}

function utf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function isVideo(type: string | undefined): boolean {
  return type !== undefined && /^(video\/|multipart\/byteranges|application\/octet-stream)/i.test(type.trim());
}

function looksLikeMp4(bytes: Buffer): boolean {
  return bytes.subarray(4, 8).toString('latin1') === 'ftyp';
}
