/** Predicates on creates: which workflow, and how many references. */

import type { Fields } from '../../checks/lib/answers.ts';
import { mutant, type Mutant } from '../mutant.ts';
import { has } from './body.ts';
import { listOf, type CreateRow } from './create.ts';

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

/** A row of one check that has several mutants. */
export type NamedRow = readonly [name: string, ...CreateRow];

/** A mutant of a table, which meets its own check alone. */
export function ofTable([name, check, does]: NamedRow, tamper: NonNullable<Mutant['tamper']>): Mutant {
  return mutant(check, does, { id: `${check}.${name.replace(':', '-')}`, alone: true, tamper });
}
