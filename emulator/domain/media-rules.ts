/** The file rules of the API document: the defects of an input file that make a generation fail. */

import { LIMITS } from '../../contract/limits.ts';
import type { MediaFacts, MediaKind, JudgedFile, MediaProblem } from './ports.ts';

/** The input file that makes a generation fail. */
export interface InputFailure {
  readonly code: MediaProblem;
  /** The number of the file, counted from 1: first the images in the order of the request, then the audio files. */
  readonly file: number;
  /** The problem of the file, which completes "the file ...". */
  readonly detail: string;
}

export interface JudgedFiles {
  readonly images: readonly JudgedFile[];
  readonly audios: readonly JudgedFile[];
}

/** The tolerance for lengths in seconds. Encoders pad each end by up to about 50 ms. */
const LENGTH_TOLERANCE = 0.1;

/** Returns the problem with the size of a file, or undefined. It does not need the content of a heavy file. */
export function judgeWeight(kind: MediaKind, bytes: number): string | undefined {
  const below = weightLimit(kind);
  if (bytes < below) return undefined;
  return `has ${bytes} bytes; an ${kind === 'image' ? 'image' : 'audio file'} must stay below ${below}`;
}

/** Returns the size in bytes that a file of this kind must stay below. */
export function weightLimit(kind: MediaKind): number {
  return kind === 'image' ? LIMITS.imageFile.bytesBelow : LIMITS.audioFile.bytesBelow;
}

/** Returns the problem with one file, for example `is 299x720 pixels; ...`, or undefined. */
export function judgeFile(facts: MediaFacts): string | undefined {
  const weight = judgeWeight(facts.kind, facts.bytes);
  if (weight !== undefined) return weight;
  return facts.kind === 'image' ? judgeShape(facts.width, facts.height) : judgeLength(facts.seconds);
}

/** Finds the first input file that makes the generation fail. Images come before audio files. */
export function judgeInputs({ images, audios }: JudgedFiles): InputFailure | undefined {
  for (const [index, inspection] of [...images, ...audios].entries()) {
    if (!inspection.ok) return { code: inspection.problem, file: index + 1, detail: inspection.detail };
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

function judgeCombinedLength(audios: readonly JudgedFile[], before: number): InputFailure | undefined {
  const max = LIMITS.audioFile.combinedSeconds;
  let seconds = 0;
  for (const [index, inspection] of audios.entries()) {
    if (inspection.ok && inspection.facts.kind === 'audio') seconds = round(seconds + inspection.facts.seconds);
    if (seconds <= max + LENGTH_TOLERANCE) continue;
    const detail = `brings the audio files to ${seconds} s; together they may last ${max} s`;
    return { code: 'audio_invalid', file: before + index + 1, detail };
  }
  return undefined;
}

/** Rounds to microseconds: finer than a sample, coarser than the error of adding floats. */
function round(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6;
}
