/** Pieces of filter graphs that several shots share. Only numbers and labels of ours ever go into one. */

import { LIMITS } from '../../../contract/limits.ts';

const FPS = LIMITS.framesPerSecond;

/** Film grain, so that a clip weighs what a real one weighs. ffmpeg's own seed, hence the same each time. */
export const GRAIN = 'noise=c0s=6:c0f=t';

/** Holds a single frame for so many frames. */
export function held(frames: number = FPS): string {
  return `loop=loop=${frames - 1}:size=1:start=0,setpts=N/${FPS}/TB`;
}
