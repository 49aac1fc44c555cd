/** The create request: `source_video_ids` and `reference_video_operation`, and the total length of source videos. */

import { LIMITS } from '../../../contract/limits.ts';
import { type Check, defineProbe, type Probe } from '../../engine/define.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import { missing } from '../../engine/outcome.ts';
import { creates } from '../lib/answers.ts';
import { asFieldsOf, REFERENCE_MODE, SAMPLE, sourceBody } from '../lib/bodies.ts';
import { cases, holds, mustBe, observations, eachOf, eachPair } from '../lib/cases.ts';
import { BASE, DEFAULTS, EDIT, EXTEND, EXTENDED, IMAGE, IMAGE_SECONDS, LARGE } from '../lib/clips.ts';
import { downloadOf } from '../lib/downloads.ts';
import { askedToFail, EXTEND_MANY, MANY_SOURCES } from '../lib/replays.ts';
import { FAILED_SOURCE } from '../lib/failing.ts';
import { allRefused, refused } from '../lib/rules.ts';
import { bodyOf } from '../lib/control-requests.ts';
import { OPERATIONS } from '../../../contract/workflow.ts';
import { mustAccept, mustReject, refusals, type Row } from '../lib/creates.ts';
import { acceptedId, type ProbeTools } from '../../engine/probe-tools.ts';
import { IMAGE_ALONE } from '../lib/thorough-clips.ts';
import { NEAR_LISTS } from './references.ts';

/** The creates whose source videos last 34 s in total, by their labels. */
const TOO_LONG_BODIES: Readonly<Record<string, (ids: string[]) => object>> = {
  create: (ids) => sourceBody('extend', ids),
  edit: (ids) => sourceBody('edit', ids),
  reference: (ids) => sourceBody('reference', ids),
  backwards: (ids) => sourceBody('extend', ids.toReversed()),
  'no operation': (ids) => sourceBody(undefined, ids),
  'the largest': (ids) => ({ ...sourceBody('extend', ids), resolution: '1080p', audio: false }),
};

