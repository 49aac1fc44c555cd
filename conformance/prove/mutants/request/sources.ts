/** Servers that check the owner, the status or the length of only some source videos. */

import { ABSENT } from '../../../checks/lib/field.ts';
import { ALONE, mutants, mutantsWith, type Mutant } from '../../mutant.ts';
import { fieldsOf, withBody, type Tampering } from '../../server.ts';
import { knowingStatuses, meets, ONCE_KEY, sending, WATCHED_KEY, type When } from '../../tamper/calls.ts';
import {
  accepting,
  creating,
  EDITING,
  EXTENDING,
  listOf,
  matches,
  REFERRING,
  IN_REFERENCE_MODE,
  SOME,
  sourcesOf,
  VALID,
  type CreateWhen,
  type Pattern,
} from '../../tamper/create.ts';

const isWatched = meets({ operation: 'create', key: WATCHED_KEY });
const NOT_READY = 'source_video_not_ready';
const SOURCES = { source_video_ids: SOME };

type Cut = (ids: readonly unknown[]) => readonly unknown[];
const first: Cut = (ids) => ids.slice(0, 1);
const two: Cut = (ids) => ids.slice(0, 2);
const last: Cut = (ids) => ids.slice(-1);
/** Drops the sources that the server does not check. */
const cutting = (cut: Cut, when: CreateWhen = (body) => sourcesOf(body) > 1): (() => Tampering) => {
  const isMeant = matches(when);
  return creating((body, call) => {
    const ids = listOf(body, 'source_video_ids');
    return ids.length > 1 && isMeant(body, call) ? { ...body, source_video_ids: cut(ids) } : body;
  });
};

const CUT: readonly Mutant[] = mutantsWith(ALONE, {
  'create.source-video-ids.position': {
    'checks only the first source video': cutting(first),
    'checks only two source videos': cutting(two),
    'checks only the last source video': cutting(last),
    'checks only the first source video of an edit': cutting(first, EDITING),
    'checks only the first source video of a reference': cutting(first, REFERRING),
  },
  'create.source-video-ids.owned.mixed': {
    'checks the owner of only the first source of an edit': cutting(first, { ...EDITING, source_video_ids: 2 }),
    'checks the owner of only the first reference': cutting(first, { ...REFERRING, source_video_ids: 2 }),
    'checks the owner of only the last source video': cutting(last, { ...EXTENDING, source_video_ids: 2 }),
    'checks the owners of only two source videos': cutting(two, { ...EXTENDING, source_video_ids: 3 }),
  },
});

/** The creates whose sources are not checked. For sources that are too early, the check tries other creates. */
const BLIND: readonly (readonly [what: string, when: Pattern, early?: Pattern])[] = [
  ['the third source video of an edit', { ...EDITING, source_video_ids: 3 }, EDITING],
  ['the second source video of a reference', { ...REFERRING, source_video_ids: 2 }],
  [
    'the second source video without an operation',
    { ...IN_REFERENCE_MODE, reference_video_operation: ABSENT, source_video_ids: 2 },
  ],
  ['source videos at 1080p', { ...SOURCES, resolution: '1080p' }],
];

const OWNED: Partial<Mutant> = { selection: { only: ['create.source-video-ids.owned.*'] } };

const UNCHECKED: readonly Mutant[] = [
  ...BLIND.flatMap(([what, when, early = when]) =>
    mutants({
      'create.source-video-ids.owned.mixed': {
        [`does not check the owner of ${what}`]: {
          tamper: accepting([when, (_, { key }) => !key.includes('~')]),
          ...OWNED,
        },
      },
      'create.source-video-ids.completed.failed.mixed': {
        [`does not check whether ${what} failed`]: accepting([when, (_, { key }) => ONCE_KEY.test(key)]),
      },
      'create.source-video-ids.completed.early.beside': {
        [`does not check whether ${what} is completed`]: {
          tamper: takingRejected({ body: [early, (body) => sourcesOf(body) > 1] }, NOT_READY),
          settings: { latency: 'polls:1,1' },
        },
      },
    }),
  ),
  ...mutants({
    'create.source-video-ids.completed.early': {
      'accepts a pending generation as a source': takingRejected({ key: WATCHED_KEY }, NOT_READY),
    },
    'create.source-video-ids.completed.early.reference': {
      'accepts a pending source for "reference"': takingRejected({ key: WATCHED_KEY, body: REFERRING }, NOT_READY),
    },
    'create.source-video-ids.completed.early.edit': {
      'accepts a pending source for "edit"': takingRejected({ key: WATCHED_KEY, body: EDITING }, NOT_READY),
    },
    'create.source-video-ids.completed.failed': {
      'extends a generation that failed': takingRejected({ key: /^(?!.*-watched)/ }, NOT_READY),
    },
    'create.source-video-ids.completed.running': {
      'extends a running generation': knowingStatuses((statusOf) =>
        sending(
          (call) => isWatched(call) && statusOf(listOf(call.json, 'source_video_ids')[0]) === 'running',
          (call) => withBody(call, VALID),
        )(),
      ),
    },
    'create.source-video-ids.seconds.above': {
      'accepts source videos of up to 34 s': accepting({ source_video_ids: 6 }),
    },
    'create.source-video-ids.seconds.above-by-one': {
      'rounds the lengths of six source videos down': takingRejected(
        { key: /^(?!.*-watched)/, body: { source_video_ids: 6 } },
        'source_duration_exceeded',
      ),
    },
    'create.source-video-ids.owned.mixed': {
      'checks the owners of the first six source videos only': {
        tamper: cutting((ids) => ids.slice(0, 6), [{ source_video_ids: 7 }, (_, { key }) => !key.includes('~')]),
        ...OWNED,
      },
    },
    'create.source-video-ids.completed.failed.mixed': {
      'checks the status of only the first source video': cutting(first, { source_video_ids: 2 }),
      'checks the status of only the last source video': cutting(last, { source_video_ids: 2 }),
      'checks the status of only the first source of an edit': cutting(first, { ...EDITING, source_video_ids: 2 }),
      'checks only the first status of a reference': cutting(first, { ...REFERRING, source_video_ids: 2 }),
    },
  }),
  ...[EDITING, EXTENDING].flatMap((operation) =>
    mutants({
      [`workflow.${operation.reference_video_operation}.adaptive.two-sources`]: {
        'accepts a fixed ratio with two source videos': accepting({
          ...operation,
          source_video_ids: 2,
          aspect_ratio: /^(?!adaptive$)/,
        }),
      },
      'create.source-video-ids.seconds.above-by-two': {
        [`checks the length of only the first source for "${operation.reference_video_operation}"`]: {
          tamper: accepting({ ...operation, source_video_ids: 2 }),
          ...ALONE,
          selection: { thorough: true },
        },
      },
    }),
  ),
];

export const SOURCE_MUTANTS: readonly Mutant[] = [...CUT, ...UNCHECKED];

/** Carries out some creates without their sources if an error with this code rejects them. */
function takingRejected(when: When, code: string): () => Tampering {
  const isMeant = meets(when);
  return () => async (call, engine) => {
    const answer = await engine(call);
    const isRejected = JSON.stringify(fieldsOf(answer)['error'] ?? '').includes(code);
    return call.operation === 'create' && isRejected && isMeant(call) ? engine(withBody(call, VALID)) : answer;
  };
}
