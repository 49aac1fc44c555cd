/** The create request: source videos that are not completed yet, or belong to another account. */

import { defineProbe, type Check } from '../../engine/define.ts';
import { objectOf, type Answered, type Evidence } from '../../engine/evidence.ts';
import { missing } from '../../engine/outcome.ts';
import { acceptedId } from '../../engine/probe-tools.ts';
import { bodyAt, type Place, SAMPLE, sourceBody } from '../lib/bodies.ts';
import { cases, observations, type Expectation, jointly, eachOf, mustBe } from '../lib/cases.ts';
import { BESIDE_ANOTHER, EARLY_OPERATIONS, EXTEND, WATCHED } from '../lib/clips.ts';
import { allRefused, isRefusal, isUnfinished, refused, statusAndCode, wasUnderWay } from '../lib/rules.ts';
import { FAILING_EXTEND } from '../service/refunds.ts';

const INCOMPLETE = 'its source video is not completed';
const MISSED = missing(
  '--key-watched',
  'Perhaps the generation was completed before the kit named it as a source video.',
);

/** Returns whether a source video was not completed when the create named it. A failed one was never completed. */
function wasIncomplete(evidence: Evidence, answer: Answered): boolean {
  const { polls } = evidence.trace(answer.probe);
  return polls.some((poll) => objectOf(poll)['status'] === 'failed') || wasUnderWay(evidence, answer.probe, answer);
}

/** Expects the rejection of a create with an unfinished source video. A fast generation may already be completed. */
function earlyRefused(label: string): Expectation {
  return (evidence) => {
    const status = evidence.maybe(label)?.response.status ?? 0;
    mustBe(status >= 300 || (status > 0 && isUnfinished(evidence.trace(WATCHED.id).polls[0])), MISSED);
    return refused(evidence, label, INCOMPLETE);
  };
}

/** The uses of a source video, except an extension. */
const OTHERWISE = { edit: 'edit', reference: 'reference', 'no operation': undefined };

const MIXED = ['reference', 'edit'] as const;
const SILENT_1080P = { resolution: '1080p', audio: false } as const;

/** Create requests with a source video of another account in other operations and positions. */
const PLACES: Readonly<Record<string, Place>> = {
  ...eachOf('second of *', MIXED, (operation): Place => [operation, 'os']),
  'second of no operation': [undefined, 'os'],
  'first of two': ['extend', 'so'],
  'last of three': ['extend', 'oos'],
  'last of seven': ['extend', 'oooooos'],
  'beside an image': ['reference', 's', { image_urls: [SAMPLE.image] }],
  'at 1080p without sound': ['extend', 'os', SILENT_1080P],
  ...eachOf('first of *', MIXED, (operation): Place => [operation, 'so']),
  ...eachOf('last of three of *', MIXED, (operation): Place => [operation, 'oos']),
  ...eachOf('at 1080p of *', MIXED, (operation): Place => [operation, 'os', SILENT_1080P]),
  ...eachOf('alone at 1080p of *', MIXED, (operation): Place => [operation, 's', { resolution: '1080p' }]),
};

const FOREIGN = defineProbe({
  id: 'create.source-video-ids.owned',
  mayBeCharged: true,
  sends:
    'With the key of another account, the kit sends an extension, an edit and a reference. Their source video is a clip of the first account. Then an extension of an unknown source video.',
  keys: ['other'],
  after: ['any-clip'],
  run: async (kit) => {
    const ids = [kit.generation('any-clip').id];
    const options = { key: 'other' } as const;
    await kit.create('foreign', sourceBody('extend', ids), options);
    await kit.create('unknown', sourceBody('extend', [kit.unknownId]), options);
    for (const [use, operation] of Object.entries(OTHERWISE))
      await kit.create(`foreign ${use}`, sourceBody(operation, ids), options);
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
    const [own, other] = [kit.generation('any-clip').id, kit.generation(WATCHED).id];
    const { exchange } = await kit.get('look', other);
    // If this get request shows that both keys have one account, the server would charge for the other creates.
    const others = exchange.response?.status === 200 ? {} : PLACES;
    for (const [name, place] of Object.entries({ second: ['extend', 'os'] as const, ...others })) {
      const sent = await kit.create(name, bodyAt(place, other, own));
      // A server that accepts one of them and charges for it would also accept the next one.
      if (acceptedId(sent.exchange) !== undefined) return;
    }
  },
});

