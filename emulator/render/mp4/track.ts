/** The two tracks of a clip: H.264 pictures and AAC sound, each a list of samples in chunks of about a second. */

import type { Size } from '../../../contract/dimensions.ts';
import { box, fullBox, text } from './box.ts';

/** Samples that are adjacent in the file. */
export interface Chunk {
  readonly sizes: readonly number[];
  readonly data: Uint8Array;
}

interface TrackTiming {
  readonly timescale: number;
  /** The duration of each sample except the last, in ticks. */
  readonly sampleTicks: number;
  readonly durationTicks: number;
  readonly chunks: readonly Chunk[];
}

export interface VideoTrack extends TrackTiming {
  readonly kind: 'video';
  readonly size: Size;
  /** The body of the avcC box. */
  readonly avcC: Uint8Array;
  /** The distance between keyframes, in samples. */
  readonly keyframeEach: number;
}

export interface AudioTrack extends TrackTiming {
  readonly kind: 'audio';
  readonly channels: number;
  /** The AudioSpecificConfig of MPEG-4. */
  readonly config: Uint8Array;
}

export type Track = VideoTrack | AudioTrack;

export interface TrackPlace {
  readonly id: number;
  readonly movieTimescale: number;
  /** The position of each chunk in the file. */
  readonly offsets: readonly number[];
}

/** The creation and modification times. They are 0, so that a clip's bytes do not depend on a clock. */
export const UNKNOWN_TIMES = [0, 0] as const;
const LANGUAGE_UNDETERMINED = 0x55c4;
const IDENTITY = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000] as const;

/** Returns a trak box. It needs no edit list: the first sample starts at 0, and the last ends with the clip. */
export function trackBox(track: Track, place: TrackPlace): Buffer {
  const duration = Math.round((track.durationTicks * place.movieTimescale) / track.timescale);
  const size = track.kind === 'video' ? track.size : { width: 0, height: 0 };
  const volume = track.kind === 'audio' ? 0x0100 : 0;
  return box(
    'trak',
    fullBox(
      'tkhd',
      [1, 3],
      ['u64', ...UNKNOWN_TIMES],
      ['u32', place.id, 0],
      ['u64', duration, 0],
      ['u16', 0, 0, volume, 0],
      ['u32', ...IDENTITY, size.width * 0x10000, size.height * 0x10000],
    ),
    box('mdia', mediaHeader(track), handler(track), mediaInformation(track, place)),
  );
}

function mediaHeader(track: Track): Buffer {
  return fullBox(
    'mdhd',
    [1, 0],
    ['u64', ...UNKNOWN_TIMES],
    ['u32', track.timescale],
    ['u64', track.durationTicks],
    ['u16', LANGUAGE_UNDETERMINED, 0],
  );
}

function handler({ kind }: Track): Buffer {
  const [type, name] = kind === 'video' ? ['vide', 'Pictures'] : ['soun', 'Sound'];
  return fullBox('hdlr', [0, 0], ['u32', 0], text(type), ['u32', 0, 0, 0], text(`${name}\0`));
}

function mediaInformation(track: Track, place: TrackPlace): Buffer {
  const header =
    track.kind === 'video' ? fullBox('vmhd', [0, 1], ['u16', 0, 0, 0, 0]) : fullBox('smhd', [0, 0], ['u16', 0, 0]);
  const reference = fullBox('dref', [0, 0], ['u32', 1], fullBox('url ', [0, 1]));
  return box('minf', header, box('dinf', reference), sampleTable(track, place));
}

function sampleTable(track: Track, { offsets }: TrackPlace): Buffer {
  const sizes = track.chunks.flatMap((chunk) => chunk.sizes);
  const times = timesToSample(track, sizes.length);
  const runs = chunkRuns(track.chunks);
  return box(
    'stbl',
    fullBox('stsd', [0, 0], ['u32', 1], track.kind === 'video' ? avc1(track) : mp4a(track)),
    fullBox('stts', [0, 0], ['u32', times.length / 2, ...times]),
    ...(track.kind === 'video' ? [keyframes(track, sizes.length)] : []),
    fullBox('stsc', [0, 0], ['u32', runs.length / 3, ...runs]),
    fullBox('stsz', [0, 0], ['u32', 0, sizes.length, ...sizes]),
    fullBox('stco', [0, 0], ['u32', offsets.length, ...offsets]),
  );
}

/** Returns pairs of count and duration. The last sample is shortened so that the track ends exactly with the clip. */
function timesToSample({ sampleTicks, durationTicks }: Track, samples: number): number[] {
  const last = durationTicks - sampleTicks * (samples - 1);
  return last === sampleTicks ? [samples, sampleTicks] : [samples - 1, sampleTicks, 1, last];
}

/** Returns a triple for each change of the chunk size: first chunk, samples in each chunk, and description. */
function chunkRuns(chunks: readonly Chunk[]): number[] {
  return chunks.flatMap(({ sizes }, index) =>
    sizes.length === chunks[index - 1]?.sizes.length ? [] : [index + 1, sizes.length, 1],
  );
}

function keyframes({ keyframeEach }: VideoTrack, samples: number): Buffer {
  const keys = Array.from({ length: Math.ceil(samples / keyframeEach) }, (_, index) => index * keyframeEach + 1);
  return fullBox('stss', [0, 0], ['u32', keys.length, ...keys]);
}

function avc1({ size, avcC }: VideoTrack): Buffer {
  return box(
    'avc1',
    ['u16', 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, size.width, size.height],
    ['u32', 0x480000, 0x480000, 0],
    ['u16', 1],
    new Uint8Array(32), // the empty name of the encoder
    ['u16', 24, 0xffff],
    box('avcC', avcC),
    box('colr', text('nclx'), ['u16', 1, 1, 1], ['u8', 0]), // BT.709 for primaries, transfer and matrix; limited range
    box('pasp', ['u32', 1, 1]),
  );
}

function mp4a({ channels, timescale, config, ...track }: AudioTrack): Buffer {
  const bytes = track.chunks.reduce((sum, { data }) => sum + data.length, 0);
  const bitrate = Math.round((8 * bytes * timescale) / track.durationTicks);
  const decoder = descriptor(4, ['u8', 0x40, 0x15, 0, 0, 0], ['u32', bitrate, bitrate], descriptor(5, config));
  const stream = descriptor(3, ['u16', 0], ['u8', 0], decoder, descriptor(6, ['u8', 2]));
  return box(
    'mp4a',
    ['u16', 0, 0, 0, 1, 0, 0, 0, 0, channels, 16, 0, 0],
    ['u32', timescale * 0x10000],
    fullBox('esds', [0, 0], stream),
  );
}

/** Returns a descriptor of esds. Its length has one byte, because all descriptors here are shorter than 128 bytes. */
function descriptor(tag: number, ...fields: Parameters<typeof box>[1][]): Buffer {
  const body = box('    ', ...fields).subarray(8);
  return Buffer.concat([Buffer.from([tag, body.length]), body]);
}
