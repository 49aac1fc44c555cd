/** The create request: source videos that are not completed yet, alone and beside one that is. */

import { defineCheck, type Check } from '../../engine/define.ts';
import { objectOf, type Answered, type Evidence } from '../../engine/evidence.ts';
import { untestable, type Outcome, missing } from '../../engine/outcome.ts';
import { BESIDE_ANOTHER, EARLY_OPERATIONS, EXTEND, WATCHED } from '../lib/clips.ts';
import { FAILING_EXTEND } from '../service/refunds.ts';
import { allRefused, isRefusal, isUnfinished, refused, wasUnderWay } from '../lib/rules.ts';

export const EARLY_SOURCE_CHECKS: readonly Check[] = [
  defineCheck({
    id: 'create.source-video-ids.completed.early',
    proves: 'If a source video is not completed yet, the create request is rejected.',
    failing: 'The server accepts a pending generation as a source video.',
    from: [WATCHED],
    judge: (evidence) => earlyRefused(evidence, 'source too early'),
  }),
  ...EARLY_OPERATIONS.map((operation) =>
    defineCheck({
      id: `create.source-video-ids.completed.early.${operation}`,
      requirement: 'create.source-video-ids.completed',
      defect: 'lost-rule',
      proves: `If a source video is not completed yet, the create request is rejected. Operation: ${operation}.`,
      failing: 'The server checks the status of source videos only for extensions.',
      from: [WATCHED],
      judge: (evidence) => earlyRefused(evidence, `source too early for ${operation}`),
    }),
  ),
  defineCheck({
    id: 'create.source-video-ids.completed.early.beside',
    defect: 'position',
    proves:
      'If only one of several source videos is not completed yet, the create request is still rejected. The rule applies to each order of the source videos and to each operation.',
    failing: 'The server checks the status of only the first source video, or checks it only for extensions.',
    from: [EXTEND, FAILING_EXTEND],
    passive: true,
    judge: (evidence) => {
      const sent = evidence.answers.filter(({ label }) => label.includes(BESIDE_ANOTHER));
      const taken = sent.find((answer) => !isRefusal(answer));
      // Where no generation was made, its probe says why.
      if (sent.length === 0) evidence.one('create');
      return sent.length === 0 || (taken !== undefined && !wasIncomplete(evidence, taken))
        ? untestable('Perhaps the generation ended before the kit named it as a source video.')
        : allRefused(
            evidence,
            sent.map(({ label }) => label),
            'one of its source videos is not completed',
          );
    },
  }),
  defineCheck({
    id: 'create.source-video-ids.completed.running',
    defect: 'time',
    proves: 'If a source video is still running, the create request is also rejected.',
    failing: 'The server rejects a pending source video, but accepts a running source video.',
    from: [WATCHED],
    judge: (evidence) => {
      const answer = evidence.maybe('source of running');
      const isMissed =
        answer === undefined || (answer.response.status < 300 && !wasUnderWay(evidence, WATCHED.id, answer));
      return isMissed
        ? untestable(
            missing('--key-watched', 'Perhaps the generation was completed before the kit named it as a source video.'),
          )
        : refused(evidence, 'source of running', 'its source video is not completed');
    },
  }),
];

/** One that failed was never completed, whenever it was named. */
function wasIncomplete(evidence: Evidence, answer: Answered): boolean {
  const { polls } = evidence.trace(answer.probe);
  return polls.some((poll) => objectOf(poll)['status'] === 'failed') || wasUnderWay(evidence, answer.probe, answer);
}

/** A generation that is quicker than the kit may have been completed by then. */
function earlyRefused(evidence: Evidence, label: string): Outcome {
  const answer = evidence.maybe(label);
  const next = evidence.trace(WATCHED.id).polls[0];
  const isMissed = answer === undefined || (answer.response.status < 300 && !isUnfinished(next));
  return isMissed
    ? untestable(
        missing('--key-watched', 'Perhaps the generation was completed before the kit named it as a source video.'),
      )
    : refused(evidence, label, 'its source video is not completed');
}
