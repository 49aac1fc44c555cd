/** The shape that `adaptive` takes from its inputs. */

import { nearestRatio, sizeOf, type Resolution, type Size } from '../../contract/dimensions.ts';
import type { Workflow } from '../../contract/workflow.ts';

export interface InputSizes {
  /** In the order of `image_urls`; nothing where an image could not be read. */
  readonly images: readonly (Size | undefined)[];
  /** In the order of `source_video_ids`. */
  readonly sources: readonly Size[];
}

/**
 * Snaps to the nearest shape: an image workflow takes its first image's; edit, extend and reference take the first
 * source video's, and reference without one its first image's. Audio alone has no shape, and gives 16:9.
 */
export function adaptiveSize(workflow: Workflow, resolution: Resolution, { images, sources }: InputSizes): Size {
  const isFromImage = workflow === 'image' || workflow === 'first-and-last-frame';
  const model = isFromImage ? images[0] : (sources[0] ?? images[0]);
  return sizeOf(resolution, model === undefined ? '16:9' : nearestRatio(model));
}
