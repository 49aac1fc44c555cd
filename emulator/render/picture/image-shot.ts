/** Makes the shots of image workflows: a pan over one still, or from a first still to a last. */

import type { Size } from '../../../contract/dimensions.ts';
import type { PlannedInput } from '../../domain/clip-plan.ts';
import type { ClipSegment } from '../segments/segment.ts';
import type { SegmentSpec, Encoder } from '../segments/encoder.ts';
import type { Scene, Shot, ShotRequest } from './shot.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { rawVideo } from '../segments/video-format.ts';
import { RenderError } from '../render-error.ts';
import { held, STEP_BEGINS, STEP_ENDS, panOver } from './filters.ts';
import { imageStill } from './still.ts';

const FPS = LIMITS.framesPerSecond;
/** The duration of the dissolve between the stills, in the middle of the clip. */
const DISSOLVE_SECONDS = 2;

export async function imageShot({ encoder, plan, second }: ShotRequest): Promise<Shot> {
  return stillShot(encoder, await stillOf(encoder, plan.images[0], plan.size), { size: plan.size, second });
}

/** Returns a shot that holds a still for one second and then pans over it. */
export function stillShot(
  encoder: Encoder,
  still: SegmentSpec,
  { size, second }: { size: Size; second: number },
): Shot {
  return {
    keyParts: ['walk', still.key, second],
    prepare: async (demand) => {
      const segment = await encoder.get(still, demand);
      return () => (second === 0 ? holdScene(size, segment) : panScene(size, segment, leavingIn(second)));
    },
  };
}

/** Returns a shot that pans from the first still, dissolves, and ends on the last still with the last frame. */
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
    if (dissolve >= DISSOLVE_SECONDS) return () => panScene(size, to, arriving);
    return () => dissolveScene(size, [from, to], { step: dissolve, leaving: leavingIn(second), arriving });
  };
  return { keyParts, prepare };
}

function stillOf(encoder: Encoder, image: PlannedInput | undefined, size: Size): Promise<SegmentSpec> {
  if (image === undefined) throw new RenderError('input_unreadable', 'the plan lacks an image');
  return imageStill(encoder, image.url, size);
}

/** Holds the still for the first second, which has the id and is not shared. A pan would be most of its cost. */
function holdScene(size: Size, still: ClipSegment): Scene {
  return {
    inputs: [{ options: rawVideo(size), chunks: [still.data] }],
    filters: [`[0:v]${held()}[base]`],
  };
}

/** Returns the frame number of a pan that starts with second 1 of the clip. */
function leavingIn(second: number): string {
  return `${STEP_BEGINS}+${(second - 1) * FPS}`;
}

function panScene(size: Size, still: ClipSegment, frame: string): Scene {
  return {
    inputs: [{ options: rawVideo(size), chunks: [still.data] }],
    filters: [`[0:v]${panOver(frame)}[base]`],
  };
}

interface Dissolve {
  /** The second of the dissolve, from 0. */
  readonly step: number;
  readonly leaving: string;
  readonly arriving: string;
}

/** Fades from one still to the other. A fade must begin at frame 0, so the whole fade is made and then cut. */
function dissolveScene(
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
      `[0:v]${panOver(leaving)}[under]`,
      `[1:v]${panOver(`${arriving}+${step * FPS}`, frames)},${fade},${cut}[over]`,
      `[under][over]overlay=x=0:y=0[base]`,
    ],
  };
}
