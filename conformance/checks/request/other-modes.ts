/**
 * The create request: rules that hold in every workflow, tried where a server of one schema for each may have lost
 * them. Tiers, ratios and sound differ from workflow to workflow: a rule may be lost with one of them, too.
 */

import { FIXED_RATIOS, RESOLUTIONS } from '../../../contract/dimensions.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { RequirementId } from '../../../contract/requirements/requirements.ts';
import type { Check } from '../../engine/define.ts';
import type { ProbeTools } from '../../engine/probe-tools.ts';
import { IMAGE_MODE, REFERENCE_MODE, SOME_AUDIO, SOME_IMAGE, TEXT, without } from '../lib/bodies.ts';
import { sourceBody } from '../lib/clips.ts';
import { refusals } from '../lib/refusals.ts';
import { refusal } from '../lib/rows.ts';

const { durationSeconds: duration, prompt } = LIMITS;
const PICTURES = [SOME_IMAGE, `${SOME_IMAGE}?n=1`];
const SOUNDS = { ...without(REFERENCE_MODE, 'image_urls'), audio_urls: [SOME_AUDIO] };

/** A create of each workflow that needs no source video; plain text is what all other checks begin from. */
export const MODES = {
  'text mode': { ...TEXT, mode: 'text-to-video', resolution: '720p', aspect_ratio: '9:16', audio: false },
  'image mode': IMAGE_MODE,
  'first and last frame': { ...IMAGE_MODE, image_urls: PICTURES, resolution: '1080p' },
  'reference mode': REFERENCE_MODE,
  'reference mode with an audio file': { ...SOUNDS, resolution: '720p', aspect_ratio: '1:1', audio: true },
  'reference mode with both': { ...SOUNDS, image_urls: PICTURES, resolution: '1080p', aspect_ratio: '21:9' },
} as const;

/** A create of each workflow that has one. */
export const SOURCES = {
  'reference mode with a source video': (kit: ProbeTools) => ({
    ...without(sourceBody(kit, ''), 'reference_video_operation'),
    resolution: '720p',
  }),
  'a reference operation': (kit: ProbeTools) => ({
    ...sourceBody(kit, 'reference'),
    resolution: '1080p',
    audio: false,
  }),
  'an edit': (kit: ProbeTools) => sourceBody(kit, 'edit'),
  'an extension': (kit: ProbeTools) => ({ ...sourceBody(kit, 'extend'), resolution: '720p' }),
} as const;

/** Text creates in which each ratio, tier and end of the lengths comes, with sound and without. */
const SHAPES = Object.fromEntries(
  FIXED_RATIOS.map((ratio, at) => {
    const resolution = RESOLUTIONS[(at + 1) % RESOLUTIONS.length];
    const seconds = at % 2 === 0 ? duration.max : duration.min;
    const audio = at % 3 === 0;
    return [
      `${seconds} s of ${ratio} at ${resolution}${audio ? '' : ', without sound'}`,
      { ...TEXT, resolution, aspect_ratio: ratio, duration_seconds: seconds, audio },
    ] as const;
  }),
);

type Fields = Readonly<Record<string, unknown>>;
type Change = (body: Fields) => Fields;
/** A rule, what breaks it, and each way to break it. */
type Row = readonly [requirement: RequirementId, what: string, defects: Readonly<Record<string, Change>>];

const having =
  (more: Fields): Change =>
  (body) => ({ ...body, ...more });
const lacking =
  (field: string): Change =>
  (body) =>
    without(body, field);

