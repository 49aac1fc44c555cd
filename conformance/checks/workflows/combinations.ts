/**
 * The create request: values that are allowed separately are also allowed together, at both of their limits. A source
 * video needs a completed clip, so its creates have the key for one generation. This key owns a clip and has no credits
 * left: its valid creates return 402, so the run pays nothing.
 */

import { FIXED_RATIOS, RESOLUTIONS } from '../../../contract/dimensions.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { RequirementId } from '../../../contract/requirements/requirements.ts';
import { OPERATIONS } from '../../../contract/workflow.ts';
import type { Check } from '../../engine/define.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import { observed, pass, type Outcome } from '../../engine/outcome.ts';
import { IMAGE_MODE, many, ONE_SOUND, REFERENCE_MODE, SAMPLE, sourceBody, TEXT } from '../lib/bodies.ts';
import { cases, eachOf, eachPair, type Expectation, mustBe, observations } from '../lib/cases.ts';
import { acceptances } from '../lib/creates.ts';
import { spentProbe } from '../lib/failing.ts';
import { statusAndCode, wrongStatus } from '../lib/rules.ts';

const { min, max } = LIMITS.durationSeconds;
const ENDS = [min, max] as const;
const longest = 'a'.repeat(LIMITS.prompt.max);
const NO_LISTS = { audio_urls: [], source_video_ids: [] } as const;

/** Creates with one kind of references, and with two kinds. */
const ALL_KINDS = {
  '30 images and 10 audio files': {
    ...REFERENCE_MODE,
    duration_seconds: max,
    prompt: longest,
    image_urls: many(SAMPLE.image, LIMITS.imageUrls.max),
    audio_urls: many(SAMPLE.audio, LIMITS.audioUrls.max),
  },
  'one audio file': { ...ONE_SOUND, audio: false },
};

const AT_LIMITS = {
  'the longest prompt, the longest clip and the highest resolution': {
    ...TEXT,
    prompt: longest,
    resolution: '1080p',
    duration_seconds: max,
    aspect_ratio: '21:9',
  },
  'the longest prompt, with three bytes for each character': { ...TEXT, prompt: '\u7A7A'.repeat(LIMITS.prompt.max) },
  'the longest prompt, filled with line breaks': { ...TEXT, prompt: `a${'\n'.repeat(LIMITS.prompt.max - 2)}a` },
  ...eachOf('the longest prompt, with two bytes for each character, at *', RESOLUTIONS, (resolution, at) => ({
    ...TEXT,
    prompt: '\u00E9'.repeat(LIMITS.prompt.max),
    resolution,
    duration_seconds: ENDS[at % 2],
    audio: at === 1,
  })),
  'the shortest prompt and the longest clip': { ...TEXT, prompt: 'x', duration_seconds: max },
  'the longest prompt in text mode, with empty lists': {
    ...TEXT,
    mode: 'text-to-video',
    prompt: longest,
    image_urls: [],
    ...NO_LISTS,
  },
};

type Bodies = Readonly<Record<string, object>>;

const EMPTY = { image_urls: [], audio_urls: [] } as const;
/** Bodies that name a source video twice. A server must accept this for all operations or for none. */
const TWICE_BODIES: Bodies = {
  ...eachOf('two source videos with the operation "*"', OPERATIONS, (operation) =>
    sourceBody(operation, [SAMPLE.clip, SAMPLE.clip]),
  ),
  'two source videos without an operation': sourceBody(undefined, [SAMPLE.clip, SAMPLE.clip]),
};

/** The creates that show that the server validates a create before it checks the credits, and that none are left. */
const CONTROLS: Bodies = {
  'invalid with a source': { ...sourceBody('extend'), duration_seconds: min - 1 },
  'nothing left': sourceBody('extend'),
};

/** Phrases for the create requests and for a server that rejects some of them, the bodies, and the requirement. */
type Table = readonly [what: string, failing: string, bodies: Bodies, requirement: RequirementId];

/** Returns a body with each kind of reference. */
function beside(operation: string): object {
  return {
    ...sourceBody(operation),
    image_urls: [SAMPLE.image],
    audio_urls: [SAMPLE.audio],
    subject_to_image_ids: { hero: [0] },
    subject_to_audio_ids: { tune: [0] },
    subject_to_video_ids: { take: [0] },
  };
}

/** The edit and the extension with other references. The document does not say whether they are valid. */
const BESIDE_BODIES: Bodies = eachOf('"*" with an image and an audio file', ['edit', 'extend'], beside);

