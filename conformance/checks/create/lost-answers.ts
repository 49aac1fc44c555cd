/** Endpoints: create: a lost response. The client sends the create again with the same Idempotency-Key. */

import { defineProbe, type Check, type Cost } from '../../engine/define.ts';
import { type Evidence } from '../../engine/evidence.ts';
import { acceptedId, type ProbeTools } from '../../engine/probe-tools.ts';
import type { HeaderLine } from '../../client/exchange.ts';
import { fail, notApplicable, observed } from '../../engine/outcome.ts';
import { AFTER, BEFORE, sumOf } from '../service/balance.ts';
import { TEXT } from '../lib/bodies.ts';
import { cases, holds, jointly, observations } from '../lib/cases.ts';
import { followed } from '../lib/clips.ts';
import { failingCreates, hasFailingPrompt, NO_FAILING_TRIGGER } from '../lib/money.ts';
import { isReplay } from '../lib/replays.ts';
import { describe, statusAndCode } from '../lib/rules.ts';

/** The costs of the two creates. No other creates of a run cost as much, so a second charge is visible in the sum. */
const [FIRST, DROPPED] = [12, 14].map((output): Cost => ({ resolution: '480p', output, source: 0 })) as [Cost, Cost];
const keyOf = ({ runId }: ProbeTools, name: string): HeaderLine => ['Idempotency-Key', `standin-${runId}-lost-${name}`];

const LOST = defineProbe({
  id: 'idempotency.lost-answer',
  mayBeCharged: true,
  raw: true,
  ends: 'failed',
  failsOnPurpose: true,
  sends:
    'A create request for 12 s whose generation must fail, and the same create request again. If the server replays the response, a create request for 14 s with another Idempotency-Key follows. The kit closes the connection when the response arrives, and sends the create request again. After the failure, the kit sends the first create request once more.',
  lacks: (profile) => (hasFailingPrompt(profile) ? undefined : NO_FAILING_TRIGGER),
  ...failingCreates([FIRST, FIRST, DROPPED, DROPPED, FIRST], false),
  run: async (kit) => {
    const bodyOf = ({ output }: Cost): object => ({
      ...TEXT,
      duration_seconds: output,
      ...kit.profile.triggers.failing,
    });
    const [first, lost] = [keyOf(kit, 'first'), keyOf(kit, 'answer')];
    let isReplayed = false;
    const again = async (label: string, key: HeaderLine): Promise<string | undefined> => {
      const body = bodyOf(key === lost ? DROPPED : FIRST);
      const id = acceptedId((await kit.create(label, body, { headers: [key] })).exchange);
      // The server may refund the reservation only with the poll that shows the failure.
      if (id !== kit.find(LOST)?.id) await followed(kit, id);
      return id;
    };
    const meanwhile = async (id: string): Promise<void> => {
      isReplayed = (await again('again', first)) === id;
      if (!isReplayed) return;
      await loseAnswer(kit, JSON.stringify(bodyOf(DROPPED)), lost);
      await again('after the loss', lost);
    };
    await kit.make(bodyOf(FIRST), { headers: [first], meanwhile });
    if (isReplayed) await again('after the failure', first);
    return undefined;
  },
});

function loseAnswer(kit: ProbeTools, body: string, key: HeaderLine): Promise<unknown> {
  const headers: HeaderLine[] = [
    ['Content-Type', 'application/json'],
    ['Content-Length', String(Buffer.byteLength(body))],
    key,
  ];
  return kit.create('lost', body, { bare: '1.1', dropsAnswer: true, headers });
}

export const LOST_ANSWER_CHECKS: readonly Check[] = [
  ...observations([LOST, BEFORE, AFTER], {
    'idempotency.lost-answer': [
      'The response to a create request whose first response was lost: the same generation, another generation, or a rejection. Also whether the server charged once or twice.',
      jointly(['create', 'again'], ([create, again], evidence) => {
        if (again.response.status >= 400) return `refused ${statusAndCode(again).value ?? ''}`;
        if (!isReplay(create, again)) return 'another generation';
        const after = evidence.one('after the loss');
        if (after.response.status >= 400) return observed(`lost: ${statusAndCode(after).value ?? ''}`, after);
        const charges = { once: ', one charge', twice: ', two charges', unknown: '' }[chargesOf(evidence)];
        return observed(`a generation${charges}`, create, after);
      }),
      { requirement: 'idempotency.replay', passive: true },
    ],
  }),
  ...cases([LOST, BEFORE, AFTER], {
    'idempotency.lost-answer.charge': [
      'If the response to a create request is lost, the client can send it again with the same Idempotency-Key. The server charges once.',
      'The server stores the Idempotency-Key after it has sent the response. Or it ignores Idempotency-Keys.',
      jointly(['create', 'again'], ([create, again], evidence) => {
        if (again.response.status >= 400) return notApplicable('The server rejects a used Idempotency-Key.', again);
        if (!isReplay(create, again)) return ['one generation', 'another generation, charged again'];
        const after = evidence.one('after the loss');
        if (after.response.status >= 400) return fail(after, 'the generation of the lost response', describe(after));
        return holds(chargesOf(evidence) !== 'twice', [create, again, after], ['one charge', 'two charges']);
      }),
      { requirement: 'create.idempotency-key.accepted', level: 'should', defect: 'idempotency', passive: true },
    ],
  }),
];

/** Returns whether the balance fell by the cost of the lost create, in addition to all costs that the records show. */
function chargesOf(evidence: Evidence): 'once' | 'twice' | 'unknown' {
  const { outcome, isLostPaid } = sumOf(evidence);
  if (isLostPaid) return 'twice';
  return outcome.verdict === 'pass' ? 'once' : 'unknown';
}
