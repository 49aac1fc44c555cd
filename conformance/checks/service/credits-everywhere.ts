/** Credits: the server checks them in each workflow, at each resolution and with source videos. */

import { RESOLUTIONS } from '../../../contract/dimensions.ts';
import { OPERATIONS } from '../../../contract/workflow.ts';
import { defineProbe, type Check } from '../../engine/define.ts';
import { objectOf, type Answered } from '../../engine/evidence.ts';
import { acceptedId } from '../../engine/probe-tools.ts';
import { fail, pass, untestable } from '../../engine/outcome.ts';
import { creates, isAfter } from '../lib/answers.ts';
import { fitted, sourceBody, TEXT } from '../lib/bodies.ts';
import { cases } from '../lib/cases.ts';
import { FAILED_SOURCE, FAILING, SPENDING, spentIn } from '../lib/failing.ts';
import { describeRequest } from '../lib/rules.ts';
import { CONTROL, TWINS } from '../lib/twins.ts';

const SOURCES = [...OPERATIONS, undefined].flatMap((operation) =>
  RESOLUTIONS.map(
    (resolution) =>
      [`${operation ?? 'no operation'} at ${resolution}`, { ...sourceBody(operation), resolution }] as const,
  ),
);

const SPENT = defineProbe({
  id: 'credits.spent',
  mayBeCharged: true,
  sends:
    'A text create request with the key for one generation, after the credits of this key are spent. If the response is 402, more create requests follow. Some of them are text create requests at each resolution. Other create requests use a clip of this key as the source video, with each operation at each resolution. The probe ends after the first accepted create request.',
  keys: ['once'],
  after: [SPENDING],
  runsAfter: [FAILED_SOURCE],
  run: async (kit) => {
    const key = 'once';
    const { exchange } = await kit.create('spent', TEXT, { key });
    if (exchange.response?.status !== 402) return undefined;
    for (const resolution of RESOLUTIONS) {
      const taken = await kit.create(`text at ${resolution}`, { ...TEXT, resolution }, { key });
      if (acceptedId(taken.exchange) !== undefined) return undefined;
    }
    for (const [label, body] of SOURCES) {
      // A server that accepts one and charges for it has no credits left for the next one.
      const taken = await kit.create(label, fitted(kit, body, SPENDING), { key });
      if (acceptedId(taken.exchange) !== undefined) return undefined;
    }
  },
});

export const CREDIT_EVERYWHERE_CHECKS: readonly Check[] = [
  ...cases([FAILING, SPENDING, SPENT], {
    'credits.reserve.with-sources': [
      'The server checks the credits for create requests with source videos too. If the credits do not cover a text create request, they do not cover a more expensive create request with a source video. The rule applies to each operation and resolution.',
      'The server does not check the credits for create requests with source videos.',
      (evidence) => {
        const spent = evidence.one('after completion');
        if (spent.response.status !== 402)
          return untestable('The key for one generation (keys.once) still has credits.', spent);
        const least = costIn(spentIn(evidence)[0]);
        // Creates of other probes count, too: the first accepted create uses the credits that a later one would show.
        const later = creates(evidence.every).filter((answer) => answer.key === 'once' && isAfter(answer, spent));
        // A replay costs nothing.
        const earlier = new Set(
          creates(evidence.every).flatMap((answer) => (isAfter(spent, answer) ? [idIn(answer)] : [])),
        );
        const taken = later.find((answer) => answer.response.status < 300 && !earlier.has(idIn(answer)));
        const short = later.filter(({ response }) => response.status === 402);
        if (taken === undefined)
          return short.length > 0
            ? pass(spent, ...short.slice(0, 2))
            : untestable('The run did not send a create request of this kind.', spent);
        // The credits may cover a create that costs less than a text create.
        return least === undefined || (costIn(taken) ?? 0) < least
          ? untestable(
              'The server accepted a create request, but the kit cannot know whether its cost exceeds the remaining credits.',
              spent,
              taken,
            )
          : fail([spent, taken], `402, as for a text create request that costs ${least}`, describeRequest(taken));
      },
      { defect: 'lost-rule', passive: true },
    ],
    'credits.reserve.every-create': [
      'If the key has no credits, the server rejects every create request that has a cost. The rule applies to each workflow, resolution and duration.',
      'The server checks the credits only in some workflows, or only at some resolutions.',
      ({ every }) => {
        const own = creates(every).filter(({ key }) => key === 'poor');
        const control = own.find(({ probe, label }) => probe === CONTROL.id && label === 'control valid');
        if (control?.response.status !== 402)
          return untestable('The profile has no key "poor", or this key has credits.');
        const taken = own.find((answer) => answer.response.status < 300 && (costIn(answer) ?? 0) > 0);
        return taken === undefined
          ? pass(control, ...own.slice(-2))
          : fail([control, taken], '402, as for a text create request', describeRequest(taken));
      },
      { from: TWINS, defect: 'lost-rule', passive: true },
    ],
  }),
];

function idIn(answer: Answered): unknown {
  return objectOf(answer)['id'];
}

function costIn(answer: Answered): number | undefined {
  const { cost_usd: cost } = objectOf(answer);
  return typeof cost === 'number' ? cost : undefined;
}
