/** Servers that lose a rule of text mode at one tier, ratio or length, or read one field loosely in one workflow. */

import { FIXED_RATIOS, RESOLUTIONS } from '../../../../contract/dimensions.ts';
import type { Fields } from '../../../checks/lib/answers.ts';
import { has } from '../../tamper/body.ts';
import { accepting } from '../../tamper/create.ts';
import { mutant, type Mutant } from '../../mutant.ts';
import {
  every,
  imagesOf,
  inImageMode,
  inReferenceMode,
  operates,
  sourcesOf,
  type Test,
} from '../../tamper/workflow.ts';

const inText: Test = (body) => !('mode' in body);
const not =
  (test: Test): Test =>
  (body) =>
    !test(body);

/** The creates for which a rule of text mode can be lost. */
const SHAPES = {
  '720p': ['the tier 720p', has('resolution', '720p')],
  '1080p': ['the tier 1080p', has('resolution', '1080p')],
  wide: ['the ratio 21:9', has('aspect_ratio', '21:9')],
  tall: ['the ratio 9:16', has('aspect_ratio', '9:16')],
  square: ['the ratio 1:1', has('aspect_ratio', '1:1')],
  old: ['the ratio 4:3', has('aspect_ratio', '4:3')],
  portrait: ['the ratio 3:4', has('aspect_ratio', '3:4')],
  longest: ['clips of 30 seconds', has('duration_seconds', 30)],
  silent: ['clips without sound', has('audio', false)],
} as const satisfies Readonly<Record<string, readonly [string, Test]>>;
type Shape = keyof typeof SHAPES;

const length = (body: Fields): unknown => body['duration_seconds'];

/** The rule, the behavior without it, the creates that break it, and the places where it is lost. */
const LOST: readonly (readonly [rule: string, does: string, isBroken: Test, shapes: readonly Shape[]])[] = [
  ['create.model.required', 'has a default for `model`', (body) => !('model' in body), ['square', 'longest']],
  ['create.model.constant', 'accepts an older model', has('model', 'videomodel-2'), ['tall', 'silent']],
  ['create.prompt.required', 'invents a prompt', (body) => !('prompt' in body), ['1080p', 'old']],
  ['create.prompt.type', 'converts a number to a prompt', has('prompt', 42), ['wide', '720p']],
  [
    'create.prompt.length',
    'cuts a long prompt',
    (body) => String(body['prompt']).length > 15_000,
    ['1080p', 'portrait', 'silent'],
  ],
  ['create.prompt.length', 'accepts an empty prompt', has('prompt', ''), ['longest', 'square']],
  ['create.duration-seconds.required', 'has a default length', (body) => length(body) === undefined, ['720p', 'tall']],
  ['create.duration-seconds.integer', 'rounds a length', has('duration_seconds', 4.5), ['1080p', 'wide']],
  [
    'create.duration-seconds.range',
    'accepts 31 seconds',
    has('duration_seconds', 31),
    ['tall', 'square', '1080p', 'silent'],
  ],
  ['create.duration-seconds.range', 'accepts 3 seconds', has('duration_seconds', 3), ['720p', 'portrait']],
  ['create.resolution.values', 'has a tier 4k', has('resolution', '4k'), ['longest', 'silent']],
  ['create.aspect-ratio.values', 'accepts any ratio', has('aspect_ratio', '2:1'), ['720p', 'longest']],
  ['create.audio.type', 'reads "true" as true', has('audio', 'true'), ['wide', '1080p']],
  ['create.unknown-fields', 'ignores unknown fields', (body) => 'color' in body, ['old', '720p', 'longest']],
];

const IN_SHAPES: readonly Mutant[] = LOST.flatMap(([rule, does, isBroken, shapes], row) =>
  shapes.map((shape) => {
    const [name, isThere] = SHAPES[shape];
    return mutant(`${rule}.other-shapes`, `${does} for ${name}`, {
      id: `${rule}.other-shapes.${row}.${shape}`,
      alone: true,
      tamper: () => accepting(every(inText, isThere, isBroken)),
    });
  }),
);

const isListed =
  (field: string, values: readonly string[]): Test =>
  (body) =>
    values.some((value) => value === body[field]);
const KNOWN =
  /^(model|prompt|mode|duration_seconds|resolution|aspect_ratio|audio|(image|audio)_urls|source_video_ids|reference_video_operation|subject_to_(image|video|audio)_ids)$/;

/** A requirement, the behavior of the server in one workflow, and the creates that break the requirement. */
const LOOSE: readonly (readonly [requirement: string, does: string, isOdd: Test])[] = [
  ['create.model.constant', 'does not check `model`', not(has('model', 'videomodel-2.5'))],
  ['create.prompt.type', 'accepts anything as a prompt', (body) => typeof body['prompt'] !== 'string'],
  ['create.duration-seconds.integer', 'accepts anything as a length', (body) => !Number.isInteger(length(body))],
  [
    'create.duration-seconds.range',
    'rounds to an allowed length',
    (body) => Number.isInteger(length(body)) && (Number(length(body)) < 4 || Number(length(body)) > 30),
  ],
  [
    'create.resolution.values',
    'has a default for unknown tiers',
    (body) => 'resolution' in body && !isListed('resolution', RESOLUTIONS)(body),
  ],
  [
    'create.aspect-ratio.values',
    'has a default for unknown ratios',
    (body) => 'aspect_ratio' in body && !isListed('aspect_ratio', ['adaptive', ...FIXED_RATIOS])(body),
  ],
  [
    'create.audio.type',
    'accepts anything as a boolean',
    (body) => 'audio' in body && typeof body['audio'] !== 'boolean',
  ],
  ['create.unknown-fields', 'ignores fields', (body) => Object.keys(body).some((name) => !KNOWN.test(name))],
];

/** The workflow of the server, and the check that tries this workflow. */
const PLACES: readonly (readonly [name: string, check: string, isThere: Test])[] = [
  ['two images', 'other-modes', every(inImageMode, (body) => imagesOf(body) === 2)],
  ['an image as a reference', 'other-modes', every(inReferenceMode, (body) => imagesOf(body) === 1)],
  ['extensions', 'with-sources', operates('extend')],
  [
    'a source video without an operation',
    'with-sources',
    (body) => sourcesOf(body) > 0 && !('reference_video_operation' in body),
  ],
];

const IN_WORKFLOWS: readonly Mutant[] = LOOSE.flatMap(([requirement, does, isOdd]) =>
  PLACES.flatMap(([name, kind, isThere], at) => {
    // A default run tries a sample. With --thorough, it tries the rest, too.
    const isAll = at % 2 === 1;
    const check = `${requirement}.near.${kind}${isAll ? '.all' : ''}`;
    return mutant(check, `${does} for ${name}`, {
      id: `${check}.${at}`,
      tamper: () => accepting(every(isThere, isOdd)),
      ...(isAll ? { selection: { thorough: true, only: [check] } } : { alone: true }),
    });
  }),
);

export const LOST_IN_SHAPES_MUTANTS: readonly Mutant[] = [...IN_SHAPES, ...IN_WORKFLOWS];