export const OTHER_SOURCE_CHECKS: readonly Check[] = [
  ...cases(
    { from: [WATCHED], defect: 'lost-rule' },
    EARLY_OPERATIONS.map((operation) => [
      `create.source-video-ids.completed.early.${operation}`,
      `If a source video is not completed yet, the create request is rejected. Operation: ${operation}.`,
      'The server checks the status of source videos only for extensions.',
      earlyRefused(`source too early for ${operation}`),
    ]),
  ),
  ...cases([EXTEND, FAILING_EXTEND], {
    'create.source-video-ids.completed.early': [
      'If a source video is not completed yet, the create request is rejected.',
      'The server accepts a pending generation as a source video.',
      earlyRefused('source too early'),
      { from: [WATCHED] },
    ],
    'create.source-video-ids.completed.early.beside': [
      'If only one of several source videos is not completed yet, the create request is still rejected. The rule applies to each order of the source videos and to each operation.',
      'The server checks the status of only the first source video, or checks it only for extensions.',
      (evidence) => {
        const sent = evidence.answers.filter(({ label }) => label.includes(BESIDE_ANOTHER));
        const taken = sent.find((answer) => !isRefusal(answer));
        // If the run made no generation, this call ends the check with the reason.
        if (sent.length === 0) evidence.one('create');
        const isEarly = sent.length > 0 && (taken === undefined || wasIncomplete(evidence, taken));
        mustBe(isEarly, 'Perhaps the generation ended before the kit named it as a source video.');
        const labels = sent.map(({ label }) => label);
        return allRefused(evidence, labels, 'one of its source videos is not completed');
      },
      { defect: 'position', passive: true },
    ],
    'create.source-video-ids.completed.running': [
      'If a source video is still running, the create request is also rejected.',
      'The server rejects a pending source video, but accepts a running source video.',
      (evidence) => {
        const answer = evidence.maybe('source of running');
        mustBe(answer !== undefined, MISSED);
        mustBe(answer.response.status >= 300 || wasUnderWay(evidence, WATCHED.id, answer), MISSED);
        return refused(evidence, 'source of running', INCOMPLETE);
      },
      { from: [WATCHED], defect: 'time' },
    ],
    'create.source-video-ids.owned': [
      'If a source video belongs to another account, the create request is rejected.',
      "The server makes a clip from another account's video.",
      (evidence) => refused(evidence, 'foreign', 'its source video belongs to another account'),
      { from: [FOREIGN] },
    ],
    'create.source-video-ids.owned.otherwise': [
      'If a source video belongs to another account, references and edits are also rejected.',
      'The server checks the owner of source videos only for extensions.',
      (evidence) => {
        const labels = Object.keys(OTHERWISE).map((use) => `foreign ${use}`);
        return allRefused(evidence, labels, 'its source video belongs to another account');
      },
      { from: [FOREIGN] },
    ],
    'create.source-video-ids.owned.second': [
      'If the second source video belongs to another account, the create request is rejected.',
      'The server checks only the first source video.',
      ofOtherAccount((evidence) => refused(evidence, 'second', 'its second source video belongs to another account')),
      { from: [SECOND] },
    ],
    'create.source-video-ids.owned.mixed': [
      'If only one of several source videos belongs to another account, the create request is still rejected. The rule applies to each position of that source video and to each operation.',
      'The server checks the owner of only some source videos, such as the first or the last. Or the server checks the owner only for extensions.',
      ofOtherAccount((evidence) =>
        allRefused(evidence, Object.keys(PLACES), 'one of its source videos belongs to another account'),
      ),
      { from: [SECOND], defect: 'position' },
    ],
  }),
  ...observations([FOREIGN], {
    'create.source-video-ids.foreign-answer': [
      'Whether the server sends the same response for a source video of another account and for a source video that does not exist.',
      jointly(['foreign', 'unknown'], ([foreign, unknown]) =>
        statusAndCode(foreign).value === statusAndCode(unknown).value ? 'the same' : 'different',
      ),
    ],
  }),
];

/** Judges only if the other key belongs to another account. Only the server knows whether it does. */
function ofOtherAccount(expectation: Expectation): Expectation {
  return (evidence) => {
    const look = evidence.one('look');
    mustBe(
      look.response.status !== 200,
      'The key `keys.watched` belongs to the primary account, or can read it.',
      look,
    );
    return expectation(evidence);
  };
}
