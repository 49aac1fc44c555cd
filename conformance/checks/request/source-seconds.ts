/** The create request: the total length of the source videos, and failed source videos. */

import { LIMITS } from '../../../contract/limits.ts';
import { defineProbe, type Check, type Probe } from '../../engine/define.ts';
import type { Evidence } from '../../engine/evidence.ts';
import { fail, pass, untestable, missing } from '../../engine/outcome.ts';
import { creates } from '../lib/answers.ts';
import { asFieldsOf, sourceBody } from '../lib/bodies.ts';
import { cases, observations } from '../lib/cases.ts';
import { BASE, DEFAULTS, EDIT, EXTEND, EXTENDED, IMAGE, IMAGE_SECONDS, LARGE } from '../lib/clips.ts';
import { downloadOf } from '../lib/downloads.ts';
import { askedToFail, EXTEND_MANY, MANY_SOURCES } from '../lib/extend-many.ts';
import { FAILED_SOURCE } from '../lib/failing.ts';
import { allRefused, refused, describe } from '../lib/rules.ts';
import { bodyOf } from '../lib/twins.ts';

const ELSEWHERE = ['edit', 'reference', 'backwards', 'no operation', 'the largest'] as const;

const TOO_LONG = defineProbe({
  id: 'create.source-video-ids.seconds.above',
  mayBeCharged: true,
  sends: 'Extensions, an edit and references. In each create request, the source videos last 34 s in total.',
  after: [...MANY_SOURCES, DEFAULTS],
  run: async (kit) => {
    const ids = [...MANY_SOURCES, DEFAULTS].map((probe) => kit.generation(probe).id);
    await kit.create('create', sourceBody('extend', ids));
    await kit.create('edit', sourceBody('edit', ids));
    await kit.create('reference', sourceBody('reference', ids));
    await kit.create('backwards', sourceBody('extend', ids.toReversed()));
    await kit.create('no operation', sourceBody(undefined, ids));
    await kit.create('the largest', { ...sourceBody('extend', ids), resolution: '1080p', audio: false });
  },
});

/** The sources of 31 s: the sources of exactly 30 s, with two clips of 4 s in place of the clip of 7 s. */
const ONE_LONGER: readonly Probe[] = [EDIT, IMAGE, BASE, EXTEND, LARGE, DEFAULTS];
/** The length of each of these clips, by its download. */
const LASTING: ReadonlyMap<Probe, number> = new Map([
  [downloadOf(IMAGE), IMAGE_SECONDS],
  [downloadOf(EXTEND), EXTENDED],
  ...[EDIT, BASE, LARGE, DEFAULTS].map((clip) => [downloadOf(clip), LIMITS.durationSeconds.min] as const),
]);

const TOO_LONG_BY_ONE = defineProbe({
  id: 'create.source-video-ids.seconds.above-by-one',
  mayBeCharged: true,
  sends: 'An extension. The source videos last 31 s in total.',
  after: ONE_LONGER,
  run: async (kit) => {
    const ids = ONE_LONGER.map((probe) => kit.generation(probe).id);
    await kit.create('create', sourceBody('extend', ids));
  },
});

const TWO = ['two to extend', 'two to edit', 'two as references', 'the longest twice'] as const;

const TOO_LONG_TWO = defineProbe({
  id: 'create.source-video-ids.seconds.above-by-two',
  mayBeCharged: true,
  sends:
    'An extension, an edit and a reference with two source videos: a clip of 30 s and a clip of 4 s. Then an extension that names the clip of 30 s twice.',
  group: 'thorough',
  after: [EXTEND_MANY, BASE],
  run: async (kit) => {
    const [long, short] = [kit.generation(EXTEND_MANY).id, kit.generation(BASE).id];
    await kit.create('two to extend', sourceBody('extend', [long, short]));
    await kit.create('two to edit', sourceBody('edit', [short, long]));
    await kit.create('two as references', sourceBody('reference', [long, short]));
    await kit.create('the longest twice', sourceBody('extend', [long, long]));
  },
});

