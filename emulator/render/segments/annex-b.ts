/** Converts H.264 between ffmpeg's format (start codes) and MP4's format (lengths). */

import { RenderError } from '../render-error.ts';
import { IDR, type ClipSegment } from './segment.ts';

const NAL = { slice: 1, idr: IDR, sequence: 7, picture: 8 } as const;
const START_CODE = Buffer.from([0, 0, 0, 1]);

/** Splits a stream into frames. It keeps the slices and drops the encoder's notes and repeated headers. */
export function readAnnexB(stream: Buffer): ClipSegment {
  const units = nalUnits(stream);
  const slices = units.filter((unit) => typeOf(unit) === NAL.slice || typeOf(unit) === NAL.idr);
  const sequence = units.find((unit) => typeOf(unit) === NAL.sequence);
  const picture = units.find((unit) => typeOf(unit) === NAL.picture);
  if (sequence === undefined || picture === undefined)
    throw new RenderError('ffmpeg_failed', 'exit status 0, but its output is not an H.264 stream');
  const samples = slices.map((unit) => Buffer.concat([lengthOf(unit), unit]));
  return {
    config: avcConfiguration(sequence, picture),
    sizes: samples.map(({ length }) => length),
    data: Buffer.concat(samples),
  };
}

/** Converts frames back to a stream for a decoder. */
export function writeAnnexB({ config, sizes, data }: ClipSegment): Uint8Array[] {
  const sequenceLength = (config[6] ?? 0) * 256 + (config[7] ?? 0);
  // In the Baseline profile, the configuration ends with the picture parameter set.
  const headers = [config.subarray(8, 8 + sequenceLength), config.subarray(11 + sequenceLength)];
  let at = 0;
  const frames = sizes.map((size) => data.subarray(at + 4, (at += size)));
  return [...headers, ...frames].flatMap((unit) => [START_CODE, unit]);
}

function nalUnits(stream: Buffer): Buffer[] {
  const mark = START_CODE.subarray(1);
  const units: Buffer[] = [];
  let start = stream.indexOf(mark);
  while (start >= 0) {
    const next = stream.indexOf(mark, start + 3);
    let end = next < 0 ? stream.length : next;
    while (end > start + 3 && stream[end - 1] === 0) end -= 1; // a longer start code, or padding
    units.push(stream.subarray(start + 3, end));
    start = next;
  }
  return units;
}

function typeOf(unit: Buffer): number {
  return (unit[0] ?? 0) & 31;
}

function lengthOf({ length }: Buffer): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  return bytes;
}

/** Returns the body of avcC (Baseline): version, profile, level, 4-byte lengths, and the two parameter sets. */
function avcConfiguration(sequence: Buffer, picture: Buffer): Buffer {
  const short = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);
  const head = Buffer.from([1, sequence[1] ?? 0, sequence[2] ?? 0, sequence[3] ?? 0, 0xff, 0xe1]);
  return Buffer.concat([head, short(sequence.length), sequence, Buffer.from([1]), short(picture.length), picture]);
}
