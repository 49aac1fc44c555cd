/** Simulates the real generator: it reads the inputs and derives a shape from them. */

import { nearestRatio, sizeOf, type Resolution, type Size } from '../../contract/dimensions.ts';
import type { Problem } from '../../contract/problem.ts';
import type { Workflow } from '../../contract/workflow.ts';
import { judgeInputs, type InputFailure, type JudgedFiles } from '../domain/media-rules.ts';
import type { JudgedFile, MediaLibrary } from '../domain/ports.ts';
import type { Inspected, InspectionOrder, Provider } from '../domain/provider.ts';

export interface ProviderOptions {
  readonly media: MediaLibrary;
  /** Decides whether a bad input file fails the generation or rejects the create. */
  readonly inputFiles: 'later' | 'at_create';
  /** Files may come from the network. A create waits for them only if it must reject bad files. */
  readonly isRemote: boolean;
}

/** Creates a provider that reads its inputs from `media`. */
export function createProvider({ media, inputFiles, isRemote }: ProviderOptions): Provider {
  const fetch = async (order: InspectionOrder): Promise<Inspected> =>
    inspected(order, await inspectFiles(media, order), inputFiles);
  return {
    inspect: (order) => {
      if (!hasFiles(order)) return Promise.resolve({ size: sizeFor(order, []), problems: [] });
      const isWaiting = isRemote && inputFiles === 'later';
      return isWaiting ? Promise.resolve({ provisional: sizeFor(order, []) }) : fetch(order);
    },
    fetch,
  };
}

function hasFiles({ imageUrls, audioUrls }: InspectionOrder): boolean {
  return imageUrls.length + audioUrls.length > 0;
}

async function inspectFiles(media: MediaLibrary, { imageUrls, audioUrls }: InspectionOrder): Promise<JudgedFiles> {
  const [images, audios] = await Promise.all([
    Promise.all(imageUrls.map((url) => media.inspect(url, 'image'))),
    Promise.all(audioUrls.map((url) => media.inspect(url, 'audio'))),
  ]);
  return { images, audios };
}

function inspected(order: InspectionOrder, files: JudgedFiles, inputFiles: ProviderOptions['inputFiles']): Inspected {
  const size = sizeFor(order, files.images);
  const found = judgeInputs(files);
  if (found === undefined) return { size, problems: [] };
  if (inputFiles === 'at_create') return { size, problems: [toProblem(found, files.images.length)] };
  return { size, problems: [], failure: { code: found.code, from: 'pending', input: found.file } };
}

function sizeFor(order: InspectionOrder, images: readonly JudgedFile[]): Inspected['size'] {
  const { size, workflow, resolution, sourceSizes } = order;
  return size ?? adaptiveSize(workflow, resolution, { images: images.map(imageSize), sources: sourceSizes });
}

function imageSize(image: JudgedFile): Inspected['size'] | undefined {
  return image.ok && image.facts.kind === 'image' ? image.facts : undefined;
}

function toProblem({ code, file, detail }: InputFailure, images: number): Problem {
  const path = file > images ? `audio_urls[${file - images - 1}]` : `image_urls[${file - 1}]`;
  return { path, code, message: detail };
}

interface InputSizes {
  /** The images in the order of `image_urls`. An unreadable image is undefined. */
  readonly images: readonly (Size | undefined)[];
  /** The source videos in the order of `source_video_ids`. */
  readonly sources: readonly Size[];
}

/**
 * Returns the shape for `adaptive`: the supported shape nearest to an input. Image workflows use their first image.
 * Other workflows use their first source video, or else their first image. Without both, the shape is 16:9.
 */
function adaptiveSize(workflow: Workflow, resolution: Resolution, { images, sources }: InputSizes): Size {
  const isFromImage = workflow === 'image' || workflow === 'first-and-last-frame';
  const model = isFromImage ? images[0] : (sources[0] ?? images[0]);
  return sizeOf(resolution, model === undefined ? '16:9' : nearestRatio(model));
}