export const RULE_DEFECTS: readonly Row[] = [
  ['create.model.required', 'no `model`', { 'no model': lacking('model') }],
  ['create.model.constant', 'another `model`', { 'another model': having({ model: 'videomodel-2' }) }],
  ['create.prompt.required', 'no `prompt`', { 'no prompt': lacking('prompt') }],
  ['create.prompt.type', 'a number as `prompt`', { 'the prompt 42': having({ prompt: 42 }) }],
  [
    'create.prompt.length',
    `a \`prompt\` that is empty or has ${prompt.max + 1} characters`,
    {
      'an empty prompt': having({ prompt: '' }),
      'too long a prompt': having({ prompt: 'a'.repeat(prompt.max + 1) }),
    },
  ],
  ['create.duration-seconds.required', 'no `duration_seconds`', { 'no length': lacking('duration_seconds') }],
  [
    'create.duration-seconds.integer',
    'a `duration_seconds` that is not an integer',
    { '4.5 s': having({ duration_seconds: 4.5 }), 'a duration as a string': having({ duration_seconds: '4' }) },
  ],
  [
    'create.duration-seconds.range',
    `\`duration_seconds\` ${duration.min - 1} or ${duration.max + 1}`,
    {
      [`${duration.min - 1} s`]: having({ duration_seconds: duration.min - 1 }),
      [`${duration.max + 1} s`]: having({ duration_seconds: duration.max + 1 }),
    },
  ],
  ['create.resolution.values', '`resolution` 4k', { 'the tier 4k': having({ resolution: '4k' }) }],
  [
    'create.aspect-ratio.values',
    'an `aspect_ratio` that is not listed',
    {
      'an aspect ratio that is not listed': (body) => ({
        ...body,
        aspect_ratio: body['aspect_ratio'] === 'adaptive' ? 'Adaptive' : '2:1',
      }),
    },
  ],
  ['create.audio.type', '`audio` as a string', { 'audio as a string': having({ audio: 'true' }) }],
  [
    'create.unknown-fields',
    'a field that the document does not list',
    { 'an unknown field': having({ color: 'red' }) },
  ],
];

const LOST = 'The server has a separate schema for each mode, and one of these schemas lacks the rule.';

export const OTHER_MODE_CHECKS: readonly Check[] = [
  ...RULE_DEFECTS.map(inOtherModes),
  ...RULE_DEFECTS.map(inOtherShapes),
  ...RULE_DEFECTS.map(withSources),
  ...refusal({
    id: 'create.duration-seconds.range.edit',
    requirement: 'create.duration-seconds.range',
    what: `an edit and \`duration_seconds\` ${duration.min - 1}`,
    after: ['any-clip'],
    body: (kit) => ({ ...sourceBody(kit, 'edit'), duration_seconds: duration.min - 1 }),
  }),
];

function inOtherModes([requirement, what, defects]: Row): Check {
  const bodies = Object.entries(MODES).flatMap(([mode, body]) =>
    Object.entries(defects).map(([name, change]) => [`${name} in ${mode}`, change(body)] as const),
  );
  return refusals({
    id: `${requirement}.other-modes`,
    requirement,
    defect: 'lost-rule',
    what: `${what}, in each mode`,
    failing: LOST,
    bodies: Object.fromEntries(bodies),
  });
}

function inOtherShapes([requirement, what, defects]: Row): Check {
  const bodies = Object.entries(SHAPES).flatMap(([shape, body]) =>
    Object.entries(defects).map(([name, change]) => [`${name} in ${shape}`, change(body)] as const),
  );
  return refusals({
    id: `${requirement}.other-shapes`,
    requirement,
    defect: 'lost-rule',
    what: `${what}, for each aspect ratio and resolution, and for the shortest and the longest duration`,
    failing:
      'The server does not apply the rule to one resolution, aspect ratio or duration, or to clips without sound.',
    bodies: Object.fromEntries(bodies),
  });
}

function withSources([requirement, what, defects]: Row): Check {
  const bodies = Object.entries(SOURCES).flatMap(([workflow, body]) =>
    Object.entries(defects).map(
      ([name, change]) => [`${name} in ${workflow}`, (kit: ProbeTools) => change(body(kit))] as const,
    ),
  );
  return refusals({
    id: `${requirement}.with-sources`,
    requirement,
    defect: 'lost-rule',
    what: `${what}, with a source video`,
    failing: 'The server does not apply the rule to references, edits or extensions.',
    after: ['any-clip'],
    bodies: Object.fromEntries(bodies),
  });
}
