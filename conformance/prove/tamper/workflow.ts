/** Predicates on creates: their workflow, and the number of their references. */

import type { Fields } from '../../checks/lib/answers.ts';
import { has } from './body.ts';
import { listOf } from './create.ts';

export type Test = (body: Fields) => boolean;

const countOf =
  (field: string) =>
  (body: Fields): number =>
    listOf(body, field).length;
export const imagesOf = countOf('image_urls');
export const soundsOf = countOf('audio_urls');
export const sourcesOf = countOf('source_video_ids');
export const every =
  (...tests: readonly Test[]): Test =>
  (body) =>
    tests.every((test) => test(body));
export const inReferenceMode = has('mode', 'reference-to-video');
export const inImageMode = has('mode', 'image-to-video');
export const operates = (name: string): Test => has('reference_video_operation', name);
