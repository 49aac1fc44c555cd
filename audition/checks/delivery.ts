/** Whether the client delivers where a careful one does, and whether what it delivers is the clip. */

import type { CaseEvidence, FileEvidence } from '../evidence/case-evidence.ts';
import { defineClientCheck, KEPT, NOT_OBSERVED, UNTRIED, type ClientCheck, type Judgement } from './client-check.ts';

const DELIVERS = defineClientCheck({
  id: 'delivers',
  level: 'must',
  kind: 'liveness',
  rests: {
    sentence:
      'The client then polls GET {base_url}/v1/videos/{id} until the status is completed or failed, and downloads the result from the output URL.',
    source: 'API document, What the service does',
  },
  proves: 'The client delivers the clip wherever a careful client delivers it, or gives up where a careful one may.',
  failing: 'It gives up where nothing forces it to, or ends without a word on why nothing was delivered.',
  remedy:
    'Go on until the generation has ended and the whole clip is there; where that is not possible, end with an error that says why.',
  everywhere: true,
  judge: ({ outcome, expectation: { end, giveUp }, requests }) => {
    if (outcome.end === 'not-observed') return NOT_OBSERVED;
    if (outcome.end === 'delivered') return KEPT;
    if (outcome.end !== 'gave-up') return UNTRIED;
    if (end === 'gave-up' || giveUp !== undefined) return KEPT;
    const last = requests.at(-1);
    const why = outcome.said?.error?.message ?? outcome.said?.error?.code;
    return {
      kind: 'missed',
      says: `It gave up${why === undefined ? '' : ` (“${why}”)`} where a careful client delivers.`,
      exchanges: last === undefined ? [] : [last.seq],
    };
  },
});

const FILE = defineClientCheck({
  id: 'delivered-file-is-the-clip',
  level: 'must',
  kind: 'safety',
  twin: 'delivers',
  rests: {
    sentence: 'Response 200: body is an MP4 video (video/mp4). Response 206: partial MP4 content for a range request.',
    source: 'API document, GET /v1/videos/{id}/content',
  },
  proves: 'What the client delivers is the clip, byte for byte.',
  failing:
    'It says that it delivered, and what lies in the file is not the clip: cut, joined wrongly, foreign, or nothing.',
  remedy:
    'Write to a temporary name. Compare the bytes that came with Content-Length or Content-Range, and the content type with video/mp4, and give the file its name only then.',
  everywhere: true,
  judge: ({ outcome, files, requests }) => {
    if (files === undefined || outcome.end === 'not-observed') return NOT_OBSERVED;
    if (outcome.end !== 'delivered') return UNTRIED;
    const wrong = files.find((file) => wrongOf(file) !== undefined);
    if (wrong === undefined) return KEPT;
    const downloads = requests.filter(({ operation }) => operation === 'content');
    const exchanges = downloads.slice(-3).map(({ seq }) => seq);
    return { kind: 'missed', says: `It said that it delivered, and ${wrongOf(wrong) ?? ''}.`, exchanges };
  },
});

/** What is wrong with a delivered file; nothing where it is the clip. */
function wrongOf({ clip, found, isForeign }: FileEvidence): string | undefined {
  if (found === undefined) return 'there is no file';
  if (clip === undefined) return `there is a file of ${found.bytes} bytes, though no clip was finished for it`;
  if (found.sha256 === clip.sha256) return undefined;
  if (isForeign) return 'the file is the clip of another generation';
  return `the file is not the clip: it has ${found.bytes} bytes, the clip has ${clip.bytes}`;
}

const DEADLINE = defineClientCheck({
  id: 'ends-by-its-deadline',
  level: 'must',
  kind: 'safety',
  twin: 'delivers',
  rests: {
    sentence: 'STANDIN_DEADLINE_SECONDS: by then the client has ended by itself.',
    source: 'the protocol of standin audition',
  },
  proves: 'The client ends by itself, whatever the server does.',
  failing: 'It waits or loops for ever, and has to be ended from outside.',
  remedy: 'Give the whole operation a deadline of its own on a monotonic clock, and each wait a time-out.',
  everywhere: true,
  judge: ({ outcome, deadlineSeconds, requests }: CaseEvidence): Judgement => {
    if (outcome.end === 'not-observed') return NOT_OBSERVED;
    if (outcome.end !== 'hung') return KEPT;
    const says = `It was still running after its deadline of ${deadlineSeconds} s, and was ended.`;
    return { kind: 'missed', says, exchanges: requests.slice(-1).map(({ seq }) => seq) };
  },
});

export const DELIVERY_CHECKS: readonly ClientCheck[] = [FILE, DELIVERS, DEADLINE];