const ODD_UUID = defineProbe({
  id: 'create.source-video-ids.odd-uuid',
  mayBeCharged: true,
  sends: 'A create request with the id of a source video that has the form of a UUID, but an invalid UUID version.',
  run: async (kit) => {
    await kit.create('create', sourceBody('extend', ['ffffffff-ffff-0fff-0fff-ffffffffffff']));
  },
});

export const SOURCE_SECONDS_CHECKS: readonly Check[] = [
  ...cases([TOO_LONG], {
    'create.source-video-ids.completed.failed': [
      'If a source video is a failed generation of the same account, the create request is rejected.',
      'The server accepts every generation of the account as a source video, even if it has no clip.',
      (evidence) => refused(evidence, 'failed source', 'its source video failed'),
      { from: [FAILED_SOURCE] },
    ],
    'create.source-video-ids.seconds.above': [
      'If the source videos last more than 30 s in total, the create request is rejected.',
      'The server does not add up the lengths of the source videos, or uses the requested lengths.',
      (evidence) => refused(evidence, 'create', 'its source videos last 34 s in total'),
    ],
    'create.source-video-ids.seconds.above.everywhere': [
      'If the source videos last 34 s in total, edits and references are also rejected, in each order and resolution.',
      'The server adds up the lengths only for extensions, or omits some source videos from the total.',
      (evidence) => allRefused(evidence, ELSEWHERE, 'its source videos last 34 s in total'),
      { defect: 'lost-rule' },
    ],
    'create.source-video-ids.seconds.above-by-one': [
      'If the source videos last 31 s in total, the create request is rejected.',
      'The server allows one second more, or rounds the lengths down before it adds them up.',
      (evidence) => {
        const answer = evidence.one('create');
        return answer.response.status < 300 && leastSeconds(evidence) <= LIMITS.sourceVideoIds.combinedSeconds
          ? untestable('Accepted, but perhaps the clips are shorter than requested.', answer)
          : refused(evidence, 'create', 'its source videos last 31 s in total');
      },
      { from: [TOO_LONG_BY_ONE, ...LASTING.keys()] },
    ],
    'create.source-video-ids.seconds.above-by-two': [
      'If two source videos last more than 30 s in total, the create request is rejected for every operation.',
      'The server adds up the lengths only if there are more than two source videos.',
      (evidence) => allRefused(evidence, TWO, 'its two source videos last more than 30 s in total'),
      { from: [TOO_LONG_TWO], defect: 'lost-rule' },
    ],
    'create.source-video-ids.seconds.maximum': [
      'If the source videos last exactly 30 s in total, the create request is accepted.',
      'The server rejects a total of 30 s, or also counts the output seconds.',
      (evidence) => {
        const answer = evidence.one('create');
        if (answer.response.status === 202) return pass(answer);
        const { prompt } = asFieldsOf(bodyOf(answer));
        const isTaken = creates(evidence.every).some(
          (other) => other.response.status === 202 && asFieldsOf(bodyOf(other))['prompt'] === prompt,
        );
        return askedToFail(answer) && !isTaken
          ? untestable(
              missing(
                '--thorough',
                'Perhaps the failing prompt caused this. With --thorough, the kit does not send it.',
              ),
              answer,
            )
          : fail(answer, '202, because the source videos last exactly 30 s in total', describe(answer));
      },
      { from: [EXTEND_MANY] },
    ],
  }),
  ...observations([FAILED_SOURCE], {
    'error-code.source-video-ids.completed.failed': [
      'The status and the error code for a create request with a failed source video.',
      'failed source',
      { requirement: 'errors.codes' },
    ],
    'create.source-video-ids.uuid-version': [
      'The status and the error code for a source video id with an invalid UUID version.',
      'create',
      { from: [ODD_UUID] },
    ],
  }),
];

/**
 * Returns the least number of seconds of the sources of 31 s. A clip may be half a second shorter than requested, but
 * not shorter than 4 s.
 */
function leastSeconds({ answers }: Evidence): number {
  return [...LASTING].reduce((sum, [{ id }, asked]) => {
    const seen = answers.findLast(({ probe }) => probe === id)?.response.body.clip?.video?.seconds;
    return sum + (seen ?? Math.max(LIMITS.durationSeconds.min, asked - 0.5));
  }, 0);
}
