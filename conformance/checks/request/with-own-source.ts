/**
 * The create request: a source video of the same account. The key for one generation owns a clip and has no credits
 * left. Its valid creates return 402, so the run pays nothing.
 */

import { FIXED_RATIOS, RESOLUTIONS } from '../../../contract/dimensions.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { OPERATIONS } from '../../../contract/workflow.ts';
import { defineCheck, defineProbe, type Check } from '../../engine/define.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import { observed, pass, untestable, type Outcome } from '../../engine/outcome.ts';
import { fitted, lacksSamples, many, SOME_AUDIO, SOME_CLIP, SOME_IMAGE, sourceBody } from '../lib/bodies.ts';
import { observations } from '../lib/cases.ts';
import { eachOf } from '../lib/creates.ts';
import { FAILED_SOURCE, SPENDING } from '../lib/failing.ts';
import { isRefusal, statusAndCode, wrongStatus } from '../lib/rules.ts';
import { unjudged } from '../lib/answers.ts';

type Bodies = Readonly<Record<string, object>>;

const OPERATION_BODIES: Bodies = Object.fromEntries(
  OPERATIONS.flatMap((operation) =>
    RESOLUTIONS.map((resolution, at) => [
      `"${operation}" at ${resolution}`,
      {
        ...sourceBody(operation),
        resolution,
        audio: at % 2 === 0,
        duration_seconds: at === 1 ? LIMITS.durationSeconds.max : LIMITS.durationSeconds.min,
      },
    ]),
  ),
);

const REFERENCE_BODIES: Bodies = {
  'a source video as the only reference, without an operation': sourceBody(),
  ...eachOf('a source video as a reference, and the aspect ratio *', FIXED_RATIOS, (ratio, at) => ({
    ...sourceBody(at % 2 === 0 ? undefined : 'reference'),
    aspect_ratio: ratio,
  })),
};

const MIXED_BODIES: Bodies = {
  ...eachOf('"*" with an image and an audio file', OPERATIONS, (operation) => ({
    ...sourceBody(operation),
    image_urls: [SOME_IMAGE],
    audio_urls: [SOME_AUDIO],
    subject_to_image_ids: { hero: [0] },
    subject_to_audio_ids: { tune: [0] },
    subject_to_video_ids: { take: [0] },
  })),
  'a source video, 30 images and 10 audio files': {
    ...sourceBody(),
    image_urls: many(SOME_IMAGE, LIMITS.imageUrls.max),
    audio_urls: many(SOME_AUDIO, LIMITS.audioUrls.max),
    subject_to_video_ids: { ['take'.padEnd(64, '_')]: [0] },
  },
};

const EMPTY = { image_urls: [], audio_urls: [] } as const;
/** Bodies that contain default values of fields explicitly. */
const EMPTY_BODIES: Bodies = {
  'no operation, no images and no audio files': { ...sourceBody(), ...EMPTY },
  ...eachOf('"*", no images and no audio files', OPERATIONS, (operation) => ({ ...sourceBody(operation), ...EMPTY })),
};

/** Bodies that name a source video twice. A server must accept this for all operations or for none. */
const TWICE_BODIES: Bodies = {
  ...eachOf('two source videos with the operation "*"', OPERATIONS, (operation) =>
    sourceBody(operation, [SOME_CLIP, SOME_CLIP]),
  ),
  'two source videos without an operation': sourceBody(undefined, [SOME_CLIP, SOME_CLIP]),
};

const TWICE = accepted('create.source-video-ids.count.every-operation', 'create.source-video-ids.count', {
  what: 'two source videos, for each operation',
  failing: 'The server accepts only one source video for some operations, although ten are allowed.',
  bodies: TWICE_BODIES,
});

