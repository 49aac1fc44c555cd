/** Endpoints: content: every response 200 of a run has the whole clip, with and without a range or a condition. */

import { defineProbe, type Check } from '../../engine/define.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import { fail, notApplicable, pass, untestable, type Outcome } from '../../engine/outcome.ts';
import { header } from '../../client/exchange.ts';
import { pathOf } from '../lib/answers.ts';
import { cases } from '../lib/cases.ts';
import { DOWNLOAD } from '../lib/downloads.ts';

/** A second download. Each download may have other bytes, because the document does not promise the same bytes. */
const TWICE = defineProbe({
  id: 'content.twice',
  sends: 'A second download of a completed clip, without Range.',
  after: [DOWNLOAD],
  run: async (kit) => {
    const { id, key } = kit.generation('any-clip');
    await kit.content('twice', id, { key });
  },
});

export const WHOLE_ANSWER_CHECKS: readonly Check[] = [
  ...cases([DOWNLOAD, TWICE], {
    'content.answer.video.whole': [
      'Every 200 contains the whole clip (RFC 9110, 15.3.1). A part alone is not a valid MP4.',
      'If a range is open or ends at the end of the clip, the server returns 200 with only the part.',
      (evidence) => {
        const [first, second] = [evidence.one('whole'), evidence.one('twice')];
        if (first.response.body.sha256 !== second.response.body.sha256)
          return notApplicable('Two downloads of the clip returned different bytes.', first, second);
        return eachWhole(evidence);
      },
      { defect: 'ranges' },
    ],
  }),
];

/** Compares every response 200 with the whole download from the same path. Storage elsewhere has other paths. */
function eachWhole({ every }: Evidence): Outcome {
  const clips = every.filter(isWholeClip);
  const wholes = new Map(
    clips.filter(({ label }) => label === 'whole').map((answer) => [pathOf(answer.request.url), answer]),
  );
  for (const answer of clips) {
    const whole = wholes.get(pathOf(answer.request.url));
    const [wanted, got] = [whole?.response.body, answer.response.body];
    if (whole !== undefined && wanted?.sha256 !== got.sha256)
      return fail([whole, answer], `the whole clip, ${wanted?.size} bytes`, `${got.size} bytes to "${answer.label}"`);
  }
  return clips.length === 0
    ? untestable('The clips come from other URLs than `output.url`.')
    : pass(...clips.slice(0, 3));
}

/** Returns whether a response is 200 with a whole clip and without a content coding. */
export function isWholeClip({ request, response }: Answered): boolean {
  const coding = header(response, 'content-encoding')?.trim().toLowerCase() ?? 'identity';
  const isContent = request.method === 'GET' && pathOf(request.url).endsWith('/content');
  return isContent && response.status === 200 && response.complete && coding === 'identity';
}
