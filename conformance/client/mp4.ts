/** Looks into an MP4: a walk over its boxes, and the tracks as mediabunny reads them. */

import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import type { InputAudioTrack, InputVideoTrack } from 'mediabunny';
import { LIMITS } from '../../contract/limits.ts';
import type { ClipFacts } from './exchange.ts';

const MOST_BOXES = 1000;

/** What the file holds; a file that cannot be read is a finding, not an error. */
export async function readClip(bytes: Uint8Array): Promise<ClipFacts> {
  const layout = walkBoxes(bytes);
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

/** The names of the boxes at the top, in order; a box that does not fit into the file is marked. */
function walkBoxes(bytes: Uint8Array): Pick<ClipFacts, 'boxes' | 'brand'> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const boxes: string[] = [];
  let at = 0;
  while (at + 8 <= buffer.length && boxes.length < MOST_BOXES) {
    const name = buffer.toString('latin1', at + 4, at + 8);
    const size = boxSize(buffer, at);
    boxes.push(at + size > buffer.length || size < 8 ? `${name} (cut)` : name);
    if (size < 8) break;
    at += size;
  }
  const brand = boxes[0] === 'ftyp' ? buffer.toString('latin1', 8, 12) : undefined;
  return { boxes, ...(brand === undefined ? {} : { brand }) };
}

function boxSize(buffer: Buffer, at: number): number {
  const size = buffer.readUInt32BE(at);
  if (size === 0) return buffer.length - at;
  return size === 1 && at + 16 <= buffer.length ? Number(buffer.readBigUInt64BE(at + 8)) : size;
}

async function videoFacts(track: InputVideoTrack): Promise<NonNullable<ClipFacts['video']>> {
  const times: number[] = [];
  let keyFrames = 0;
  let end = 0;
  for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true })) {
    times.push(packet.timestamp);
    end = Math.max(end, packet.timestamp + packet.duration);
    if (packet.type === 'key') keyFrames += 1;
  }
  const order = orderOf(times);
  times.sort((a, b) => a - b);
  const start = times[0] ?? 0;
  const span = (times.at(-1) ?? start) - start;
  return {
    codec: track.codec,
    width: track.displayWidth,
    height: track.displayHeight,
    frames: times.length,
    seconds: end - start,
    start,
    framesPerSecond: span > 0 ? (times.length - 1) / span : 0,
    jitter: times.reduce((worst, time, index) => Math.max(worst, offBeat(time - start, index)), 0),
    keyFrames,
    order,
  };
}

/** Frames come in the order in which they are decoded; their times tell in which they are shown. */
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
  for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true })) {
    if (packet.timestamp <= last) backwards += 1;
    last = packet.timestamp;
  }
  return { codec, seconds: end - start, start, channels, sampleRate, backwards };
}
