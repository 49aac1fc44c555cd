/** The create request: `source_video_ids` and `reference_video_operation`. */

import { LIMITS } from '../../../contract/limits.ts';
import { OPERATIONS } from '../../../contract/workflow.ts';
import type { Check } from '../../engine/define.ts';
import { REFERENCE_MODE, SOME_CLIP, SOME_UUID, sourceBody, without } from '../lib/bodies.ts';
import { eachOf, mustAccept, mustReject, refusals } from '../lib/creates.ts';
import type { ProbeTools } from '../../engine/probe-tools.ts';
import { IMAGE_ALONE } from '../lib/thorough-clips.ts';
import { NEAR_LISTS } from './references.ts';

const { max } = LIMITS.sourceVideoIds;
const withSources = (source_video_ids: unknown): object => ({ ...REFERENCE_MODE, source_video_ids });
const uuids = Array.from({ length: max + 1 }, (_, at) => SOME_UUID.slice(0, -2) + String(at + 10));
const operating = (operation: unknown): object => ({ ...sourceBody(), reference_video_operation: operation });
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
  'a bare id': SOME_CLIP,
  'a list inside a list': [[SOME_CLIP]],
  'an object that contains the id': { 0: SOME_CLIP },
  'a list of objects': [{ id: SOME_CLIP }],
  'two ids in one string': `${SOME_CLIP},${SOME_CLIP}`,
  'a list of two ids in one string': [`${SOME_CLIP},${SOME_CLIP}`],
};

export const SOURCE_VIDEO_CHECKS: readonly Check[] = [
  ...mustReject('create.source-video-ids.type', {
    string: ['a string as `source_video_ids`', withSources(SOME_UUID)],
    url: ['a URL in `source_video_ids`', withSources(['https://example.com/clip.mp4'])],
    words: ['an id that is not a UUID in `source_video_ids`', withSources(['video-1'])],
    number: ['a number in `source_video_ids`', withSources([1])],
  }),
  ...mustReject('create.source-video-ids.count', { above: [`${max + 1} source videos`, withSources(uuids)] }),
  ...mustReject('create.source-video-ids.completed', {
    unknown: ['a source video that never existed', (kit) => sourceBody('extend', [kit.unknownId])],
  }),
  ...mustAccept('create.source-video-ids.default', { '': ['no `source_video_ids`', REFERENCE_MODE, IMAGE_ALONE] }),
  ...mustReject('create.reference-video-operation.values', {
    other: ['an operation that is not listed', operating('remix')],
    case: ['an operation in another case', operating('Extend')],
    type: ['a boolean as operation', operating(true)],
  }),
  ...mustReject(
    'create.reference-video-operation.needs-sources',
    Object.fromEntries(
      OPERATIONS.map((operation) => [
        operation,
        [
          `the operation "${operation}" but no source video`,
          { ...REFERENCE_MODE, aspect_ratio: 'adaptive', reference_video_operation: operation },
        ],
      ]),
    ),
  ),
  ...mustReject('create.duration-seconds.required', {
    edit: ['an edit but no `duration_seconds`', without(sourceBody('edit'), 'duration_seconds')],
  }),
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
          sourceBody(operation, [`${SOME_CLIP}0`]),
        ),
      },
    ],
    'create.source-video-ids.type.bare': [
      'a value of `source_video_ids` that contains the id of a clip, but is not a list of ids',
      'The server accepts a single id instead of a list, or flattens nested lists.',
      Object.fromEntries(
        Object.entries(BARE).flatMap(([odd, ids]) =>
          OPERATIONS.map((operation) => [
            `the operation "${operation}" and ${odd}`,
            { ...sourceBody(operation), source_video_ids: ids },
          ]),
        ),
      ),
    ],
    'create.source-video-ids.list.near': [
      'a nearly valid value of `source_video_ids`, or a nearly valid id',
      'The server ignores items that are not strings, or accepts an empty value instead of a list.',
      {
        'null among the source videos': withSources([null]),
        'an empty string as source video id': withSources(['']),
        'an object among the source videos': withSources([{ id: SOME_UUID }]),
        ...eachOf('* for source videos', NEAR_LISTS, withSources),
      },
      { requirement: 'create.source-video-ids.type' },
    ],
  }),
];
