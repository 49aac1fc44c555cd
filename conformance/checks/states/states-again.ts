/** States: ended generations that are requested again, and a create that is sent again after a change of status. */

import type { HeaderLine } from '../../client/exchange.ts';
import { type Check, defineProbe } from '../../engine/define.ts';
import { type Answered, type Evidence, isBusy } from '../../engine/evidence.ts';
import { notApplicable } from '../../engine/outcome.ts';
import { histories, pathOf } from '../lib/answers.ts';
import { ofDownload } from '../lib/downloads.ts';
import { isRefusal, noneOf } from '../lib/rules.ts';
import { OPERATIONS } from '../../../contract/workflow.ts';
import { sourceBody } from '../lib/bodies.ts';
import { cases, eachOf, holds, mustBe } from '../lib/cases.ts';
import { EARLY_SOURCE, SPENDING, spentProbe } from '../lib/failing.ts';

/** The requests for the record of an ended generation, after all other requests for it. */
export const LATER = defineProbe({
  id: 'states.later',
  sends: 'Eight more get requests for a completed generation, after the download of its clip.',
  ...ofDownload(async (kit, { id, key }) => {
    for (let look = 1; look <= 8; look += 1) await kit.get(`later ${look}`, id, { key });
  }),
});

const LOOKS = 6;

/** A server may change an ended generation after several requests, or after later creates. */
export const AGAIN = defineProbe({
  id: 'states.again',
  sends:
    'At the end of the run, six get requests for each generation. For a generation that had to fail, the kit sends only one get request. Then requests for the first bytes of each clip.',
  after: ['any-clip', LATER],
  turn: 'last',
  run: async (kit) => {
    const open = kit.ended();
    for (let look = 1; look <= LOOKS; look += 1) {
      const looked = open.filter(({ name }) => look === 1 || !isOneOfMany(name));
      await Promise.all(looked.map(({ name, id, key }) => kit.get(`again ${name} ${look}`, id, { key })));
    }
    const headers: HeaderLine[] = [['Range', 'bytes=0-9']];
    const clips = open.filter(({ name }) => !isOneOfMany(name));
    await Promise.all(clips.map(({ name, id, key }) => kit.content(`part ${name}`, id, { key, headers })));
  },
});

/** Returns whether a failing generation is one of many. It then gets fewer requests than a clip. */
function isOneOfMany(probe: string): boolean {
  return probe.startsWith('files.') || probe.startsWith('clip.failing-');
}

/** Returns the last status that the polls of a generation showed. */
function endOf({ every }: Evidence, { request }: Answered): unknown {
  const id = /\/v1\/videos\/([^/]+)\/content$/.exec(pathOf(request.url))?.[1]?.toLowerCase() ?? '';
  return histories(every).get(id)?.at(-1)?.record['status'];
}

const COMPLETED = spentProbe(
  'create.source-video-ids.completed.meanwhile',
  'one for each operation. The kit sent one of them before, while the generation was not completed',
  eachOf('* later', OPERATIONS, (operation) => sourceBody(operation)),
);

export const SECOND_TIME_CHECKS: readonly Check[] = cases([SPENDING, COMPLETED], {
  'state.terminal.content': [
    'The clip of a completed generation still exists at the end of the run.',
    'The server keeps only the latest clips, or deletes a clip that was used as a source video.',
    (evidence) => {
      const parts = evidence
        .all('part ')
        .filter((answer) => !isBusy(answer) && endOf(evidence, answer) === 'completed');
      mustBe(parts.length > 0, 'The run did not download any clip a second time.');
      const gone = parts.filter(
        ({ response: { status } }) => status !== 200 && status !== 206 && (status < 300 || status > 399),
      );
      return noneOf(gone, parts.slice(0, 3), ['206 or 200, as before']);
    },
    { requirement: 'content.answer.status', from: [AGAIN] },
  ],
  'create.source-video-ids.completed.meanwhile': [
    'A source video that was rejected because it was not completed is accepted after its completion. If the credits are spent, the server returns 402 for this create request.',
    'The server stores that a generation is not ready, and does not check its status again.',
    ({ one }) => {
      const [early, spent] = [one(EARLY_SOURCE), one('spent')];
      mustBe(spent.response.status === 402, 'The key for one generation still has credits.', spent);
      if (!isRefusal(early))
        return notApplicable('The generation was already completed, or the server checks the credits first.', early);
      const later = OPERATIONS.map((operation) => one(`${operation} later`));
      const refused = later.filter(({ response: { status } }) => status >= 300 && status !== 402).slice(0, 1);
      const answers = [early, ...(refused.length > 0 ? refused : later)];
      return holds(refused.length === 0, answers, ['402, because the source video is completed now']);
    },
    { requirement: 'workflow.extend.accepted', defect: 'time' },
  ],
});
