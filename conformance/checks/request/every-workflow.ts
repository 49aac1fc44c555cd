/**
 * The create request: fields with one value, and rules that apply in every workflow. A server with a schema for each
 * workflow may lack a rule in one of them. Resolutions, ratios and sound differ between the workflows, because a rule
 * may also be missing for one of these.
 */

import { FIXED_RATIOS, RESOLUTIONS } from '../../../contract/dimensions.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { RequirementId } from '../../../contract/requirements/requirements.ts';
import type { Check } from '../../engine/define.ts';
import { IMAGE_MODE, many, ONE_SOUND, REFERENCE_MODE, SAMPLE, sourceBody, TEXT, FRAMES_MODE } from '../lib/bodies.ts';
import { refusals } from '../lib/creates.ts';
import { fieldChecks, rulesOf, withValue, type Field } from '../lib/field.ts';
import { ASPECT_RATIO } from './aspect-ratio.ts';
import { AUDIO, MODE, MODEL, RESOLUTION } from './choices.ts';
import { DURATION } from './duration-seconds.ts';
import { PROMPT } from './prompt.ts';

const { durationSeconds: duration } = LIMITS;

type Fields = Readonly<Record<string, unknown>>;
type Workflows = Readonly<Record<string, Fields>>;

/** A create of each workflow without a source video. The list omits plain text, which all other checks use. */
export const MODES = {
  'text mode': { ...TEXT, mode: 'text-to-video', resolution: '720p', aspect_ratio: '9:16', audio: false },
  'image mode': IMAGE_MODE,
  'first and last frame': { ...FRAMES_MODE, resolution: '1080p' },
  'reference mode': REFERENCE_MODE,
  'reference mode with an audio file': { ...ONE_SOUND, resolution: '720p', aspect_ratio: '1:1', audio: true },
  'reference mode with both': {
    ...ONE_SOUND,
    image_urls: many(SAMPLE.image, 2),
    resolution: '1080p',
    aspect_ratio: '21:9',
  },
} as const;

/** A create of each workflow with a source video. */
export const SOURCES = {
  'reference mode with a source video': { ...sourceBody(), resolution: '720p' },
  'a reference operation': { ...sourceBody('reference'), resolution: '1080p', audio: false },
  'an edit': sourceBody('edit'),
  'an extension': { ...sourceBody('extend'), resolution: '720p' },
} as const;

/** The text creates that cover each ratio, each resolution and both limits of the length, with and without sound. */
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

/** Fields that the API document does not list. */
const UNKNOWN: Fields = {
  color: null,
  Prompt: TEXT.prompt,
  x_trace: '1',
  _debug: true,
  metadata: {},
  negative_prompt: 'rain',
  user: 'me',
  fps: 24,
  seed: 7,
  $schema: 'https://example.com/schema',
  'prompt ': TEXT.prompt,
  webhook_url: 'https://example.com/hook',
};

/** A rule, the phrase for a broken rule, and each change that breaks it. */
interface Rule {
  readonly requirement: RequirementId;
  readonly what: string;
  readonly changes: Readonly<Record<string, (body: Fields) => Fields>>;
}

export const FIELDS: readonly Field[] = [MODEL, PROMPT, DURATION, MODE, RESOLUTION, ASPECT_RATIO, AUDIO];

const UNLISTED = { requirement: 'create.unknown-fields', what: 'a field that the document does not list' } as const;

export const BROKEN_RULES: readonly Rule[] = [
  ...rulesOf(FIELDS).flatMap(({ field, requirement, everywhere: [what, values] = ['', {}] }) =>
    what === '' ? [] : [{ requirement, what, changes: changesOf(values, (name) => name, field) }],
  ),
  { ...UNLISTED, changes: { 'an unknown field': (body) => ({ ...body, color: 'red' }) } },
];

const NEAR_RULES: readonly Rule[] = [
  ...rulesOf(FIELDS).flatMap(({ field, requirement, nearEverywhere = {} }) => {
    const changes = changesOf(nearEverywhere, (odd) => `\`${field}\` with ${odd}`, field);
    return Object.keys(changes).length === 0 ? [] : [{ requirement, what: `a nearly valid \`${field}\``, changes }];
  }),
  { ...UNLISTED, changes: changesOf(UNKNOWN, (name) => `a field "${name}"`) },
];

/** One of this many pairs of a workflow and a value belongs to a default run. The others need `--thorough`. */
const EVERY_FOURTH = 4;

/** The groups of workflows in which a rule may be lost, each with the mistake of a server. */
const PLACES: readonly (readonly [name: string, where: string, failing: string, workflows: Workflows])[] = [
  [
    'other-modes',
    'in each mode',
    'The server has a separate schema for each mode, and one of these schemas lacks the rule.',
    MODES,
  ],
  [
    'other-shapes',
    'for each aspect ratio and resolution, and for the shortest and the longest duration',
    'The server does not apply the rule to one resolution, aspect ratio or duration, or to clips without sound.',
    SHAPES,
  ],
  [
    'with-sources',
    'with a source video',
    'The server does not apply the rule to references, edits or extensions.',
    SOURCES,
  ],
];

export const EVERY_WORKFLOW_CHECKS: readonly Check[] = [
  ...FIELDS.flatMap(fieldChecks),
  ...PLACES.flatMap(([name, where, failing, workflows]) =>
    BROKEN_RULES.flatMap(({ requirement, what, changes }) => {
      const table = [`${what}, ${where}`, failing, bodiesOf(changes, workflows), { requirement }] as const;
      return refusals('lost-rule', { [`${requirement}.${name}`]: table });
    }),
  ),
  ...NEAR_RULES.flatMap((rule) => [
    ...nearEverywhere(rule, 'other-modes', ['in the other modes', MODES]),
    ...nearEverywhere(rule, 'with-sources', ['with a source video', SOURCES]),
  ]),
];

function nearEverywhere(
  { requirement, what, changes }: Rule,
  name: string,
  [where, workflows]: readonly [string, Workflows],
): Check[] {
  return [true, false].flatMap((isSample) =>
    refusals('near-miss', {
      [`${requirement}.near.${name}${isSample ? '' : '.all'}`]: [
        `${what}, ${where}`,
        'The server accepts a nearly valid value, but only in one workflow.',
        bodiesOf(changes, workflows, (place) => isSample === (place % EVERY_FOURTH === 0)),
        { requirement, group: isSample ? undefined : 'thorough' },
      ],
    }),
  );
}

/** Returns each change in each workflow. The place of a pair is the sum of its two indexes. */
function bodiesOf(changes: Rule['changes'], workflows: Workflows, isMeant = (_place: number) => true): Workflows {
  const pairs = Object.entries(workflows).flatMap(([workflow, body], place) =>
    Object.entries(changes).map(([name, change], at) => [`${name} in ${workflow}`, change(body), place + at] as const),
  );
  return Object.fromEntries(pairs.filter(([, , place]) => isMeant(place)));
}

/** Returns a change of a create for each value: of this field, or of the field with the name of the value. */
function changesOf(values: Fields, label: (name: string) => string, field?: string): Rule['changes'] {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [label(name), (body) => withValue(body, field ?? name, value)]),
  );
}
