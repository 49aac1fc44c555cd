/** The same create twice, before and after a change of status. */

import { OPERATIONS } from '../../../contract/workflow.ts';
import { defineProbe, type Check } from '../../engine/define.ts';
import { acceptedId } from '../../engine/probe-tools.ts';
import { fail, notApplicable, pass, untestable } from '../../engine/outcome.ts';
import { sourceBody, TEXT } from '../lib/bodies.ts';
import { cases } from '../lib/cases.ts';
import { EARLY_SOURCE, FAILED_SOURCE, SPENDING } from '../lib/failing.ts';
import { describe, isRefusal } from '../lib/rules.ts';

const COMPLETED = defineProbe({
  id: 'create.source-video-ids.completed.meanwhile',
  mayBeCharged: true,
  sends:
    'With the key for one generation, after its credits are spent: a text create request. If the response is 402, the kit sends a create request for each operation. The clip of this key is the source video. The kit sent one of these create requests before, while the generation was not completed.',
  keys: ['once'],
  after: [SPENDING],
  runsAfter: [FAILED_SOURCE],
  run: async (kit) => {
    const key = 'once';
    const { exchange } = await kit.create('spent', TEXT, { key });
    if (exchange.response?.status !== 402) return undefined;
    for (const operation of OPERATIONS) {
      const body = sourceBody(operation, [kit.generation(SPENDING).id]);
      if (acceptedId((await kit.create(`${operation} later`, body, { key })).exchange) !== undefined) return undefined;
    }
  },
});

export const SECOND_TIME_CHECKS: readonly Check[] = [
  ...cases([SPENDING, COMPLETED], {
    'create.source-video-ids.completed.meanwhile': [
      'A source video that was rejected because it was not completed is accepted after its completion. If the credits are spent, the server returns 402 for this create request.',
      'The server stores that a generation is not ready, and does not check its status again.',
      (evidence) => {
        const [early, spent] = [evidence.one(EARLY_SOURCE), evidence.one('spent')];
        if (spent.response.status !== 402) return untestable('The key for one generation still has credits.', spent);
        if (!isRefusal(early))
          return notApplicable('The generation was already completed, or the server checks the credits first.', early);
        const later = OPERATIONS.map((operation) => evidence.one(`${operation} later`));
        const refused = later.find(isRefusal);
        return refused === undefined
          ? pass(early, ...later)
          : fail([early, refused], '402, because the source video is completed now', describe(refused));
      },
      { requirement: 'workflow.extend.accepted', defect: 'time' },
    ],
  }),
];
