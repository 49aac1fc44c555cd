/**
 * The create request: fields with one value, and rules that apply in every workflow. A server with a schema for each
 * workflow may lack a rule in one of them. Resolutions, ratios and sound differ between the workflows, because a rule
 * may also be missing for one of these.
 */

import { FIXED_RATIOS, RESOLUTIONS } from '../../../contract/dimensions.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { RequirementId } from '../../../contract/requirements/requirements.ts';
import type { Check } from '../../engine/define.ts';
import type { ProbeTools } from '../../engine/probe-tools.ts';
import { IMAGE_MODE, NO_REFERENCE, REFERENCE_MODE, SOME_AUDIO, SOME_IMAGE, TEXT, without } from '../lib/bodies.ts';
import { sourceBody } from '../lib/clips.ts';
import { createChecks, refusals, type Table } from '../lib/creates.ts';
import { fieldChecks, rulesOf, withValue, type Field } from '../lib/field.ts';
import { ASPECT_RATIO, AUDIO, MODE, RESOLUTION } from './choices.ts';
import { DURATION } from './duration.ts';
import { MODEL, PROMPT } from './model-and-prompt.ts';

const { durationSeconds: duration } = LIMITS;
const PICTURES = [SOME_IMAGE, `${SOME_IMAGE}?n=1`];
const SOUNDS = { ...NO_REFERENCE, audio_urls: [SOME_AUDIO] };

type Fields = Readonly<Record<string, unknown>>;
type Workflows = Readonly<Record<string, (kit: ProbeTools) => Fields>>;

/** A create of each workflow without a source video. The list omits plain text, which all other checks use. */
export const MODES = {
  'text mode': { ...TEXT, mode: 'text-to-video', resolution: '720p', aspect_ratio: '9:16', audio: false },
  'image mode': IMAGE_MODE,
  'first and last frame': { ...IMAGE_MODE, image_urls: PICTURES, resolution: '1080p' },
  'reference mode': REFERENCE_MODE,
  'reference mode with an audio file': { ...SOUNDS, resolution: '720p', aspect_ratio: '1:1', audio: true },
  'reference mode with both': { ...SOUNDS, image_urls: PICTURES, resolution: '1080p', aspect_ratio: '21:9' },
} as const;

/** A create of each workflow with a source video. */
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
  ...rulesOf(FIELDS).flatMap(({ field, requirement, nearEverywhere: values }) => {
    if (values === undefined) return [];
    const changes = changesOf(values, (odd) => `\`${field}\` with ${odd}`, field);
    return [{ requirement, what: `a nearly valid \`${field}\``, changes }];
  }),
  { ...UNLISTED, changes: changesOf(UNKNOWN, (name) => `a field "${name}"`) },
];

/** One of this many pairs of a workflow and a value belongs to a default run. The others need `--thorough`. */
const SAMPLE = 4;

const WITHOUT_SOURCE = asWorkflows(MODES);
const SHAPED = asWorkflows(SHAPES);

export const EVERY_WORKFLOW_CHECKS: readonly Check[] = [
  ...FIELDS.flatMap(fieldChecks),
  ...BROKEN_RULES.map((rule) =>
    lost(rule, WITHOUT_SOURCE, {
      name: 'other-modes',
      where: 'in each mode',
      failing: 'The server has a separate schema for each mode, and one of these schemas lacks the rule.',
    }),
  ),
  ...BROKEN_RULES.map((rule) =>
    lost(rule, SHAPED, {
      name: 'other-shapes',
      where: 'for each aspect ratio and resolution, and for the shortest and the longest duration',
      failing:
        'The server does not apply the rule to one resolution, aspect ratio or duration, or to clips without sound.',
    }),
  ),
  ...BROKEN_RULES.map((rule) =>
    lost(rule, SOURCES, {
      name: 'with-sources',
      where: 'with a source video',
      failing: 'The server does not apply the rule to references, edits or extensions.',
      after: ['any-clip'],
    }),
  ),
  ...createChecks({
    'create.duration-seconds.range': {
      rejected: {
        edit: [
          `an edit and \`duration_seconds\` ${duration.min - 1}`,
          (kit) => ({ ...sourceBody(kit, 'edit'), duration_seconds: duration.min - 1 }),
          { after: ['any-clip'] },
        ],
      },
    },
  }),
  ...NEAR_RULES.flatMap((rule) => [...nearEverywhere(rule, WITHOUT_SOURCE), ...nearEverywhere(rule, SOURCES)]),
];

type Place = Pick<Table, 'failing' | 'after'> & { readonly name: string; readonly where: string };

function lost({ requirement, what, changes }: Rule, workflows: Workflows, { name, where, ...place }: Place): Check {
  const id = `${requirement}.${name}`;
  const bodies = Object.fromEntries(pairsOf(changes, workflows).map(({ row }) => row));
  return refusals({ id, requirement, defect: 'lost-rule', what: `${what}, ${where}`, bodies, ...place });
}

function nearEverywhere({ requirement, what, changes }: Rule, workflows: Workflows): Check[] {
  const hasSource = workflows === SOURCES;
  const name = hasSource ? 'with-sources' : 'other-modes';
  return [true, false].map((isSample) => {
    const pairs = pairsOf(changes, workflows).filter((pair) => isSample === (pair.place % SAMPLE === 0));
    return refusals({
      id: `${requirement}.near.${name}${isSample ? '' : '.all'}`,
      requirement,
      defect: 'near-miss',
      what: `${what}, ${hasSource ? 'with a source video' : 'in the other modes'}`,
      failing: 'The server accepts a nearly valid value, but only in one workflow.',
      after: hasSource ? ['any-clip'] : undefined,
      group: isSample ? undefined : 'thorough',
      bodies: Object.fromEntries(pairs.map(({ row }) => row)),
    });
  });
}

interface Pair {
  /** The index of the workflow plus the index of the change. */
  readonly place: number;
  readonly row: readonly [label: string, body: (kit: ProbeTools) => object];
}

/** Returns each change in each workflow. */
function pairsOf(changes: Rule['changes'], workflows: Workflows): Pair[] {
  return Object.entries(workflows).flatMap(([workflow, body], place) =>
    Object.entries(changes).map(([name, change], at): Pair => ({
      place: place + at,
      row: [`${name} in ${workflow}`, (kit) => change(body(kit))],
    })),
  );
}

function asWorkflows(bodies: Readonly<Record<string, Fields>>): Workflows {
  return Object.fromEntries(Object.entries(bodies).map(([name, body]) => [name, () => body]));
}

/** Returns a change of a create for each value: of this field, or of the field with the name of the value. */
function changesOf(values: Fields, label: (name: string) => string, field?: string): Rule['changes'] {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [label(name), (body) => withValue(body, field ?? name, value)]),
  );
}
