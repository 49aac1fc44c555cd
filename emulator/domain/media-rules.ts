/** The file rules of the API document ("File requirements"): what about an input file lets a generation fail. */

import { LIMITS } from '../../contract/limits.ts';
import type { MediaFacts, MediaKind, MediaLook, MediaProblem } from './ports.ts';

/** The input file for which a generation fails. */
export interface InputFailure {
  readonly code: MediaProblem;
  /** Counted from 1 over the images in the request's order, then the audio files. */
  readonly file: number;
  /** The problem of the file; it completes "the file ...". */
  readonly detail: string;
}

/** Looks at the input files of one request, in the request's order. */
export interface InputLooks {
  readonly images: readonly MediaLook[];
  readonly audios: readonly MediaLook[];
}

/** Encoders pad by up to some 50 ms at each end, so lengths are judged with this much tolerance, in seconds. */
const LENGTH_TOLERANCE = 0.1;

/**
 * Says what is wrong with the size of a file, or nothing. Apart from `judgeFile`, so that a heavy file need not be
 * read.
 *
 * @example judgeWeight('audio', 15_000_000) // 'has 15000000 bytes; an audio file must stay below 15000000'
 */
export function judgeWeight(kind: MediaKind, bytes: number): string | undefined {
  const below = weightLimit(kind);
  if (bytes < below) return undefined;
  return `has ${bytes} bytes; an ${kind === 'image' ? 'image' : 'audio file'} must stay below ${below}`;
}

/** The number of bytes that a file of this kind must stay below. */
export function weightLimit(kind: MediaKind): number {
  return kind === 'image' ? LIMITS.imageFile.bytesBelow : LIMITS.audioFile.bytesBelow;
}

/**
 * Says what is wrong with one file, or nothing.
 *
 * @example judgeFile({ kind: 'image', type: 'png', bytes: 9, width: 299, height: 720 }) // 'is 299x720 pixels; ...'
 */
export function judgeFile(facts: MediaFacts): string | undefined {
  const weight = judgeWeight(facts.kind, facts.bytes);
  if (weight !== undefined) return weight;
  return facts.kind === 'image' ? judgeShape(facts.width, facts.height) : judgeLength(facts.seconds);
}

/**
 * Finds the first input file, images before audio, for which the generation fails; nothing when all are fine.
 *
 * @example judgeInputs({ images: [await media.look(url, 'image')], audios: [] })?.code // 'image_fetch_failed'
 */
export function judgeInputs({ images, audios }: InputLooks): InputFailure | undefined {
  for (const [index, look] of [...images, ...audios].entries()) {
    if (!look.ok) return { code: look.problem, file: index + 1, detail: look.detail };
  }
  return judgeCombinedLength(audios, images.length);
}

function judgeShape(width: number, height: number): string | undefined {
  const { axisPixels, ratio } = LIMITS.imageFile;
  if (Math.min(width, height) < axisPixels.min || Math.max(width, height) > axisPixels.max) {
    return `is ${width}x${height} pixels; each axis must have ${axisPixels.min} to ${axisPixels.max}`;
  }
  if (width / height < ratio.min || width / height > ratio.max) {
    return `is ${width}x${height} pixels; its aspect ratio must lie between 2:5 and 5:2`;
  }
  return undefined;
}

function judgeLength(seconds: number): string | undefined {
  const { min, max } = LIMITS.audioFile.seconds;
  if (seconds >= min - LENGTH_TOLERANCE && seconds <= max + LENGTH_TOLERANCE) return undefined;
  return `lasts ${round(seconds)} s; an audio file must last ${min} to ${max} s`;
}

function judgeCombinedLength(audios: readonly MediaLook[], before: number): InputFailure | undefined {
  const max = LIMITS.audioFile.combinedSeconds;
  let seconds = 0;
  for (const [index, look] of audios.entries()) {
    if (look.ok && look.facts.kind === 'audio') seconds = round(seconds + look.facts.seconds);
    if (seconds <= max + LENGTH_TOLERANCE) continue;
    const detail = `brings the audio files to ${seconds} s; together they may last ${max} s`;
    return { code: 'audio_invalid', file: before + index + 1, detail };
  }
  return undefined;
}

/** To the microsecond: finer than any sample, coarser than the error of adding floats. */
function round(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6;
}
