/** Checks that ffmpeg can decode an input file, whatever its header contains. */

import type { MediaDecoder, MediaKind } from '../../domain/ports.ts';
import type { FfmpegJob } from '../ffmpeg-run.ts';
import { RenderError } from '../render-error.ts';
import { audioFormat, imageFormat } from './input-format.ts';

/** Runs a job as soon as ffmpeg has capacity. */
type Run = (job: () => Promise<FfmpegJob>) => Promise<Buffer>;

/** The output arguments. A small output is enough to show that decoding works. */
const OUTPUT: Record<MediaKind, string> = {
  image: '-frames:v 1 -an -vf scale=16:16 -f rawvideo -pix_fmt gray',
  audio: '-vn -t 1 -ar 8000 -ac 1 -f s16le',
};

export function createDecodingTrial(run: Run): MediaDecoder {
  return async (kind, bytes) => {
    try {
      const output = await run(async () => trialJob(kind, await bytes()));
      return output.length > 0;
    } catch (error) {
      // Other errors, such as a missing ffmpeg, do not prove that the file is bad.
      return !(error instanceof RenderError && (error.code === 'ffmpeg_failed' || error.code === 'input_unreadable'));
    }
  };
}

function trialJob(kind: MediaKind, bytes: Uint8Array): FfmpegJob {
  const options = kind === 'image' ? imageFormat(bytes) : audioFormat(bytes);
  return { inputs: [{ options, chunks: [bytes] }], output: OUTPUT[kind].split(' ') };
}
