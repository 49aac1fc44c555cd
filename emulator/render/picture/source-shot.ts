/** Makes the shots of edit and extend workflows from an earlier clip without its burn-in. */

import type { PlannedSource } from '../../domain/clip-plan.ts';
import type { Shot, ShotRequest } from './shot.ts';
import { writeAnnexB } from '../segments/annex-b.ts';
import { encodedVideo } from '../segments/video-format.ts';
import { RenderError } from '../render-error.ts';
import { cover } from './filters.ts';
import { stillShot } from './image-shot.ts';
import { styleOf, type Style } from './style.ts';
import { lastFrameStill } from './still.ts';

/** Returns a shot of the source's frames in other colors. */
export async function editShot({ encoder, plan, second, source }: ShotRequest): Promise<Shot> {
  const { clip } = sourceOf(plan.sources[0]);
  const style = styleOf(plan);
  const spec = await source(clip, Math.min(second, clip.seconds - 1));
  return {
    keyParts: ['edit', style.index, spec.key],
    prepare: async (demand) => {
      const segment = await encoder.get(spec, demand);
      return () => ({
        inputs: [{ options: encodedVideo(), chunks: writeAnnexB(segment) }],
        filters: [`[0:v]${cover(plan.size)},${recolor(style)}[base]`],
      });
    },
  };
}

/** Returns a shot that starts with the source's last frame. */
export async function extendShot({ encoder, plan, second, source }: ShotRequest): Promise<Shot> {
  const { clip } = sourceOf(plan.sources[0]);
  const last = await source(clip, clip.seconds - 1);
  return stillShot(encoder, lastFrameStill(encoder, last, plan.size), { size: plan.size, second });
}

function sourceOf(source: PlannedSource | undefined): PlannedSource {
  if (source === undefined) throw new RenderError('input_unreadable', 'the plan lacks a source video');
  return source;
}

/** Inverts the hues and shifts them toward the clip's accent color, so that gray pictures change too. */
function recolor({ palette: { accent } }: Style): string {
  const lean = (value: number): number => Math.round((value - 128) / 2);
  return `lutyuv=y='clip(16+(val-16)*0.92\\,16\\,235)':u='clip(128-(val-128)*0.8+${lean(accent.u)}\\,16\\,240)':v='clip(128-(val-128)*0.8+${lean(accent.v)}\\,16\\,240)'`;
}
