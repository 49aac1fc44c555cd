/** Type and length of a sound file, as mediabunny reads them: by its samples or frames, not by its header. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { CustomSource, EncodedPacketSink, Input, MP3, WAVE, type InputAudioTrack } from 'mediabunny';
import { LIMITS } from '../../contract/limits.ts';
import type { MediaFacts } from '../domain/ports.ts';
import type { MediaFile } from './media-file.ts';

/** Longer sounds are rejected, so counting ends here. A file of 15 MB may hold hours. */
const COUNTED_SECONDS = 2 * LIMITS.audioFile.seconds.max;
/** Frames that are counted in one turn of the event loop. */
const FRAMES_PER_TURN = 64;
const WAV_HEADER_BYTES = 44;

/** Reads the facts; undefined when the file is neither MP3 nor WAV. */
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
    // Neither of the two formats, or too damaged to have a length.
    return undefined;
  } finally {
    input.dispose();
  }
}

/** An I/O error, as opposed to bad content. */
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

/** A writer that could not seek back leaves 0 for the length: then all that follows the header counts. */
async function wavSeconds(track: InputAudioTrack, size: number): Promise<number> {
  const stated = await track.computeDuration();
  if (stated > 0) return stated;
  const bytesPerSample = Number(/\d+/.exec(track.codec ?? '')?.[0] ?? 8) / 8;
  return Math.max(0, size - WAV_HEADER_BYTES) / (track.sampleRate * track.numberOfChannels * bytesPerSample);
}

/** By its frames, because a file of changing bitrate may come without a count of them. */
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
