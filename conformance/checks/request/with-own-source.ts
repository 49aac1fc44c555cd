/**
 * The create request: a source video of the same account. The key for one generation owns a clip and has no credits
 * left. Its valid creates return 402, so the run pays nothing.
 */

import { FIXED_RATIOS, RESOLUTIONS } from '../../../contract/dimensions.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { RequirementId } from '../../../contract/requirements/requirements.ts';
import { OPERATIONS } from '../../../contract/workflow.ts';
import type { Check } from '../../engine/define.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import { observed, pass, type Outcome } from '../../engine/outcome.ts';
import { many, SOME_AUDIO, SOME_CLIP, SOME_IMAGE, sourceBody } from '../lib/bodies.ts';
import { cases, eachOf, eachPair, mustBe, observations } from '../lib/cases.ts';
import { spentProbe } from '../lib/failing.ts';
import { isRefusal, statusAndCode, wrongStatus } from '../lib/rules.ts';

type Bodies = Readonly<Record<string, object>>;

const EMPTY = { image_urls: [], audio_urls: [] } as const;
/** Bodies that name a source video twice. A server must accept this for all operations or for none. */
const TWICE_BODIES: Bodies = {
  ...eachOf('two source videos with the operation "*"', OPERATIONS, (operation) =>
    sourceBody(operation, [SOME_CLIP, SOME_CLIP]),
  ),
  'two source videos without an operation': sourceBody(undefined, [SOME_CLIP, SOME_CLIP]),
};

/** The creates that show that the server validates a create before it checks the credits, and that none are left. */
const CONTROLS: Bodies = {
  'invalid with a source': { ...sourceBody('extend'), duration_seconds: LIMITS.durationSeconds.min - 1 },
  'nothing left': sourceBody('extend'),
};

/** Phrases for the create requests and for a server that rejects some of them, the bodies, and the requirement. */
type Table = readonly [what: string, failing: string, bodies: Bodies, requirement: RequirementId];

const TWICE = 'create.source-video-ids.count.every-operation';
const TABLES: Readonly<Record<string, Table>> = {
  'create.reference-video-operation.values.every-tier': [
    'a source video, for each operation and resolution',
    'The server supports an operation only for some resolutions or durations.',
    eachPair('"*" at *', [OPERATIONS, RESOLUTIONS], (operation, resolution, at) => ({
      ...sourceBody(operation),
      resolution,
      audio: at % 2 === 0,
      duration_seconds: at === 1 ? LIMITS.durationSeconds.max : LIMITS.durationSeconds.min,
    })),
    'create.reference-video-operation.values',
  ],
  'workflow.reference.source.every-ratio': [
    'a source video as a reference, for each aspect ratio',
    'The server requires an image, an operation or `adaptive` in addition to a source video.',
    {
      'a source video as the only reference, without an operation': sourceBody(),
      ...eachOf('a source video as a reference, and the aspect ratio *', FIXED_RATIOS, (ratio, at) => ({
        ...sourceBody(at % 2 === 0 ? undefined : 'reference'),
        aspect_ratio: ratio,
      })),
    },
    'workflow.reference.accepted',
  ],
  'workflow.reference.source.beside': [
    'a source video together with images and audio files',
    'The server counts source videos as images or audio files, or rejects other references in edits and extensions.',
    {
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
    },
    'workflow.reference.accepted',
  ],
  'create.source-video-ids.default.beside': [
    'a source video and empty lists of images and audio files, with each operation',
    'The server checks only whether a list exists. The server treats an empty list like a list with items.',
    {
      'no operation, no images and no audio files': { ...sourceBody(), ...EMPTY },
      ...eachOf('"*", no images and no audio files', OPERATIONS, (operation) => ({
        ...sourceBody(operation),
        ...EMPTY,
      })),
    },
    'create.image-urls.default',
  ],
  [TWICE]: [
    'two source videos, for each operation',
    'The server accepts only one source video for some operations, although ten are allowed.',
    TWICE_BODIES,
    'create.source-video-ids.count',
  ],
};

const JUDGED = cases(
  { from: [], defect: 'lost-rule' },
  Object.entries(TABLES).map(([id, [what, failing, bodies, requirement]]) => [
    id,
    `Each create request with ${what} is valid. After the credits are spent, the server returns 402. For an invalid create request, the server returns another error.`,
    failing,
    (evidence) => {
      const isTaken = Object.keys(bodies).some((label) => evidence.maybe(label)?.response.status === 402);
      mustBe(isTaken || id !== TWICE, 'The server rejects a source video that occurs twice. The document allows this.');
      return eachAccepted(evidence, Object.keys(bodies));
    },
    { requirement, from: [spentProbe(id, `create requests with ${what}`, { ...CONTROLS, ...bodies })] },
  ]),
);

export const OWN_SOURCE_CHECKS: readonly Check[] = [
  ...JUDGED,
  ...observations(
    JUDGED.slice(-1).flatMap(({ from }) => from),
    {
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
    },
  ),
];

/** Returns an invalid create that was rejected while no credits were left. Ends the check if there is none. */
function mustBeSpent({ one, maybe }: Evidence): Answered {
  const [spent, invalid, left] = [one('spent'), maybe('invalid with a source'), maybe('nothing left')];
  const isFirst = invalid !== undefined && invalid.response.status !== 402;
  const reason = 'The credits were not spent, or the server checks the credits before it validates the request.';
  mustBe(isFirst && left?.response.status === 402, reason, (isFirst ? left : undefined) ?? invalid ?? spent);
  return invalid;
}

function eachAccepted(evidence: Evidence, labels: readonly string[]): Outcome {
  const invalid = mustBeSpent(evidence);
  const answers = labels.map((label) => evidence.one(label));
  const other = answers.find(isRefusal);
  if (other === undefined) return pass(invalid, ...answers.slice(0, 3));
  return wrongStatus(other, '402', `402 for ${other.label}, because the create is valid and the credits are spent`);
}
