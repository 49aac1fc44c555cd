/** Image to video: a walk over one still, or from a first still to a last. */

import type { Size } from '../../../contract/dimensions.ts';
import type { PlannedInput } from '../../domain/clip-plan.ts';
import type { ClipSegment } from '../segments/segment.ts';
import type { SegmentSpec, Encoder } from '../segments/encoder.ts';
import type { Scene, Shot, ShotRequest } from './shot.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { rawVideo } from '../segments/video-format.ts';
import { RenderError } from '../render-error.ts';
import { held, STEP_BEGINS, STEP_ENDS, walkOver } from './filters.ts';
import { imageStill } from './still.ts';

const FPS = LIMITS.framesPerSecond;
/** The two seconds in the middle, in which one still dissolves into the other. */
const DISSOLVE_SECONDS = 2;

export async function imageShot({ encoder, plan, second }: ShotRequest): Promise<Shot> {
  return stillShot(encoder, await stillOf(encoder, plan.images[0], plan.size), { size: plan.size, second });
}

/** A walk that leaves from a still after its first second. */
export function stillShot(
  encoder: Encoder,
  still: SegmentSpec,
  { size, second }: { size: Size; second: number },
): Shot {
  return {
    keyParts: ['walk', still.key, second],
    prepare: async (demand) => {
      const segment = await encoder.get(still, demand);
      return () => (second === 0 ? standing(size, segment) : walk(size, segment, leavingIn(second)));
    },
  };
}

/** A walk that leaves from the first still, dissolves, and arrives at the last with the clip's last frame. */
export async function framesShot({ encoder, plan, second }: ShotRequest): Promise<Shot> {
  const { size, seconds } = plan;
  const [first, last] = await Promise.all([
    stillOf(encoder, plan.images[0], size),
    stillOf(encoder, plan.images[1], size),
  ]);
  const dissolve = second - Math.floor(seconds / 2) + 1;
  const arriving = `${seconds * FPS - 1 - second * FPS}-${STEP_ENDS}`;
  const keyParts = ['first and last', first.key, last.key, seconds, second];
  if (dissolve < 0) return stillShot(encoder, first, { size, second });
  const prepare: Shot['prepare'] = async (demand) => {
    const [from, to] = await Promise.all([encoder.get(first, demand), encoder.get(last, demand)]);
    if (dissolve >= DISSOLVE_SECONDS) return () => walk(size, to, arriving);
    return () => dissolving(size, [from, to], { step: dissolve, leaving: leavingIn(second), arriving });
  };
  return { keyParts, prepare };
}

function stillOf(encoder: Encoder, image: PlannedInput | undefined, size: Size): Promise<SegmentSpec> {
  if (image === undefined) throw new RenderError('input_unreadable', 'the plan lacks an image');
  return imageStill(encoder, image.url, size);
}

/** The second that names the clip: no two clips share it, and a walk would be most of what it takes. */
function standing(size: Size, still: ClipSegment): Scene {
  return {
    inputs: [{ options: rawVideo(size), chunks: [still.data] }],
    filters: [`[0:v]${held()}[base]`],
  };
}

/** The position of a walk that starts with the clip's second second. */
function leavingIn(second: number): string {
  return `${STEP_BEGINS}+${(second - 1) * FPS}`;
}

function walk(size: Size, still: ClipSegment, frame: string): Scene {
  return {
    inputs: [{ options: rawVideo(size), chunks: [still.data] }],
    filters: [`[0:v]${walkOver(frame)}[base]`],
  };
}

interface Dissolve {
  /** Which of the dissolve's seconds this is. */
  readonly step: number;
  readonly leaving: string;
  readonly arriving: string;
}

/** The fade is made from its beginning and cut to this second, because a fade cannot begin before frame 0. */
function dissolving(
  size: Size,
  [from, to]: readonly [ClipSegment, ClipSegment],
  { step, leaving, arriving }: Dissolve,
): Scene {
  const frames = DISSOLVE_SECONDS * FPS;
  const fade = `format=yuva420p,fade=t=in:start_frame=0:nb_frames=${frames}:alpha=1`;
  const cut = `trim=start_frame=${step * FPS}:end_frame=${(step + 1) * FPS},setpts=N/${FPS}/TB`;
  return {
    inputs: [from, to].map(({ data }) => ({ options: rawVideo(size), chunks: [data] })),
    filters: [
      `[0:v]${walkOver(leaving)}[under]`,
      `[1:v]${walkOver(`${arriving}+${step * FPS}`, frames)},${fade},${cut}[over]`,
      `[under][over]overlay=x=0:y=0[base]`,
    ],
  };
}
