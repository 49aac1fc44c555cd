/** Limits that belong to no field: the rate of requests. Provoked only with `--provoke`. */

import { defineCheck, defineObservation, defineProbe, type Check } from '../../engine/define.ts';
import { fail, observed, pass, untestable } from '../../engine/outcome.ts';
import { header } from '../../client/exchange.ts';
import { errorOf } from '../lib/answers.ts';
import { objectOf } from '../../engine/evidence.ts';
import { TEXT } from '../lib/bodies.ts';
import { UNKNOWN } from '../lib/lookups.ts';
import { describe } from '../lib/rules.ts';

const BURST = 120;

/** Invalid creates, as fast as they go: they cost nothing. */
const FLOOD = defineProbe({
  id: 'limits.flood',
  mayBeCharged: true,
  mayHangUp: true,
  sends: `An invalid create request. If the server rejects this create request, the kit sends it ${BURST - 1} times at once.`,
  group: 'provoke',
  run: async (kit) => {
    const bad = { ...TEXT, duration_seconds: 3 };
    const { exchange } = await kit.create('burst 0', bad, { impatient: true });
    // A server that takes it would be paid for all of them.
    if ((exchange.response?.status ?? 500) < 400) return undefined;
    const rest = Array.from({ length: BURST - 1 }, (_, at) => `burst ${at + 1}`);
    await Promise.all(rest.map((label) => kit.create(label, bad, { impatient: true, skipsBudget: true })));
    return undefined;
  },
});

export const LIMIT_CHECKS: readonly Check[] = [
  defineCheck({
    id: 'limits.rate.status',
    proves: 'If a client sends too many requests, the server returns 429 with the error envelope.',
    failing: 'The server returns 503, 403 or an HTML page of a proxy, or resets the connection.',
    from: [FLOOD],
    judge: (evidence) => {
      const limited = evidence.answers.find(({ response }) => response.status === 429);
      // The document names 503, too, for a server that is too busy.
      const other = evidence.answers.find(({ response }) => ![400, 415, 422, 429, 503].includes(response.status));
      if (other !== undefined) return fail(other, '429, or the rejection of the request', describe(other));
      if (limited === undefined)
        return untestable(`${BURST} parallel create requests did not reach a limit.`, ...evidence.answers.slice(0, 1));
      return typeof errorOf(objectOf(limited))?.['code'] === 'string'
        ? pass(limited)
        : fail(limited, 'a 429 with the error envelope', describe(limited));
    },
  }),
  defineObservation({
    id: 'limits.rate.values',
    proves: `How many of ${BURST} parallel create requests return a status other than 429.`,
    from: [FLOOD],
    judge: (evidence) => observed(String(evidence.answers.filter(({ response }) => response.status !== 429).length)),
  }),
  defineObservation({
    id: 'limits.retry-after',
    proves: 'Whether each 429 and each 503 has a Retry-After header.',
    from: [UNKNOWN],
    passive: true,
    judge: ({ every, busy: waitedOut }) => {
      const busy = [...waitedOut, ...every.filter(({ response }) => [429, 503].includes(response.status))];
      if (every.length === 0) return untestable('The server did not respond to the requests of this check.');
      if (busy.length === 0) return observed('no 429 or 503 in this run', ...every.slice(0, 1));
      return observed(
        busy.every(({ response }) => header(response, 'retry-after') !== undefined) ? 'always' : 'not always',
        ...busy.slice(0, 3),
      );
    },
  }),
];
