/** The create request: source videos that belong to another account. */

import { defineChecks, defineObservation, defineProbe, type Check } from '../../engine/define.ts';
import type { ProbeTools } from '../../engine/probe-tools.ts';
import { observed, untestable } from '../../engine/outcome.ts';
import { SOME_IMAGE, without } from '../lib/bodies.ts';
import { sourceBody, WATCHED } from '../lib/clips.ts';
import { allRefused, refused, statusAndCode } from '../lib/rules.ts';

/** What else may be done with a source video than to extend it. */
const OTHERWISE = ['edit', 'reference', 'no operation'] as const;

const ELSEWHERE = ['first of two', 'last of three', 'last of seven', 'beside an image', 'at 1080p without sound'];
const MIXED = ['reference', 'edit'] as const;

type Ids = readonly [own: string, foreign: string];

/** What else is tried of the operations that do not extend: another place, another tier. */
const PLACES: Readonly<Record<string, (kit: ProbeTools, operation: string, ids: Ids) => object>> = {
  'first of': (kit, operation, [own, foreign]) => sourceBody(kit, operation, [foreign, own]),
  'last of three of': (kit, operation, [own, foreign]) => sourceBody(kit, operation, [own, own, foreign]),
  'at 1080p of': (kit, operation, ids) => ({ ...sourceBody(kit, operation, ids), resolution: '1080p', audio: false }),
  'alone at 1080p of': (kit, operation, [, foreign]) => ({
    ...sourceBody(kit, operation, [foreign]),
    resolution: '1080p',
  }),
};
const PLACED = Object.keys(PLACES).flatMap((place) => MIXED.map((operation) => `${place} ${operation}`));

const FOREIGN = defineProbe({
  id: 'create.source-video-ids.owned',
  mayBeCharged: true,
  sends:
    'With the key of another account, the kit sends an extension, an edit and a reference. Their source video is a clip of the first account. Then an extension of an unknown source video.',
  keys: ['other'],
  after: ['any-clip'],
  run: async (kit) => {
    const key = 'other';
    await kit.create('foreign', sourceBody(kit, 'extend'), { key });
    await kit.create('unknown', sourceBody(kit, 'extend', [kit.unknownId]), { key });
    await kit.create('foreign edit', sourceBody(kit, 'edit'), { key });
    await kit.create('foreign reference', sourceBody(kit, 'reference'), { key });
    const bare = without(sourceBody(kit, 'reference'), 'reference_video_operation');
    await kit.create('foreign no operation', bare, { key });
    return undefined;
  },
});

const SECOND = defineProbe({
  id: 'create.source-video-ids.owned.second',
  mayBeCharged: true,
  sends:
    'A get request with the primary key, for a clip that another key made (`keys.watched`). Then the kit sends create requests with the primary key that name this clip as a source video. Other source videos before and after this clip belong to the primary account. The create requests are extensions, edits and references. Some create requests are at the highest resolution. One create request names this clip together with an image. If the get request returns the record, the kit sends only the first create request.',
  keys: ['watched'],
  after: ['any-clip', WATCHED],
  run: async (kit) => {
    const ids: Ids = [kit.generation('any-clip').id, kit.generation(WATCHED).id];
    const { exchange } = await kit.get('look', kit.generation(WATCHED).id);
    await kit.create('second', sourceBody(kit, 'extend', ids));
    // Where the look shows that both are of one account, these would be charged for.
    if (exchange.response?.status === 200) return undefined;
    for (const operation of MIXED) await kit.create(`second of ${operation}`, sourceBody(kit, operation, ids));
    await kit.create('first of two', sourceBody(kit, 'extend', ids.toReversed()));
    await kit.create('last of three', sourceBody(kit, 'extend', [...ids.slice(0, 1), ...ids]));
    const own = Array.from({ length: 5 }, () => ids[0] ?? '');
    await kit.create('last of seven', sourceBody(kit, 'extend', [...own, ...ids]));
    await kit.create('beside an image', { ...sourceBody(kit, 'reference', ids.slice(1)), image_urls: [SOME_IMAGE] });
    await kit.create('at 1080p without sound', {
      ...sourceBody(kit, 'extend', ids),
      resolution: '1080p',
      audio: false,
    });
    for (const [place, body] of Object.entries(PLACES))
      for (const operation of MIXED) await kit.create(`${place} ${operation}`, body(kit, operation, ids));
    const bare = without(sourceBody(kit, 'reference', ids), 'reference_video_operation');
    await kit.create('second of no operation', bare);
    return undefined;
  },
});

export const FOREIGN_SOURCE_CHECKS: readonly Check[] = [
  ...defineChecks([FOREIGN], {
    'create.source-video-ids.owned': {
      proves: 'If a source video belongs to another account, the create request is rejected.',
      failing: "The server makes a clip from another account's video.",
      judge: (evidence) => refused(evidence, 'foreign', 'its source video belongs to another account'),
    },
    'create.source-video-ids.owned.otherwise': {
      proves: 'If a source video belongs to another account, references and edits are also rejected.',
      failing: 'The server checks the owner of source videos only for extensions.',
      judge: (evidence) => {
        const labels = OTHERWISE.map((operation) => `foreign ${operation}`);
        return allRefused(evidence, labels, 'its source video belongs to another account');
      },
    },
  }),
  ...defineChecks([SECOND], {
    'create.source-video-ids.owned.second': {
      proves: 'If the second source video belongs to another account, the create request is rejected.',
      failing: 'The server checks only the first source video.',
      judge: (evidence) => {
        const look = evidence.one('look');
        // Whether two keys are those of one account, only the server knows.
        if (look.response.status === 200)
          return untestable(
            'The key `keys.watched` belongs to the primary account, or any key can read the clips of this key.',
            look,
          );
        return refused(evidence, 'second', 'its second source video belongs to another account');
      },
    },
    'create.source-video-ids.owned.mixed': {
      defect: 'position',
      proves:
        'If only one of several source videos belongs to another account, the create request is still rejected. The rule applies to each position of that source video and to each operation.',
      failing:
        'The server checks the owner of only some source videos, such as the first or the last. Or the server checks the owner only for extensions.',
      judge: (evidence) => {
        const look = evidence.one('look');
        if (look.response.status === 200)
          return untestable(
            'The key `keys.watched` belongs to the primary account, or any key can read the clips of this key.',
            look,
          );
        const seconds = [...MIXED, 'no operation'].map((operation) => `second of ${operation}`);
        const labels = [...seconds, ...ELSEWHERE, ...PLACED];
        return allRefused(evidence, labels, 'one of its source videos belongs to another account');
      },
    },
  }),
  defineObservation({
    id: 'create.source-video-ids.foreign-answer',
    proves:
      'Whether the server sends the same response for a source video of another account and for a source video that does not exist.',
    from: [FOREIGN],
    judge: (evidence) => {
      const [foreign, unknown] = [evidence.one('foreign'), evidence.one('unknown')];
      return observed(
        statusAndCode(foreign).value === statusAndCode(unknown).value ? 'the same' : 'different',
        foreign,
        unknown,
      );
    },
  }),
];
