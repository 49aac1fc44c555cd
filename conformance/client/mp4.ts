/**
 * Reads the boxes and the tracks of an MP4 with mediabunny. A malicious file may exhaust the reader, so this runs in a
 * worker thread (`clip-reader.ts`).
 */

import { deflateRawSync } from 'node:zlib';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import type { EncodedPacket, InputAudioTrack, InputVideoTrack } from 'mediabunny';
import { LIMITS } from '../../contract/limits.ts';
import { isHybrid, largestClaim, walkBoxes } from './boxes.ts';
import type { ClipFacts } from './exchange.ts';

/** The limit for one track. A clip of 30 s has 720 frames, and some 1,500 packets of sound. */
const MOST_PACKETS = 200_000;

/** Reads the facts of a file. An unreadable file is a finding, not an error. */
export async function readClip(bytes: Uint8Array): Promise<ClipFacts> {
  const layout = walkBoxes(bytes);
  const claim = largestClaim(bytes);
  if (claim > bytes.length)
    return {
      ...layout,
      readable: false,
      problem: `The file claims to have ${claim} samples in ${bytes.length} bytes.`,
    };
  if (isHybrid(bytes)) return { ...layout, readable: true, unread: 'Some frames of the file are in fragments.' };
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  try {
    const [video, audio] = await Promise.all([input.getPrimaryVideoTrack(), input.getPrimaryAudioTrack()]);
    return {
      ...layout,
      readable: true,
      ...(video === null ? {} : { video: await videoFacts(video) }),
      ...(audio === null ? {} : { audio: await audioFacts(audio) }),
    };
  } catch (error) {
    return { ...layout, readable: false, problem: error instanceof Error ? error.message : String(error) };
  } finally {
    input.dispose();
  }
}

/** Yields the packets of a track in stored order, without their data. */
async function* packetsOf(track: InputVideoTrack | InputAudioTrack): AsyncGenerator<EncodedPacket> {
  let count = 0;
  for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true })) {
    count += 1;
    if (count > MOST_PACKETS) throw new Error(`A track claims to have more than ${MOST_PACKETS} packets.`);
    yield packet;
  }
}

async function videoFacts(track: InputVideoTrack): Promise<NonNullable<ClipFacts['video']>> {
  const times: number[] = [];
  let keyFrames = 0;
  let end = 0;
  for await (const packet of packetsOf(track)) {
    times.push(packet.timestamp);
    end = Math.max(end, packet.timestamp + packet.duration);
    if (packet.type === 'key') keyFrames += 1;
  }
  const order = orderOf(times);
  times.sort((a, b) => a - b);
  const start = times[0] ?? 0;
  // Some muxers of fragments extend the first frame a little, to align it with the start of the sound.
  const steady = times.slice(times.length > 2 ? 1 : 0);
  const [second = start] = steady;
  const span = (times.at(-1) ?? second) - second;
  return {
    codec: track.codec,
    width: track.displayWidth,
    height: track.displayHeight,
    frames: times.length,
    seconds: end - start,
    start,
    framesPerSecond: span > 0 ? (steady.length - 1) / span : 0,
    jitter: steady.reduce((worst, time, index) => Math.max(worst, offBeat(time - second, index)), 0),
    keyFrames,
    order,
    ...(await brokenFrames(track)),
  };
}

/** Counts the frames that cannot be decoded; empty for a codec other than H.264. */
async function brokenFrames(track: InputVideoTrack): Promise<{ brokenFrames?: number }> {
  const bytes = track.codec === 'avc' ? lengthBytes((await track.getDecoderConfig())?.description) : undefined;
  if (bytes === undefined) return {};
  let broken = 0;
  for await (const { data } of new EncodedPacketSink(track).packets()) if (!isRowOfUnits(data, bytes)) broken += 1;
  return { brokenFrames: broken };
}

/** Returns the size of a length in bytes, by the decoder configuration (`avcC`), or nothing without `avcC`. */
export function lengthBytes(description: AllowSharedBufferSource | undefined): number | undefined {
  if (description === undefined) return undefined;
  const bytes = ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
  const [version, , , , sizes] = bytes;
  return version === 1 && sizes !== undefined ? (sizes & 3) + 1 : undefined;
}

/**
 * Returns whether units fill a frame (ISO/IEC 14496-15, 5.3), each after its length. Then no unit is empty, and the
 * last unit ends with the frame.
 */
export function isRowOfUnits(frame: Uint8Array, bytes: number): boolean {
  let at = 0;
  while (at + bytes <= frame.length) {
    let length = 0;
    for (const byte of frame.subarray(at, at + bytes)) length = length * 256 + byte;
    if (length === 0) return false;
    at += bytes + length;
  }
  return at === frame.length && at > 0;
}

/** Compares the stored order of the frames, which is the order of decoding, with their times of display. */
function orderOf(stored: readonly number[]): { repeated: number; displaced: number } {
  const shown = stored.toSorted((a, b) => a - b);
  const places = new Map(shown.map((time, place) => [time, place]));
  return {
    repeated: shown.length - new Set(shown).size,
    displaced: stored.reduce((worst, time, at) => Math.max(worst, Math.abs((places.get(time) ?? at) - at)), 0),
  };
}

function offBeat(time: number, index: number): number {
  return Math.abs(time - index / LIMITS.framesPerSecond);
}

async function audioFacts(track: InputAudioTrack): Promise<NonNullable<ClipFacts['audio']>> {
  const [end, start] = await Promise.all([track.computeDuration(), track.getFirstTimestamp()]);
  const { codec, numberOfChannels: channels, sampleRate } = track;
  let [backwards, last] = [0, -Infinity];
  for await (const packet of packetsOf(track)) {
    if (packet.timestamp <= last) backwards += 1;
    last = packet.timestamp;
  }
  const seconds = end - start;
  const bytes = await bytesOfSound(track);
  const bytesPerSecond = seconds > 0 ? Math.round(bytes / seconds) : bytes;
  return { codec, seconds, start, channels, sampleRate, backwards, bytesPerSecond };
}

/** Returns the compressed size, because some codecs write as many bytes for silence as for other sound. */
async function bytesOfSound(track: InputAudioTrack): Promise<number> {
  const stored: Uint8Array[] = [];
  for await (const { data } of new EncodedPacketSink(track).packets()) stored.push(data);
  return deflateRawSync(Buffer.concat(stored), { level: 1 }).length;
}
