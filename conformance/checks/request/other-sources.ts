/** The create request: source videos that are not completed yet, or belong to another account. */

import { defineCheck, defineProbe, type Check } from '../../engine/define.ts';
import { objectOf, type Answered, type Evidence } from '../../engine/evidence.ts';
import { missing, observed, untestable, type Outcome } from '../../engine/outcome.ts';
import type { ProbeTools } from '../../engine/probe-tools.ts';
import { SOME_IMAGE, without } from '../lib/bodies.ts';
import { cases, observations } from '../lib/cases.ts';
import { BESIDE_ANOTHER, EARLY_OPERATIONS, EXTEND, sourceBody, WATCHED } from '../lib/clips.ts';
import { allRefused, isRefusal, isUnfinished, refused, statusAndCode, wasUnderWay } from '../lib/rules.ts';
import { FAILING_EXTEND } from '../service/refunds.ts';

export const EARLY_SOURCE_CHECKS: readonly Check[] = [
  ...cases([WATCHED], {
    'create.source-video-ids.completed.early': [
      'If a source video is not completed yet, the create request is rejected.',
      'The server accepts a pending generation as a source video.',
      (evidence) => earlyRefused(evidence, 'source too early'),
    ],
  }),
  ...EARLY_OPERATIONS.map((operation) =>
    defineCheck({
      id: `create.source-video-ids.completed.early.${operation}`,
      defect: 'lost-rule',
      proves: `If a source video is not completed yet, the create request is rejected. Operation: ${operation}.`,
      failing: 'The server checks the status of source videos only for extensions.',
      from: [WATCHED],
      judge: (evidence) => earlyRefused(evidence, `source too early for ${operation}`),
    }),
  ),
  ...cases([EXTEND, FAILING_EXTEND], {
    'create.source-video-ids.completed.early.beside': [
      'If only one of several source videos is not completed yet, the create request is still rejected. The rule applies to each order of the source videos and to each operation.',
      'The server checks the status of only the first source video, or checks it only for extensions.',
      (evidence) => {
        const sent = evidence.answers.filter(({ label }) => label.includes(BESIDE_ANOTHER));
        const taken = sent.find((answer) => !isRefusal(answer));
        // If the run made no generation, this call ends the check with the reason.
        if (sent.length === 0) evidence.one('create');
        return sent.length === 0 || (taken !== undefined && !wasIncomplete(evidence, taken))
          ? untestable('Perhaps the generation ended before the kit named it as a source video.')
          : allRefused(
              evidence,
              sent.map(({ label }) => label),
              'one of its source videos is not completed',
            );
      },
      { defect: 'position', passive: true },
    ],
    'create.source-video-ids.completed.running': [
      'If a source video is still running, the create request is also rejected.',
      'The server rejects a pending source video, but accepts a running source video.',
      (evidence) => {
        const answer = evidence.maybe('source of running');
        const isMissed =
          answer === undefined || (answer.response.status < 300 && !wasUnderWay(evidence, WATCHED.id, answer));
        return isMissed
          ? untestable(
              missing(
                '--key-watched',
                'Perhaps the generation was completed before the kit named it as a source video.',
              ),
            )
          : refused(evidence, 'source of running', 'its source video is not completed');
      },
      { from: [WATCHED], defect: 'time' },
    ],
  }),
];

/** Returns whether a source video was not completed when the create named it. A failed one was never completed. */
function wasIncomplete(evidence: Evidence, answer: Answered): boolean {
  const { polls } = evidence.trace(answer.probe);
  return polls.some((poll) => objectOf(poll)['status'] === 'failed') || wasUnderWay(evidence, answer.probe, answer);
}

/** Judges a create with an unfinished source video. A fast generation may already be completed. */
function earlyRefused(evidence: Evidence, label: string): Outcome {
  const answer = evidence.maybe(label);
  const next = evidence.trace(WATCHED.id).polls[0];
  const isMissed = answer === undefined || (answer.response.status < 300 && !isUnfinished(next));
  return isMissed
    ? untestable(
        missing('--key-watched', 'Perhaps the generation was completed before the kit named it as a source video.'),
      )
    : refused(evidence, label, 'its source video is not completed');
}

/** The uses of a source video, except an extension. */
const OTHERWISE = ['edit', 'reference', 'no operation'] as const;

const ELSEWHERE = ['first of two', 'last of three', 'last of seven', 'beside an image', 'at 1080p without sound'];
const MIXED = ['reference', 'edit'] as const;

type Ids = readonly [own: string, foreign: string];

/** The other positions and resolutions, for edits and references. */
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
    // If this get request shows that both keys have one account, the server would charge for the other creates.
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
  ...cases([FOREIGN], {
    'create.source-video-ids.owned': [
      'If a source video belongs to another account, the create request is rejected.',
      "The server makes a clip from another account's video.",
      (evidence) => refused(evidence, 'foreign', 'its source video belongs to another account'),
    ],
    'create.source-video-ids.owned.otherwise': [
      'If a source video belongs to another account, references and edits are also rejected.',
      'The server checks the owner of source videos only for extensions.',
      (evidence) => {
        const labels = OTHERWISE.map((operation) => `foreign ${operation}`);
        return allRefused(evidence, labels, 'its source video belongs to another account');
      },
    ],
  }),
  ...cases([SECOND], {
    'create.source-video-ids.owned.second': [
      'If the second source video belongs to another account, the create request is rejected.',
      'The server checks only the first source video.',
      (evidence) => {
        const look = evidence.one('look');
        // Only the server knows whether two keys belong to one account.
        if (look.response.status === 200)
          return untestable(
            'The key `keys.watched` belongs to the primary account, or any key can read the clips of this key.',
            look,
          );
        return refused(evidence, 'second', 'its second source video belongs to another account');
      },
    ],
    'create.source-video-ids.owned.mixed': [
      'If only one of several source videos belongs to another account, the create request is still rejected. The rule applies to each position of that source video and to each operation.',
      'The server checks the owner of only some source videos, such as the first or the last. Or the server checks the owner only for extensions.',
      (evidence) => {
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
      { defect: 'position' },
    ],
  }),
  ...observations([FOREIGN], {
    'create.source-video-ids.foreign-answer': [
      'Whether the server sends the same response for a source video of another account and for a source video that does not exist.',
      (evidence) => {
        const [foreign, unknown] = [evidence.one('foreign'), evidence.one('unknown')];
        return observed(
          statusAndCode(foreign).value === statusAndCode(unknown).value ? 'the same' : 'different',
          foreign,
          unknown,
        );
      },
    ],
  }),
];
