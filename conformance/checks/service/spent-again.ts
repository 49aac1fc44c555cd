/**
 * What is sent with a key that has nothing left, and so costs nothing: the same create without an Idempotency-Key, and
 * as many source videos as last no longer than 30 s.
 */

import { LIMITS } from '../../../contract/limits.ts';
import { defineCheck, defineProbe, type Check } from '../../engine/define.ts';
import { objectOf, type Answered } from '../../engine/evidence.ts';
import { acceptedId } from '../../engine/probe-tools.ts';
import { fail, pass, untestable, type Outcome } from '../../engine/outcome.ts';
import { FAILING_ALIKE } from './refunds.ts';
import { TEXT } from '../lib/bodies.ts';
import { sourceBody } from '../lib/clips.ts';
import { FAILED_SOURCE, SPENDING } from '../lib/failing.ts';
import { isRefusal, describe } from '../lib/rules.ts';

const { combinedSeconds } = LIMITS.sourceVideoIds;
const MANY = Math.floor(combinedSeconds / TEXT.duration_seconds);

const SOURCES = defineProbe({
  id: 'create.source-video-ids.count.many',
  mayBeCharged: true,
  sends: `A text create request with the key for one generation, after the credits of this key are spent. If the response is 402, three extensions follow. The source video is the clip of the same key, which lasts ${TEXT.duration_seconds} s. The extensions name this clip twice, ${MANY} times and ${MANY + 1} times.`,
  keys: ['once'],
  after: [SPENDING],
  runsAfter: [FAILED_SOURCE],
  run: async (kit) => {
    const key = 'once';
    const { id } = kit.generation(SPENDING);
    const { exchange } = await kit.create('spent', TEXT, { key });
    if (exchange.response?.status !== 402) return undefined;
    for (const count of [2, MANY, MANY + 1]) {
      const ids = Array.from({ length: count }, () => id);
      const taken = await kit.create(`${count} sources`, sourceBody(kit, 'extend', ids), { key });
      if (acceptedId(taken.exchange) !== undefined) return undefined;
    }
    return undefined;
  },
});

export const SPENT_AGAIN_CHECKS: readonly Check[] = [
  defineCheck({
    id: 'create.source-video-ids.count.many',
    defect: 'near-miss',
    proves: `A create request with ${MANY} source videos of at most ${combinedSeconds} s in total is accepted, like a create request with two source videos. If the key has no credits, the server returns 402 for both create requests.`,
    failing: 'The server rejects ten source videos, although the document allows ten.',
    from: [SOURCES],
    judge: (evidence) => {
      const [few, many, more] = [2, MANY, MANY + 1].map((count) => evidence.one(`${count} sources`));
      if (few === undefined || many === undefined || more === undefined)
        return untestable('The run did not send these create requests.');
      if (few.response.status !== 402)
        return untestable(
          'The server rejects a create request that names a clip twice, or the credits are not spent.',
          few,
        );
      if (isRefusal(many)) return fail([few, many], '402, as for two source videos', describe(many));
      return isRefusal(more)
        ? pass(few, many, more)
        : untestable('The server checked the credits before it validated the create request.', few, more);
    },
  }),
  defineCheck({
    id: 'service.one-clip.unkeyed',
    defect: 'idempotency',
    proves:
      'If identical create requests without Idempotency-Key are sent in parallel, no two of them return the same generation.',
    failing: 'The server treats a second create request with the same body as a replay.',
    from: [SPENDING],
    judge: (evidence) =>
      eachOfItsOwn([evidence.one('affordable'), ...evidence.all('rival '), ...evidence.all('once refunded ')]),
  }),
  defineCheck({
    id: 'service.one-clip.unkeyed.all',
    defect: 'idempotency',
    proves:
      'If identical create requests without Idempotency-Key are sent in parallel, each makes a separate generation. The credits must cover all of them.',
    failing: 'The server makes only one generation for identical parallel create requests.',
    from: [FAILING_ALIKE],
    judge: (evidence) => eachOfItsOwn([evidence.one('create'), ...evidence.all('rival ')]),
  }),
];

/** No two of these creates name the same generation. */
function eachOfItsOwn(creates: readonly Answered[]): Outcome {
  const accepted = creates.filter(({ response }) => response.status < 300);
  const idOf = (answer: Answered): unknown => objectOf(answer)['id'];
  const twice = accepted.find(
    (answer, at) => accepted.findIndex((other) => idOf(other) === idOf(answer)) < at && idOf(answer) !== undefined,
  );
  if (accepted.length === 0) return untestable('The server rejected all of these create requests.', ...creates);
  return twice === undefined
    ? pass(...creates)
    : fail([...accepted.slice(0, 1), twice], '402, or a separate generation', `the id ${String(idOf(twice))} again`);
}