export const OWN_SOURCE_CHECKS: readonly Check[] = [
  accepted('create.reference-video-operation.values.every-tier', 'create.reference-video-operation.values', {
    what: 'a source video, for each operation and resolution',
    failing: 'The server supports an operation only for some resolutions or durations.',
    bodies: OPERATION_BODIES,
  }),
  accepted('workflow.reference.source.every-ratio', 'workflow.reference.accepted', {
    what: 'a source video as a reference, for each aspect ratio',
    failing: 'The server requires an image, an operation or `adaptive` in addition to a source video.',
    bodies: REFERENCE_BODIES,
  }),
  accepted('workflow.reference.source.beside', 'workflow.reference.accepted', {
    what: 'a source video together with images and audio files',
    failing:
      'The server counts source videos as images or audio files, or rejects other references in edits and extensions.',
    bodies: MIXED_BODIES,
  }),
  accepted('create.source-video-ids.default.beside', 'create.image-urls.default', {
    what: 'a source video and empty lists of images and audio files, with each operation',
    failing: 'The server checks only whether a list exists. The server treats an empty list like a list with items.',
    bodies: EMPTY_BODIES,
  }),
  {
    ...TWICE,
    judge: (evidence) => {
      const labels = Object.keys(TWICE_BODIES);
      const isTaken = labels.some((label) => evidence.maybe(label)?.response.status === 402);
      return isTaken
        ? eachAccepted(evidence, labels)
        : untestable(
            'The server rejects a create request that names a source video twice. The document allows this rejection.',
          );
    },
  },
  ...observations(TWICE.from, {
    'create.source-video-ids.repeated': [
      'Whether the server accepts a create request that names one source video twice. If the credits are spent, 402 also shows that the request is valid.',
      (evidence) => {
        mustBeSpent(evidence);
        const answers = Object.keys(TWICE_BODIES).map((label) => evidence.one(label));
        const taken = answers.find(({ response: { status } }) => status < 300 || status === 402);
        const [first] = answers;
        if (taken !== undefined || first === undefined) return observed('accepted', ...answers.slice(0, 1));
        return observed(`refused ${statusAndCode(first).value ?? ''}`, first);
      },
    ],
  }),
];

interface Table {
  readonly what: string;
  readonly failing: string;
  readonly bodies: Bodies;
}

function accepted(id: string, requirement: Check['requirement'], { what, failing, bodies }: Table): Check {
  const labels = Object.keys(bodies);
  const probe = defineProbe({
    id,
    mayBeCharged: true,
    sends: `An invalid create request, then create requests with ${what}. The key had credits for one generation, and they are spent.`,
    keys: ['once'],
    after: [SPENDING],
    runsAfter: [FAILED_SOURCE],
    lacks: lacksSamples(Object.values(bodies)),
    run: async (kit) => {
      const key = 'once';
      const own = (body: object): object => fitted(kit, body, SPENDING);
      const invalid = { ...sourceBody('extend'), duration_seconds: LIMITS.durationSeconds.min - 1 };
      const { exchange } = await kit.create('invalid with a source', own(invalid), { key });
      // If credits are left, the server would charge for the others. If it checks credits first, they prove nothing.
      if ((exchange.response?.status ?? 402) === 402) return undefined;
      const spent = await kit.create('nothing left', own(sourceBody('extend')), { key });
      if (spent.exchange.response?.status !== 402) return undefined;
      for (const [label, body] of Object.entries(bodies)) {
        kit.skipIfRateLimited();
        await kit.create(label, own(body), { key });
      }
    },
  });
  return defineCheck({
    id,
    requirement,
    defect: 'lost-rule',
    proves: `Each create request with ${what} is valid. After the credits are spent, the server returns 402. For an invalid create request, the server returns another error.`,
    failing,
    from: [probe],
    judge: (evidence) => eachAccepted(evidence, labels),
  });
}

/** Returns an invalid create that was rejected while no credits were left. Ends the check if there is none. */
function mustBeSpent(evidence: Evidence): Answered {
  const [invalid, left] = [evidence.one('invalid with a source'), evidence.maybe('nothing left')];
  if (left?.response.status === 402) return invalid;
  const reason = 'The credits were not spent, or the server checks the credits before it validates the request.';
  unjudged(reason, left ?? invalid);
}

function eachAccepted(evidence: Evidence, labels: readonly string[]): Outcome {
  const invalid = mustBeSpent(evidence);
  const answers = labels.map((label) => evidence.one(label));
  const other = answers.find(isRefusal);
  return other === undefined
    ? pass(invalid, ...answers.slice(0, 3))
    : wrongStatus(
        other,
        '402',
        `402 for a create request with ${other.label}, because it is valid and the credits are spent`,
      );
}
