/** Servers that want an operation with each source video, or count the seconds of source videos wrongly. */

import { listOf, refusing, strict } from '../../tamper/create.ts';
import { sourcesOf } from '../../tamper/workflow.ts';
import { mutant, type Mutant } from '../../mutant.ts';

export const REFERENCE_MUTANTS: readonly Mutant[] = [
  ...strict([
    [
      'create.reference-video-operation.optional.runs',
      'wants an operation with every source video',
      (body) => sourcesOf(body) === 1 && !('reference_video_operation' in body) && 'mode' in body,
    ],
  ]),
  mutant('create.source-video-ids.seconds.maximum', 'wants less than 30 seconds of source videos', {
    alone: true,
    tamper: () => refusing((body) => listOf(body, 'source_video_ids').length === 5),
    // Other creates that ask for a failure show that the prompt is no reason to refuse one.
    selection: { only: ['billing.source-seconds.edit.large'] },
  }),
];
