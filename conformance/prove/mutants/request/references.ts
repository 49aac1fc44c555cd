/** Servers that require an operation with each source video, or add up the seconds of source videos wrongly. */

import { listOf, refusing, strict } from '../../tamper/create.ts';
import { sourcesOf } from '../../tamper/workflow.ts';
import { mutant, type Mutant } from '../../mutant.ts';

export const REFERENCE_MUTANTS: readonly Mutant[] = [
  ...strict([
    [
      'create.reference-video-operation.optional.runs',
      'requires an operation with every source video',
      (body) => sourcesOf(body) === 1 && !('reference_video_operation' in body) && 'mode' in body,
    ],
  ]),
  mutant('create.source-video-ids.seconds.maximum', 'requires less than 30 seconds of source videos', {
    alone: true,
    tamper: () => refusing((body) => listOf(body, 'source_video_ids').length === 5),
    // Other creates that request a failure show that the prompt is not a reason for the rejection.
    selection: { only: ['billing.source-seconds.edit.large'] },
  }),
];
