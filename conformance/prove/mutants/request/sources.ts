/** Servers that check the owner or the status of source videos only in some places, workflows or tiers. */

import { also, type Mutant } from '../../mutant.ts';
import { accepting, VALID } from '../../tamper/create.ts';
import { has } from '../../tamper/body.ts';
import { every, inReferenceMode, operates, sourcesOf, type Test } from '../../tamper/workflow.ts';
import { fieldsOf, withBody, type Tampering } from '../../server.ts';

const bare: Test = (body) => inReferenceMode(body) && !('reference_video_operation' in body);
const many =
  (count: number): Test =>
  (body) =>
    sourcesOf(body) === count;

/** The creates whose sources are not checked. */
const BLIND = {
  'edit-third': ['the third source video of an edit', every(operates('edit'), many(3))],
  'reference-second': ['the second source video of a reference', every(operates('reference'), many(2))],
  bare: ['the second source video without an operation', every(bare, many(2))],
  tier: ['source videos at 1080p', (body) => has('resolution', '1080p')(body) && sourcesOf(body) > 0],
} as const satisfies Readonly<Record<string, readonly [what: string, when: Test]>>;

export const SOURCE_MUTANTS: readonly Mutant[] = Object.entries(BLIND).flatMap(([name, [what, when]]) => [
  also(['create.source-video-ids.owned.mixed', name], `does not check the owner of ${what}`, {
    tamper: () => accepting((body, { key }) => !key.includes('~') && when(body)),
    selection: { only: ['create.source-video-ids.owned.*'] },
  }),
  also(['create.source-video-ids.completed.failed.mixed', name], `does not check whether ${what} failed`, {
    tamper: () => accepting((body, { key }) => key.includes('-once~') && when(body)),
  }),
  also(['create.source-video-ids.completed.early.beside', name], `does not check whether ${what} is completed`, {
    tamper: () => takingEarly(name === 'tier' ? when : name === 'edit-third' ? operates('edit') : when),
    settings: { latency: 'polls:1,1' },
    selection: { only: ['create.source-video-ids.completed.early.beside'] },
  }),
]);

/** Accepts a source that is not completed yet. */
function takingEarly(when: Test): Tampering {
  return async (call, engine) => {
    const answer = await engine(call);
    const isEarly = JSON.stringify(fieldsOf(answer)['error'] ?? '').includes('source_video_not_ready');
    return call.operation === 'create' && isEarly && sourcesOf(call.json) > 1 && when(call.json)
      ? engine(withBody(call, VALID))
      : answer;
  };
}
