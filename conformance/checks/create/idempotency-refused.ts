/** Endpoints: create, what is refused with an Idempotency-Key. */

import { LIMITS } from '../../../contract/limits.ts';
import { defineCheck, defineProbe, type Check } from '../../engine/define.ts';
import { fail, pass, untestable } from '../../engine/outcome.ts';
import type { HeaderLine } from '../../client/exchange.ts';
import { TEXT } from '../lib/bodies.ts';
import { SECONDS, sourceBody } from '../lib/clips.ts';
import { isRefusal, describe } from '../lib/rules.ts';

const REFUSED = ['unknown source', 'too long'] as const;

const KEYED_REFUSALS = defineProbe({
  id: 'idempotency.refused',
  mayBeCharged: true,
  sends:
    'Two invalid create requests: an extension of an unknown source video, and a text create request with too many seconds. Each create request has its own Idempotency-Key and is sent twice.',
  riskedCreates: () => [
    { resolution: '480p', output: SECONDS, source: 0 },
    { resolution: '480p', output: LIMITS.durationSeconds.max + 1, source: 0 },
  ],
  run: async (kit) => {
    const bodies = {
      'unknown source': sourceBody(kit, 'extend', [kit.unknownId]),
      'too long': { ...TEXT, duration_seconds: LIMITS.durationSeconds.max + 1 },
    };
    for (const [at, label] of REFUSED.entries()) {
      const headers: HeaderLine[] = [['Idempotency-Key', `standin-${kit.runId}-refused-${at}`]];
      await kit.create(label, bodies[label], { headers });
      await kit.create(`${label} again`, bodies[label], { headers });
    }
    return undefined;
  },
});

export const IDEMPOTENCY_REFUSED_CHECKS: readonly Check[] = [
  defineCheck({
    id: 'create.refusal.keyed',
    requirement: 'errors.invalid-request',
    defect: 'idempotency',
    proves:
      'If a create request was rejected, the same create request with the same Idempotency-Key is rejected again.',
    failing:
      'The server stores the Idempotency-Key of a rejected create request. So the server accepts the second create request as a replay.',
    from: [KEYED_REFUSALS],
    judge: (evidence) => {
      const pairs = REFUSED.map((label) => [evidence.one(label), evidence.one(`${label} again`)] as const);
      const unrefused = pairs.find(([first]) => !isRefusal(first));
      if (unrefused !== undefined)
        return untestable(`The first create request was not rejected: ${describe(unrefused[0])}.`, unrefused[0]);
      const taken = pairs.find(([, { response }]) => response.status < 400 || response.status > 499);
      return taken === undefined ? pass(...pairs.flat()) : fail(taken, 'the same rejection again', describe(taken[1]));
    },
  }),
];
