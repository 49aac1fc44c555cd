/** Simulates the real generator: it reads the inputs and derives a shape from them. */

import { nearestRatio, sizeOf, type Size } from '../../contract/dimensions.ts';
import type { Problem } from '../../contract/problem.ts';
import { judgeInputs, type InputFailure, type JudgedFiles } from '../domain/media-rules.ts';
import type { Inspected, InspectionOrder, JudgedFile, MediaLibrary, Provider } from '../domain/ports.ts';

export interface ProviderOptions {
  readonly media: MediaLibrary;
  /** Decides whether a bad input file fails the generation or rejects the create. */
  readonly inputFiles: 'later' | 'at_create';
  /** Files may come from the network. A create waits for them only if it must reject bad files. */
  readonly isRemote: boolean;
}

export function createProvider({ media, inputFiles, isRemote }: ProviderOptions): Provider {
  const fetch = async (order: InspectionOrder): Promise<Inspected> =>
    inspected(order, await inspectFiles(media, order), inputFiles);
  return {
    inspect: (order) => {
      const size = sizeFor(order, []);
      if (order.images.length + order.audios.length === 0) return Promise.resolve({ size });
      return isRemote && inputFiles === 'later' ? Promise.resolve({ size, isWaiting: true }) : fetch(order);
    },
    fetch,
  };
}

async function inspectFiles(media: MediaLibrary, order: InspectionOrder): Promise<JudgedFiles> {
  const [images, audios] = await Promise.all([
    Promise.all(order.images.map(({ url }) => media.inspect(url, 'image'))),
    Promise.all(order.audios.map(({ url }) => media.inspect(url, 'audio'))),
  ]);
  return { images, audios };
}

function inspected(order: InspectionOrder, files: JudgedFiles, inputFiles: ProviderOptions['inputFiles']): Inspected {
  const size = sizeFor(order, files.images);
  const found = judgeInputs(files);
  if (found === undefined) return { size };
  if (inputFiles === 'at_create') return { size, problem: toProblem(found, files.images.length) };
  return { size, failure: { code: found.code, from: 'pending', input: found.file } };
}

function sizeFor(order: InspectionOrder, [first]: readonly JudgedFile[]): Size {
  const image = first?.ok === true && first.facts.kind === 'image' ? first.facts : undefined;
  return order.size ?? adaptiveSize(order, image);
}

function toProblem({ code, file, detail }: InputFailure, images: number): Problem {
  const path = file > images ? `audio_urls[${file - images - 1}]` : `image_urls[${file - 1}]`;
  return { path, code, message: detail };
}

/**
 * Returns the shape for `adaptive`: the supported shape nearest to an input. Image workflows use their first image.
 * Other workflows use their first source video, or else their first image. Without both, the shape is 16:9.
 */
function adaptiveSize({ workflow, resolution, sourceSizes }: InspectionOrder, image: Size | undefined): Size {
  const isFromImage = workflow === 'image' || workflow === 'first-and-last-frame';
  const model = isFromImage ? image : (sourceSizes[0] ?? image);
  return sizeOf(resolution, model === undefined ? '16:9' : nearestRatio(model));
}
