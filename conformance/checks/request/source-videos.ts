/** The create request: `source_video_ids` and `reference_video_operation`. */

import { LIMITS } from '../../../contract/limits.ts';
import { OPERATIONS } from '../../../contract/workflow.ts';
import type { Check } from '../../engine/define.ts';
import type { ProbeTools } from '../../engine/probe-tools.ts';
import { fromProfile, REFERENCE_MODE, referenceBody, SOME_UUID, without } from '../lib/bodies.ts';
import { sourceBody } from '../lib/clips.ts';
import { createChecks, eachOf, refusals } from '../lib/creates.ts';
import { IMAGE_ALONE } from '../lib/thorough-clips.ts';
import { NEAR_LISTS } from './references.ts';

const { max } = LIMITS.sourceVideoIds;
const withSources = (source_video_ids: unknown): object => ({ ...REFERENCE_MODE, source_video_ids });
const uuids = Array.from({ length: max + 1 }, (_, at) => SOME_UUID.slice(0, -2) + String(at + 10));
const operating =
  (operation: unknown) =>
  (kit: ProbeTools): object => ({ ...sourceBody(kit, ''), reference_video_operation: operation });
/** Returns a create of this operation whose source ids are made from the id of a clip. */
const naming =
  (operation: string, ids: (id: string) => unknown) =>
  (kit: ProbeTools): object => ({
    ...sourceBody(kit, operation),
    source_video_ids: ids(kit.generation('any-clip').id),
  });
const clip = { after: ['any-clip'] } as const;

const ROWS = createChecks({
  'create.source-video-ids.type': {
    rejected: {
      string: ['a string as `source_video_ids`', withSources(SOME_UUID)],
      url: ['a URL in `source_video_ids`', withSources(['https://example.com/clip.mp4'])],
      words: ['an id that is not a UUID in `source_video_ids`', withSources(['video-1'])],
      number: ['a number in `source_video_ids`', withSources([1])],
    },
  },
  'create.source-video-ids.count': { rejected: { above: [`${max + 1} source videos`, withSources(uuids)] } },
  'create.source-video-ids.completed': {
    rejected: {
      unknown: ['a source video that never existed', (kit) => sourceBody(kit, 'extend', [kit.unknownId])],
    },
  },
  'create.source-video-ids.default': {
    accepted: {
      '': ['no `source_video_ids`', fromProfile((profile) => referenceBody(profile)), IMAGE_ALONE],
    },
  },
  'create.reference-video-operation.values': {
    rejected: {
      other: ['an operation that is not listed', operating('remix'), clip],
      case: ['an operation in another case', operating('Extend'), clip],
      type: ['a boolean as operation', operating(true), clip],
    },
  },
  'create.reference-video-operation.needs-sources': {
    rejected: Object.fromEntries(
      OPERATIONS.map((operation) => [
        operation,
        [
          `the operation "${operation}" but no source video`,
          fromProfile((profile) => ({
            ...referenceBody(profile),
            aspect_ratio: 'adaptive',
            reference_video_operation: operation,
          })),
        ],
      ]),
    ),
  },
  'create.duration-seconds.required': {
    rejected: {
      edit: ['an edit but no `duration_seconds`', (kit) => without(sourceBody(kit, 'edit'), 'duration_seconds'), clip],
    },
  },
});

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
const BARE: Readonly<Record<string, (id: string) => unknown>> = {
  'a bare id': (id) => id,
  'a list inside a list': (id) => [[id]],
  'an object that contains the id': (id) => ({ 0: id }),
  'a list of objects': (id) => [{ id }],
  'two ids in one string': (id) => `${id},${id}`,
  'a list of two ids in one string': (id) => [`${id},${id}`],
};

const NEAR: readonly Check[] = [
  refusals({
    id: 'create.reference-video-operation.values.near',
    defect: 'near-miss',
    what: 'a nearly valid `reference_video_operation`',
    failing:
      'The server trims `reference_video_operation`, ignores case, compares only a part of the value, or converts types before the comparison.',
    after: ['any-clip'],
    bodies: eachOf('an operation with *', NEAR_OPERATIONS, operating),
  }),
  refusals({
    id: 'create.source-video-ids.type.near',
    defect: 'near-miss',
    what: 'a source video id that differs slightly from the id of a clip',
    failing: 'The server trims ids, ignores text after an id, or compares only the beginning of ids.',
    after: ['any-clip'],
    bodies: {
      ...eachOf('a source video id with *', NEAR_IDS, (change) => naming('extend', (id) => [change(id)])),
      ...Object.fromEntries(
        ['reference', 'edit'].map((operation) => [
          `the operation "${operation}" and a source video id that is not a UUID`,
          naming(operation, (id) => [`${id}0`]),
        ]),
      ),
    },
  }),
  refusals({
    id: 'create.source-video-ids.type.bare',
    defect: 'near-miss',
    what: 'a value of `source_video_ids` that contains the id of a clip, but is not a list of ids',
    failing: 'The server accepts a single id instead of a list, or flattens nested lists.',
    after: ['any-clip'],
    bodies: Object.fromEntries(
      Object.entries(BARE).flatMap(([odd, write]) =>
        OPERATIONS.map((operation) => [`the operation "${operation}" and ${odd}`, naming(operation, write)]),
      ),
    ),
  }),
  refusals({
    id: 'create.source-video-ids.list.near',
    requirement: 'create.source-video-ids.type',
    defect: 'near-miss',
    what: 'a nearly valid value of `source_video_ids`, or a nearly valid id',
    failing: 'The server ignores items that are not strings, or accepts an empty value instead of a list.',
    bodies: {
      'null among the source videos': withSources([null]),
      'an empty string as source video id': withSources(['']),
      'an object among the source videos': withSources([{ id: SOME_UUID }]),
      ...eachOf('* for source videos', NEAR_LISTS, withSources),
    },
  }),
];

export const SOURCE_VIDEO_CHECKS: readonly Check[] = [...ROWS, ...NEAR];
