/** Reads the type and length of a sound file with mediabunny. It counts samples or frames. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { CustomSource, EncodedPacketSink, Input, MP3, WAVE, type InputAudioTrack } from 'mediabunny';
import { LIMITS } from '../../contract/limits.ts';
import type { MediaFacts } from '../domain/ports.ts';
import type { MediaFile } from './media-file.ts';

/** Counting stops here, because longer sounds are rejected. A file of 15 MB may last for hours. */
const COUNTED_SECONDS = 2 * LIMITS.audioFile.seconds.max;
/** The number of frames that are counted in one turn of the event loop. */
const FRAMES_PER_TURN = 64;
const WAV_HEADER_BYTES = 44;

/** Reads the facts of a sound. Returns undefined if the file is not an MP3 or WAV. */
export async function probeSound(file: MediaFile): Promise<MediaFacts | undefined> {
  const input = new Input({ formats: [MP3, WAVE], source: sourceOf(file) });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (track === null) return undefined;
    const isWav = (await input.getFormat()) === WAVE;
    const seconds = isWav ? await wavSeconds(track, file.size) : await mp3Seconds(track);
    return { kind: 'audio', type: isWav ? 'wav' : 'mp3', bytes: file.size, seconds };
  } catch (error) {
    if (error instanceof ReadFailure) throw error.cause;
    // The file has another format, or is too damaged to have a length.
    return undefined;
  } finally {
    input.dispose();
  }
}

/** An I/O error. It must not count as bad content. */
class ReadFailure extends Error {
  override readonly name = 'ReadFailure';
}

function sourceOf(file: MediaFile): CustomSource {
  return new CustomSource({
    getSize: () => file.size,
    read: async (start, end) => {
      await nextTurn();
      return file.read(start, end - start).catch((cause: unknown) => {
        throw new ReadFailure('The file could not be read', { cause });
      });
    },
    prefetchProfile: 'fileSystem',
  });
}

/** Returns the length of a WAV. If the header states 0, it is derived from the file size. */
async function wavSeconds(track: InputAudioTrack, size: number): Promise<number> {
  const stated = await track.computeDuration();
  if (stated > 0) return stated;
  const bytesPerSample = Number(/\d+/.exec(track.codec ?? '')?.[0] ?? 8) / 8;
  return Math.max(0, size - WAV_HEADER_BYTES) / (track.sampleRate * track.numberOfChannels * bytesPerSample);
}

/** Counts the frames of an MP3, because a file with variable bitrate may not state their number. */
async function mp3Seconds(track: InputAudioTrack): Promise<number> {
  let seconds = 0;
  let frames = 0;
  for await (const { timestamp, duration } of new EncodedPacketSink(track).packets(undefined, undefined, {
    metadataOnly: true,
  })) {
    seconds = timestamp + duration;
    if (seconds > COUNTED_SECONDS) return Math.max(seconds, (await track.getDurationFromMetadata()) ?? 0);
    frames += 1;
    if (frames % FRAMES_PER_TURN === 0) await nextTurn();
  }
  return seconds;
}