const OTHERS = 'workflow.edit-extend.other-references';
const TWICE = 'create.source-video-ids.count.every-operation';
const TABLES: Readonly<Record<string, Table>> = {
  'create.reference-video-operation.values.every-tier': [
    'a source video, for each operation and resolution',
    'The server supports an operation only for some resolutions or durations.',
    eachPair('"*" at *', [OPERATIONS, RESOLUTIONS], (operation, resolution, at) => ({
      ...sourceBody(operation),
      resolution,
      audio: at % 2 === 0,
      duration_seconds: at === 1 ? max : min,
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
    'The server counts source videos as images or audio files, or rejects other references together with an operation.',
    {
      '"reference" with an image and an audio file': beside('reference'),
      'a source video, 30 images and 10 audio files': {
        ...sourceBody(),
        image_urls: many(SAMPLE.image, LIMITS.imageUrls.max),
        audio_urls: many(SAMPLE.audio, LIMITS.audioUrls.max),
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

export const COMBINATION_CHECKS: readonly Check[] = [
  ...acceptances('lost-rule', {
    'create.limits.together': [
      'several fields that are all at their limits',
      'The server limits the size of the whole body. Or the server accepts the largest value of a field only if the other fields are small.',
      AT_LIMITS,
      { requirement: 'create.prompt.length' },
    ],
    'workflow.image.defaults-given': [
      'default values in image mode and in reference mode, sent explicitly',
      'The server checks only whether a list exists. The server treats an empty list like a list with items.',
      {
        'an image and empty lists of audio files and source videos': { ...IMAGE_MODE, ...NO_LISTS },
        'an image and an empty list of audio files': { ...IMAGE_MODE, audio_urls: [] },
        'two images and an empty list of source videos, with sound': {
          ...IMAGE_MODE,
          image_urls: many(SAMPLE.image, 2),
          source_video_ids: [],
          audio: true,
        },
        'a reference image and empty lists of audio files and source videos': {
          ...REFERENCE_MODE,
          ...NO_LISTS,
          aspect_ratio: '16:9',
        },
        'a reference audio file and empty lists of images and source videos': {
          ...ONE_SOUND,
          image_urls: [],
          source_video_ids: [],
          resolution: '720p',
        },
      },
      { requirement: 'workflow.image.accepted' },
    ],
    'workflow.image.every-tier': [
      'one or two images at each resolution, for the shortest and for the longest duration',
      'The server supports image mode or the last frame only for some resolutions or durations.',
      Object.fromEntries(
        RESOLUTIONS.flatMap((resolution) =>
          ENDS.flatMap((seconds) => [1, 2].map((count) => [resolution, seconds, count] as const)),
        ).map(([resolution, seconds, count]) => [
          `${count} of 2 images, ${seconds} s at ${resolution}`,
          {
            ...IMAGE_MODE,
            image_urls: many(SAMPLE.image, count),
            ...(count === 2 ? { prompt: '\u7A7A'.repeat(LIMITS.prompt.max) } : {}),
            resolution,
            duration_seconds: seconds,
            audio: seconds === min,
          },
        ]),
      ),
      { requirement: 'workflow.image.accepted' },
    ],
    'workflow.reference.every-tier': [
      'audio files alone and audio files with images, at each resolution',
      'The server supports one kind of reference only for some resolutions or durations.',
      eachPair('* at *', [ALL_KINDS, RESOLUTIONS], (body, resolution) => ({ ...body, resolution })),
      { requirement: 'workflow.reference.accepted' },
    ],
  }),
  ...JUDGED,
  ...observations(
    JUDGED.slice(-1).flatMap(({ from }) => from),
    {
      'create.source-video-ids.repeated': [
        'Whether the server accepts a create request that names one source video twice. If the credits are spent, 402 also shows that the request is valid.',
        acceptedAny(TWICE_BODIES),
      ],
    },
  ),
  ...observations(
    [spentProbe(OTHERS, 'an edit and an extension with other references', { ...CONTROLS, ...BESIDE_BODIES })],
    {
      [OTHERS]: [
        'Whether edits and extensions accept an image and an audio file in addition to a source video. If the credits are spent, 402 also shows that the request is valid.',
        acceptedAny(BESIDE_BODIES),
      ],
    },
  ),
];

/** Observes whether the server accepts at least one of these creates after the credits are spent. */
function acceptedAny(bodies: Bodies): Expectation {
  return (evidence) => {
    mustBeSpent(evidence);
    const answers = Object.keys(bodies).map((label) => evidence.one(label));
    const taken = answers.find(({ response: { status } }) => status < 300 || status === 402);
    const [first] = answers;
    if (taken !== undefined || first === undefined) return observed('accepted', ...answers.slice(0, 1));
    return observed(`refused ${statusAndCode(first).value ?? ''}`, first);
  };
}

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
  const other = answers.find(({ response: { status } }) => status >= 300 && status !== 402);
  if (other === undefined) return pass(invalid, ...answers.slice(0, 3));
  return wrongStatus(other, '402', `402 for ${other.label}, because the create is valid and the credits are spent`);
}
