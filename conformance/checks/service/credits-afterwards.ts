/** What the service does: credits, after everything else that a run does with a key that has spent them. */

import { defineCheck, defineProbe, type Check } from '../../engine/define.ts';
import { objectOf, type Evidence } from '../../engine/evidence.ts';
import { fail, pass, untestable, type Outcome } from '../../engine/outcome.ts';
import { creates } from '../lib/answers.ts';
import { TEXT } from '../lib/bodies.ts';
import { FAILING, SPENDING } from '../lib/failing.ts';
import { describe } from '../lib/rules.ts';
import { AGAIN } from '../states/states-again.ts';

const LATE = defineProbe({
  id: 'credits.late',
  mayBeCharged: true,
  sends: 'A create request at the end of the run. The key had credits for one generation, and these credits are spent.',
  keys: ['once'],
  turn: 'last',
  after: [SPENDING],
  runsAfter: [FAILING, AGAIN],
  riskedCreates: () => [{ resolution: '480p', output: TEXT.duration_seconds, source: 0 }],
  run: async (kit) => {
    await kit.create('late', TEXT, { key: 'once' });
    return undefined;
  },
});

export const CREDIT_AFTERWARDS_CHECKS: readonly Check[] = [
  defineCheck({
    id: 'credits.refund.once.late',
    proves:
      'After the credits are spent, the server does not refund again. The rule applies to the failed generation and to the completed generation, even if a client polls them again.',
    failing:
      'The server refunds a generation twice, or refunds a completed generation. A background task or a later poll causes this refund.',
    from: [LATE, SPENDING],
    judge: (evidence) => {
      const [before, late] = [evidence.one('after completion'), evidence.one('late')];
      if (before.response.status !== 402) return untestable('The credits of the key were not spent.', before);
      const open = mayComeBack(evidence);
      if (open !== undefined) return open;
      if (late.response.status === 402) return pass(before, late);
      return late.response.status < 300
        ? fail([before, late], '402: the credits are spent', describe(late))
        : untestable(`The response to the create request was ${describe(late)}.`, late);
    },
  }),
];

/** A create that got no answer, or that was taken besides, may have held credits that come back rightly. */
function mayComeBack({ every, trace, unansweredCreates }: Evidence): Outcome | undefined {
  const lost = unansweredCreates.find(({ key }) => key === 'once');
  if (lost !== undefined) return untestable(`A create request got no response (${lost.label}).`, lost);
  const idOf = (probe: string): unknown => {
    const [poll] = trace(probe).polls;
    return poll === undefined ? undefined : objectOf(poll)['id'];
  };
  const known = new Set([FAILING, SPENDING].map(({ id }) => idOf(id)));
  const other = creates(every).find(
    (answer) =>
      answer.key === 'once' &&
      answer.probe !== LATE.id &&
      answer.response.status < 300 &&
      !known.has(objectOf(answer)['id']),
  );
  return (
    other &&
    untestable(
      'The server accepted another create request. The kit cannot know whether the server refunded that create request.',
      other,
    )
  );
}
