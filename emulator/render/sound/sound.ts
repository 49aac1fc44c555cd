/** The sound track of a clip, by workflow. */

import type { ClipPlan } from '../../domain/clip-plan.ts';
import type { PartRecipe, Studio } from '../encode/studio.ts';
import { lookOf } from '../picture/look.ts';
import { aacJob, readAdts } from './aac.ts';
import { toneSecond } from './tone.ts';

/** The encoded track: as long as the pictures, to within one AAC frame. */
export async function soundTrack(studio: Studio, plan: ClipPlan): Promise<PartRecipe> {
  const { seconds } = plan;
  const look = lookOf(plan);
  return studio.recipe(['sound', look.pitch, seconds], async (signal) => {
    const stream = await studio.run(() => aacJob(Array.from({ length: seconds }, () => toneSecond(look))), signal);
    return readAdts(stream, seconds);
  });
}
