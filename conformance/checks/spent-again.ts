/**
 * What is sent with a key that has nothing left, and so costs nothing: the same create without an Idempotency-Key, and
 * as many source videos as last no longer than 30 s.
 */

import { LIMITS } from '../../contract/limits.ts';
import { defineCheck, defineProbe, type Check } from '../engine/define.ts';
import { objectOf, type Answered } from '../engine/evidence.ts';
import { acceptedId } from '../engine/probe-tools.ts';
import { fail, pass, untestable, type Outcome } from '../engine/outcome.ts';
import { FAILING_ALIKE } from './refunds.ts';
import { TEXT } from './lib/bodies.ts';
import { sourceBody } from './lib/clips.ts';
import { FAILED_SOURCE, SPENDING } from './lib/failing.ts';
import { isRefusal, describe } from './lib/rules.ts';

const { combinedSeconds } = LIMITS.sourceVideoIds;
const MANY = Math.floor(combinedSeconds / TEXT.duration_seconds);

const SOURCES = defineProbe({
  id: 'create.source-video-ids.count.many',
  mayBeCharged: true,
  sends: `With the key for one generation, once its credits are spent: a text create. If it returns 402, extensions of its own clip of ${TEXT.duration_seconds} s, which is named twice, ${MANY} times and ${MANY + 1} times.`,
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
    requirement: 'create.source-video-ids.count',
    defect: 'near-miss',
    proves: `${MANY} source videos with a total length of at most ${combinedSeconds} s are accepted like two source videos. If the key has no credits, both creates return 402.`,
    failing: 'It accepts fewer than the ten source videos that the document allows.',
    from: [SOURCES],
    judge: (evidence) => {
      const [few, many, more] = [2, MANY, MANY + 1].map((count) => evidence.one(`${count} sources`));
      if (few === undefined || many === undefined || more === undefined)
        return untestable('These creates were not sent.');
      if (few.response.status !== 402)
        return untestable('A clip that is named twice is rejected, or the credits are not spent.', few);
      if (isRefusal(many)) return fail([few, many], '402, as for two source videos', describe(many));
      return isRefusal(more) ? pass(few, many, more) : untestable('The server checked the credits first.', few, more);
    },
  }),
  defineCheck({
    id: 'service.one-clip.unkeyed',
    requirement: 'service.one-clip',
    defect: 'idempotency',
    proves: 'Identical parallel creates without Idempotency-Key never return the same generation.',
    failing: 'It treats a create with the same body as a repeated request.',
    from: [SPENDING],
    judge: (evidence) =>
      eachOfItsOwn([evidence.one('affordable'), ...evidence.all('rival '), ...evidence.all('once refunded ')]),
  }),
  defineCheck({
    id: 'service.one-clip.unkeyed.all',
    requirement: 'service.one-clip',
    defect: 'idempotency',
    proves:
      'Identical parallel creates without Idempotency-Key each return a separate generation if the credits cover all of them.',
    failing: 'It runs identical parallel creates only once.',
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
  if (accepted.length === 0) return untestable('None of these creates was accepted.', ...creates);
  return twice === undefined
    ? pass(...creates)
    : fail([...accepted.slice(0, 1), twice], '402, or a separate generation', `the id ${String(idOf(twice))} again`);
}