const TOO_LONG = defineProbe({
  id: 'create.source-video-ids.seconds.above',
  mayBeCharged: true,
  sends: 'Extensions, an edit and references. In each create request, the source videos last 34 s in total.',
  after: [...MANY_SOURCES, DEFAULTS],
  run: async (kit) => {
    const ids = [...MANY_SOURCES, DEFAULTS].map((probe) => kit.generation(probe).id);
    for (const [label, body] of Object.entries(TOO_LONG_BODIES)) {
      const { exchange } = await kit.create(label, body(ids));
      // A server that accepts one of them and charges for it would also accept the next one.
      if (acceptedId(exchange) !== undefined) return;
    }
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

const PERHAPS_PROMPT = missing(
  '--thorough',
  'Perhaps the failing prompt caused this. With --thorough, the kit does not send it.',
);

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
      (evidence) => allRefused(evidence, Object.keys(TOO_LONG_BODIES).slice(1), 'its source videos last 34 s in total'),
      { defect: 'lost-rule' },
    ],
    'create.source-video-ids.seconds.above-by-one': [
      'If the source videos last 31 s in total, the create request is rejected.',
      'The server allows one second more, or rounds the lengths down before it adds them up.',
      (evidence) => {
        const answer = evidence.one('create');
        const isLonger = leastSeconds(evidence) > LIMITS.sourceVideoIds.combinedSeconds;
        mustBe(isLonger || answer.response.status >= 300, 'The clips may be shorter than requested.', answer);
        return refused(evidence, 'create', 'its source videos last 31 s in total');
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
        const isKept = answer.response.status === 202;
        const promptOf = (create: Answered): unknown => asFieldsOf(bodyOf(create))['prompt'];
        const isTaken = creates(evidence.every).some(
          (other) => other.response.status === 202 && promptOf(other) === promptOf(answer),
        );
        mustBe(isKept || isTaken || !askedToFail(answer), PERHAPS_PROMPT, answer);
        return holds(isKept, [answer], ['202, because the source videos last exactly 30 s in total']);
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

const { max } = LIMITS.sourceVideoIds;
const withSources = (source_video_ids: unknown): object => ({ ...REFERENCE_MODE, source_video_ids });
const uuids = Array.from({ length: max + 1 }, (_, at) => SAMPLE.uuid.slice(0, -2) + String(at + 10));
const operating = (operation: unknown): object => ({ ...sourceBody('extend'), reference_video_operation: operation });
/** Returns a create of this operation whose source ids are made from the id of a clip. */
const naming =
  (operation: string, ids: (id: string) => unknown) =>
  (kit: ProbeTools): object => ({ ...sourceBody(operation), source_video_ids: ids(kit.generation('any-clip').id) });

const NEAR_OPERATIONS = {
  'a trailing space': 'extend ',
  'a trailing line break': 'edit\n',
  'uppercase letters': 'EDIT',
  'another case of reference': 'Reference',
  'two of them': 'edit,extend',
  'only its beginning': 'ext',
  'an array around it': ['extend'],
  'no characters': '',
  false: false,
  'the number 0': 0,
} as const;

/**
 * The changes of the id of a clip. A server that reads ids loosely finds the clip. The list omits braces, URNs and
 * missing dashes, which a server may accept.
 */
export const NEAR_IDS: Readonly<Record<string, (id: string) => string>> = {
  'a trailing space': (id) => `${id} `,
  'a leading space': (id) => ` ${id}`,
  'a trailing line break': (id) => `${id}\n`,
  'a trailing digit': (id) => `${id}0`,
  'a trailing slash': (id) => `${id}/`,
  'its last digit missing': (id) => id.slice(0, -1),
  'a percent sign instead of its end': (id) => `${id.slice(0, -4)}%`,
  'quotes around it': (id) => `"${id}"`,
  'the path before the id': (id) => `/v1/videos/${id}`,
};

/** Values that contain the id of a clip, but are not a list of ids. */
const BARE: Readonly<Record<string, unknown>> = {
  'a bare id': SAMPLE.clip,
  'a list inside a list': [[SAMPLE.clip]],
  'an object that contains the id': { 0: SAMPLE.clip },
  'a list of objects': [{ id: SAMPLE.clip }],
  'two ids in one string': `${SAMPLE.clip},${SAMPLE.clip}`,
  'a list of two ids in one string': [`${SAMPLE.clip},${SAMPLE.clip}`],
};

export const SOURCE_VIDEO_CHECKS: readonly Check[] = [
  ...mustReject({
    'create.source-video-ids.type': {
      string: ['a string as `source_video_ids`', withSources(SAMPLE.uuid)],
      url: ['a URL in `source_video_ids`', withSources(['https://example.com/clip.mp4'])],
      words: ['an id that is not a UUID in `source_video_ids`', withSources(['video-1'])],
      number: ['a number in `source_video_ids`', withSources([1])],
    },
    'create.source-video-ids.count': { above: [`${max + 1} source videos`, withSources(uuids)] },
    'create.source-video-ids.completed': {
      unknown: ['a source video that never existed', (kit) => sourceBody('extend', [kit.unknownId])],
    },
    'create.reference-video-operation.values': {
      other: ['an operation that is not listed', operating('remix')],
      case: ['an operation in another case', operating('Extend')],
      type: ['a boolean as operation', operating(true)],
    },
    'create.reference-video-operation.needs-sources': eachOf('*', OPERATIONS, (operation): Row => [
      `the operation "${operation}" but no source video`,
      { ...REFERENCE_MODE, aspect_ratio: 'adaptive', reference_video_operation: operation },
    ]),
  }),
  ...mustAccept({ 'create.source-video-ids.default': ['no `source_video_ids`', REFERENCE_MODE, IMAGE_ALONE] }),
  ...refusals('near-miss', {
    'create.reference-video-operation.values.near': [
      'a nearly valid `reference_video_operation`',
      'The server trims `reference_video_operation`, ignores case, compares only a part of the value, or converts types before the comparison.',
      eachOf<unknown, object>('an operation with *', NEAR_OPERATIONS, operating),
    ],
    'create.source-video-ids.type.near': [
      'a source video id that differs slightly from the id of a clip',
      'The server trims ids, ignores text after an id, or compares only the beginning of ids.',
      {
        ...eachOf('a source video id with *', NEAR_IDS, (change) => naming('extend', (id) => [change(id)])),
        ...eachOf('the operation "*" and a source video id that is not a UUID', ['reference', 'edit'], (operation) =>
          sourceBody(operation, [`${SAMPLE.clip}0`]),
        ),
      },
    ],
    'create.source-video-ids.type.bare': [
      'a value of `source_video_ids` that contains the id of a clip, but is not a list of ids',
      'The server accepts a single id instead of a list, or flattens nested lists.',
      eachPair('the operation "*" and *', [OPERATIONS, BARE], (operation, ids) => ({
        ...sourceBody(operation),
        source_video_ids: ids,
      })),
    ],
    'create.source-video-ids.list.near': [
      'a nearly valid value of `source_video_ids`, or a nearly valid id',
      'The server ignores items that are not strings, or accepts an empty value instead of a list.',
      {
        'null among the source videos': withSources([null]),
        'an empty string as source video id': withSources(['']),
        'an object among the source videos': withSources([{ id: SAMPLE.uuid }]),
        ...eachOf('* for source videos', NEAR_LISTS, withSources),
      },
      { requirement: 'create.source-video-ids.type' },
    ],
  }),
];
