/** Makes the shots of inputs: a pan over one still, or from a first still to a last, and recolored source videos. */

import type { Size } from '../../../contract/dimensions.ts';
import type { ClipPlan } from '../../domain/clip-plan.ts';
import type { ClipSegment, SegmentSpec } from '../segments/segment.ts';
import type { Encoder } from '../segments/encoder.ts';
import type { Scene, Shot, ShotRequest } from './shot.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { encodedVideo, rawVideo } from '../segments/formats.ts';
import { RenderError } from '../render-error.ts';
import { cover, held, STEP_BEGINS, STEP_ENDS, panOver } from './filters.ts';
import { imageStill, lastFrameStill } from './still.ts';
import { styleOf, type Style } from './style.ts';

const FPS = LIMITS.framesPerSecond;
/** The duration of the dissolve between the stills, in the middle of the clip. */
const DISSOLVE_SECONDS = 2;

export async function imageShot({ encoder, plan, second }: ShotRequest): Promise<Shot> {
  return stillShot(encoder, await stillOf(encoder, plan, 0), { size: plan.size, second });
}

/** Returns a shot that holds a still for one second and then pans over it. */
function stillShot(encoder: Encoder, still: SegmentSpec, { size, second }: { size: Size; second: number }): Shot {
  return {
    keyParts: ['walk', still.key, second],
    prepare: async (demand) => {
      const segment = await encoder.get(still, demand);
      // A pan would be most of the cost of the first second, which has the id and is not shared.
      return () => stillScene(size, segment, second === 0 ? held() : panOver(leavingIn(second)));
    },
  };
}

/** Returns a shot that pans from the first still, dissolves, and ends on the last still with the last frame. */
export async function framesShot({ encoder, plan, second }: ShotRequest): Promise<Shot> {
  const { size, seconds } = plan;
  const [first, last] = await Promise.all([stillOf(encoder, plan, 0), stillOf(encoder, plan, 1)]);
  const dissolve = second - Math.floor(seconds / 2) + 1;
  const arriving = `${seconds * FPS - 1 - second * FPS}-${STEP_ENDS}`;
  const keyParts = ['first and last', first.key, last.key, seconds, second];
  if (dissolve < 0) return stillShot(encoder, first, { size, second });
  const prepare: Shot['prepare'] = async (demand) => {
    const [from, to] = await Promise.all([encoder.get(first, demand), encoder.get(last, demand)]);
    if (dissolve >= DISSOLVE_SECONDS) return () => stillScene(size, to, panOver(arriving));
    return () => dissolveScene(size, [from, to], { step: dissolve, leaving: leavingIn(second), arriving });
  };
  return { keyParts, prepare };
}

function stillOf(encoder: Encoder, { images, size }: ClipPlan, index: number): Promise<SegmentSpec> {
  return imageStill(encoder, plannedAt(images, index).url, size);
}

function plannedAt<Input>(inputs: readonly Input[], index: number): Input {
  const input = inputs[index];
  if (input === undefined) throw new RenderError('input_unreadable', `the plan lacks input ${index}`);
  return input;
}

/** Returns the frame number of a pan that starts with second 1 of the clip. */
function leavingIn(second: number): string {
  return `${STEP_BEGINS}+${(second - 1) * FPS}`;
}

function stillScene(size: Size, still: ClipSegment, motion: string): Scene {
  return {
    inputs: [{ options: rawVideo(size), chunks: [still.data] }],
    filters: [`[0:v]${motion}[base]`],
  };
}

/**
 * Fades from one still to the other. `step` is the second of the dissolve. A fade must begin at frame 0, so the whole
 * fade is made and then cut.
 */
function dissolveScene(
  size: Size,
  [from, to]: readonly [ClipSegment, ClipSegment],
  { step, leaving, arriving }: { step: number; leaving: string; arriving: string },
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

/** Returns a shot of the source's frames in other colors. */
export async function editShot({ encoder, plan, second, source }: ShotRequest): Promise<Shot> {
  const { clip } = plannedAt(plan.sources, 0);
  const style = styleOf(plan);
  const spec = await source(clip, Math.min(second, clip.seconds - 1));
  return {
    keyParts: ['edit', style.index, spec.key],
    prepare: async (demand) => {
      const segment = await encoder.get(spec, demand);
      return () => ({
        inputs: [encodedVideo(segment)],
        filters: [`[0:v]${cover(plan.size)},${recolor(style)}[base]`],
      });
    },
  };
}

/** Returns a shot that starts with the source's last frame. */
export async function extendShot({ encoder, plan, second, source }: ShotRequest): Promise<Shot> {
  const { clip } = plannedAt(plan.sources, 0);
  const last = await source(clip, clip.seconds - 1);
  return stillShot(encoder, lastFrameStill(encoder, last, plan.size), { size: plan.size, second });
}

/** Inverts the hues and shifts them toward the clip's accent color, so that gray pictures change too. */
function recolor({ palette: { accent } }: Style): string {
  const lean = (value: number): number => Math.round((value - 128) / 2);
  return `lutyuv=y='clip(16+(val-16)*0.92\\,16\\,235)':u='clip(128-(val-128)*0.8+${lean(accent.u)}\\,16\\,240)':v='clip(128-(val-128)*0.8+${lean(accent.v)}\\,16\\,240)'`;
}
