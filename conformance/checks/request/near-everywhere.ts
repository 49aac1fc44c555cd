/**
 * The create request: values and names that are nearly right, in every workflow. A default run tries each of them in
 * some workflows, and each workflow with some of them; with `--thorough` each is tried in each.
 */

import type { RequirementId } from '../../../contract/requirements/requirements.ts';
import type { Check } from '../../engine/define.ts';
import type { ProbeTools } from '../../engine/probe-tools.ts';
import { TEXT } from '../lib/bodies.ts';
import { refusals } from '../lib/refusals.ts';
import { MODES, SOURCES } from './other-modes.ts';

const { model } = TEXT;

/** A field, its requirement, and what is nearly right in it, by what is odd about it. */
type Near = readonly [requirement: RequirementId, field: string, values: Readonly<Record<string, unknown>>];

const NEAR: readonly Near[] = [
  [
    'create.model.constant',
    'model',
    {
      'uppercase letters': model.toUpperCase(),
      'a trailing space': `${model} `,
      'a trailing zero': `${model}0`,
      null: null,
    },
  ],
  ['create.prompt.type', 'prompt', { null: null, true: true, 'an array around it': [TEXT.prompt], 'an object': {} }],
  [
    'create.duration-seconds.integer',
    'duration_seconds',
    { true: true, null: null, 'digits as a string': '10', 'half a second': 4.5, 'an array around it': [4] },
  ],
  [
    'create.duration-seconds.range',
    'duration_seconds',
    { '0': 0, '-4': -4, '3': 3, '31': 31, '260 (4 in 8 bits)': 260, '100': 100 },
  ],
  [
    'create.resolution.values',
    'resolution',
    {
      'only its number': '480',
      'the next tier': '1440p',
      'another case': '720P',
      'a number': 720,
      false: false,
      'no characters': '',
    },
  ],
  [
    'create.aspect-ratio.values',
    'aspect_ratio',
    {
      auto: 'auto',
      'a slash': '16/9',
      'a trailing space': '16:9 ',
      'another case': 'Adaptive',
      'no characters': '',
      'the number 1': 1,
    },
  ],
  ['create.audio.type', 'audio', { 'the number 0': 0, 'the number 1': 1, '"false"': 'false', 'an empty array': [] }],
];

/** Fields that nobody listed. */
const UNKNOWN: Readonly<Record<string, unknown>> = {
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

type Body = (kit: ProbeTools) => object;
const WORKFLOWS: readonly (readonly [workflow: string, body: Body])[] = Object.entries(MODES).map(
  ([workflow, body]) => [workflow, (): object => body],
);
const WITH_SOURCES: readonly (readonly [workflow: string, body: Body])[] = Object.entries(SOURCES);

/** One in so many of all pairs of a workflow and a value belongs to a default run. */
const SAMPLE = 4;

export const NEAR_EVERYWHERE_CHECKS: readonly Check[] = [
  ...NEAR.flatMap(([requirement, field, values]) =>
    everywhere(
      { requirement, what: `a nearly valid \`${field}\`` },
      Object.entries(values).map(([odd, value]) => [`\`${field}\` with ${odd}`, { [field]: value }]),
    ),
  ),
  ...everywhere(
    { requirement: 'create.unknown-fields', what: 'a field that the document does not list' },
    Object.entries(UNKNOWN).map(([name, value]) => [`a field "${name}"`, { [name]: value }]),
  ),
];

interface About {
  readonly requirement: RequirementId;
  readonly what: string;
}

/** Each defect in each workflow: those without and those with a source video, a sample of them and the rest. */
function everywhere(about: About, defects: readonly (readonly [defect: string, more: object])[]): Check[] {
  return [false, true].flatMap((hasSource) => {
    const pairs = (hasSource ? WITH_SOURCES : WORKFLOWS).flatMap(([workflow, body], place) =>
      defects.map(([defect, more], at) => ({
        isSample: (place + at) % SAMPLE === 0,
        row: [`${defect} in ${workflow}`, (kit: ProbeTools): object => ({ ...body(kit), ...more })] as const,
      })),
    );
    return [true, false].map((isSample) => {
      const bodies = Object.fromEntries(pairs.filter((pair) => pair.isSample === isSample).map(({ row }) => row));
      return inWorkflows(about, { hasSource, isSample }, bodies);
    });
  });
}

function inWorkflows(
  { requirement, what }: About,
  { hasSource, isSample }: { readonly hasSource: boolean; readonly isSample: boolean },
  bodies: Readonly<Record<string, Body>>,
): Check {
  const where = hasSource ? 'with a source video' : 'in the other modes';
  return refusals({
    id: `${requirement}.near.${hasSource ? 'with-sources' : 'other-modes'}${isSample ? '' : '.all'}`,
    requirement,
    defect: 'near-miss',
    what: `${what}, ${where}`,
    failing: 'The server accepts a nearly valid value, but only in one workflow.',
    ...(hasSource ? { after: ['any-clip'] } : {}),
    ...(isSample ? {} : { group: 'thorough' }),
    bodies,
  });
}
