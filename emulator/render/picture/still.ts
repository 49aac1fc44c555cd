/** Makes single frames as raw pixels: a scaled input image, or the last frame of an earlier clip. */

import type { Size } from '../../../contract/dimensions.ts';
import { rawSegment, type ClipSegment, type SegmentSpec } from '../segments/segment.ts';
import type { FfmpegJob } from '../ffmpeg-run.ts';
import type { Encoder, StandInMedia } from '../segments/encoder.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { encodedVideo, imageFormat } from '../segments/formats.ts';
import { failAsUnreadable, RenderError } from '../render-error.ts';
import { cover } from './filters.ts';
import { drawStandIn } from './stand-in.ts';

const RAW = ['-frames:v', '1', '-an', '-f', 'rawvideo', '-pix_fmt', 'yuv420p'];

/** Returns the spec of an input image, cropped at the center. A placeholder is drawn for a missing file. */
export async function imageStill(encoder: Encoder, url: string, size: Size): Promise<SegmentSpec> {
  const input = await encoder.input(url, 'image');
  if (input.kind === 'stand-in') return drawnStill(encoder, input, size);
  return encoder.spec(['still', input.digest, size], async (demand) => {
    const job = async (): Promise<FfmpegJob> => {
      const bytes = await input.bytes();
      return { inputs: [{ options: imageFormat(bytes), chunks: [bytes] }], output: ['-vf', cover(size), ...RAW] };
    };
    return stillSegment(await encoder.run(job, demand).catch(failAsUnreadable), size);
  });
}

function drawnStill(encoder: Encoder, { url, facts }: StandInMedia, size: Size): SegmentSpec {
  if (facts.kind !== 'image') throw new RenderError('input_unreadable', 'a sound in place of an image');
  const { width, height } = facts;
  const make = async (): Promise<ClipSegment> =>
    rawSegment((await encoder.draw(() => drawStandIn({ url, width, height }, size))).bytes);
  return encoder.spec(['stand-in', url, width, height, size], make, true);
}

/** Returns the spec of the last frame of a second. */
export function lastFrameStill(encoder: Encoder, second: SegmentSpec, size: Size): SegmentSpec {
  return encoder.spec(['last frame', second.key, size], async (demand) => {
    const segment = await encoder.get(second, demand);
    const last = `select=eq(n\\,${LIMITS.framesPerSecond - 1}),${cover(size)}`;
    return stillSegment(
      await encoder.run(() => ({ inputs: [encodedVideo(segment)], output: ['-vf', last, ...RAW] }), demand),
      size,
    );
  });
}

function stillSegment(data: Buffer, { width, height }: Size): ClipSegment {
  const length = (width * height * 3) / 2;
  if (data.length !== length)
    throw new RenderError('input_unreadable', `${data.length} bytes came out in place of ${length}`);
  return rawSegment(data);
}
