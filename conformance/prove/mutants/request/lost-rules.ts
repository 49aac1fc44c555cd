/** Servers that lost a rule in one workflow, tier, ratio or length, or that read one field loosely there. */

import { FIXED_RATIOS, RESOLUTIONS } from '../../../../contract/dimensions.ts';
import { ABSENT } from '../../../checks/lib/field.ts';
import type { Fields } from '../../../checks/lib/answers.ts';
import {
  accepting,
  EDITING,
  EXTENDING,
  TWO_IMAGES,
  IN_IMAGE_MODE,
  PRESENT,
  REFERRING,
  IN_REFERENCE_MODE,
  secondsOf,
  SOME,
  type CreateTest,
  type Pattern,
} from '../../tamper/create.ts';
import { mutant, type Mutant } from '../../mutant.ts';

/** The workflows in which a rule can be lost. */
const WORKFLOWS = {
  text: ['text mode with the mode given', { mode: 'text-to-video' }],
  image: ['image mode', IN_IMAGE_MODE],
  references: ['reference mode', IN_REFERENCE_MODE],
  frames: ['first and last frame', TWO_IMAGES],
  sound: ['reference mode with a sound alone', { ...IN_REFERENCE_MODE, audio_urls: SOME, image_urls: 0 }],
  both: ['reference mode with images and sounds', { ...IN_REFERENCE_MODE, audio_urls: SOME, image_urls: SOME }],
  source: ['a source video without an operation', { source_video_ids: SOME, reference_video_operation: ABSENT }],
  reference: ['the operation "reference"', REFERRING],
  edit: ['edits', EDITING],
  extend: ['extensions', EXTENDING],
} as const satisfies Readonly<Record<string, readonly [string, Pattern]>>;
const WITH_SOURCES: ReadonlySet<string> = new Set(['source', 'reference', 'edit', 'extend']);

/** The tiers, ratios and lengths at which a rule can be lost. */
const SHAPES = {
  '720p': ['the tier 720p', { resolution: '720p' }],
  '1080p': ['the tier 1080p', { resolution: '1080p' }],
  wide: ['the ratio 21:9', { aspect_ratio: '21:9' }],
  tall: ['the ratio 9:16', { aspect_ratio: '9:16' }],
  square: ['the ratio 1:1', { aspect_ratio: '1:1' }],
  old: ['the ratio 4:3', { aspect_ratio: '4:3' }],
  portrait: ['the ratio 3:4', { aspect_ratio: '3:4' }],
  longest: ['clips of 30 seconds', { duration_seconds: 30 }],
  silent: ['clips without sound', { audio: false }],
} as const satisfies Readonly<Record<string, readonly [string, Pattern]>>;
const PLACES: Readonly<Record<string, readonly [string, Pattern]>> = { ...WORKFLOWS, ...SHAPES };

const LONG = { prompt: /^[^]{15001}/ };
const NO_LENGTH = { duration_seconds: ABSENT, prompt: PRESENT };

/**
 * The rule, the behavior without it, and the creates that break it. `at` names the places where any create loses the
 * rule. `inText` names the shapes where text mode without a mode loses it.
 */
const LOST: readonly (readonly [rule: string, does: string, broken: Pattern, at: string, inText: string])[] = [
  ['model.required', 'has a default for `model`', { model: ABSENT }, 'frames extend tall', 'square longest'],
  [
    'model.constant',
    'accepts an older model',
    { model: 'videomodel-2' },
    'text sound source 1080p image references',
    'tall silent',
  ],
  ['prompt.required', 'invents a prompt', { prompt: ABSENT }, 'frames edit both', '1080p old'],
  ['prompt.type', 'converts a number to a prompt', { prompt: 42 }, 'sound extend', 'wide 720p'],
  ['prompt.length', 'accepts an empty prompt', { prompt: '' }, 'text both edit silent', 'longest square'],
  [
    'prompt.length',
    'cuts a long prompt',
    LONG,
    'frames sound reference extend 720p image references',
    '1080p portrait silent',
  ],
  ['duration-seconds.required', 'has a default length', NO_LENGTH, 'text frames extend source', '720p tall'],
  ['duration-seconds.integer', 'rounds a length', { duration_seconds: 4.5 }, 'sound both edit square', '1080p wide'],
  ['duration-seconds.integer', 'reads a length from a string', { duration_seconds: '4' }, 'frames extend', ''],
  [
    'duration-seconds.range',
    'accepts 31 seconds',
    { duration_seconds: 31 },
    'text frames both extend source 1080p 720p silent image references',
    'tall square 1080p silent',
  ],
  ['duration-seconds.range', 'accepts 3 seconds', { duration_seconds: 3 }, 'text sound extend tall', '720p portrait'],
  [
    'resolution.values',
    'has a tier 4k',
    { resolution: '4k' },
    'frames sound edit reference image references',
    'longest silent',
  ],
  ['aspect-ratio.values', 'accepts any ratio', { aspect_ratio: '2:1' }, 'text both 1080p', '720p longest'],
  ['aspect-ratio.values', 'folds case', { aspect_ratio: 'Adaptive' }, 'frames edit extend', ''],
  ['audio.type', 'reads "true" as true', { audio: 'true' }, 'frames sound edit extend', 'wide 1080p'],
  [
    'unknown-fields',
    'ignores unknown fields',
    { color: PRESENT },
    'text sound edit source tall image references',
    'old 720p longest',
  ],
];

const AT_PLACES: readonly Mutant[] = LOST.flatMap(([rule, does, broken, at, inText]) => {
  const lost = (kind: string, place: string, more: Pattern = {}): Mutant => {
    const [name, there] = placeOf(place);
    const tamper = accepting({ ...there, ...broken, ...more });
    return mutant(`create.${rule}.${kind}`, `${does} for ${name}`, { alone: true, tamper });
  };
  return [
    ...at.split(' ').map((place) => lost(WITH_SOURCES.has(place) ? 'with-sources' : 'other-modes', place)),
    ...inText.split(' ').flatMap((place) => (place === '' ? [] : [lost('other-shapes', place, { mode: ABSENT })])),
  ];
});

const lacks =
  (field: string, values: readonly unknown[]) =>
  (body: Fields): boolean =>
    field in body && !values.includes(body[field]);
const KNOWN =
  /^(model|prompt|mode|duration_seconds|resolution|aspect_ratio|audio|(image|audio)_urls|source_video_ids|reference_video_operation|subject_to_(image|video|audio)_ids)$/;

/** A requirement, the behavior of the server in one workflow, and the creates that break the requirement. */
const LOOSE: readonly (readonly [requirement: string, does: string, isOdd: CreateTest])[] = [
  ['model.constant', 'does not check `model`', (body) => body['model'] !== 'videomodel-2.5'],
  ['prompt.type', 'accepts anything as a prompt', (body) => typeof body['prompt'] !== 'string'],
  ['duration-seconds.integer', 'accepts anything as a length', (body) => !isWhole(body)],
  [
    'duration-seconds.range',
    'rounds to an allowed length',
    (body) => isWhole(body) && (secondsOf(body) < 4 || secondsOf(body) > 30),
  ],
  ['resolution.values', 'has a default for unknown tiers', lacks('resolution', RESOLUTIONS)],
  ['aspect-ratio.values', 'has a default for unknown ratios', lacks('aspect_ratio', ['adaptive', ...FIXED_RATIOS])],
  ['audio.type', 'accepts anything as a boolean', lacks('audio', [true, false])],
  ['unknown-fields', 'ignores fields', (body) => Object.keys(body).some((name) => !KNOWN.test(name))],
];

/** The workflow of the server, and the check that tries this workflow. */
const LOOSE_AT: readonly (readonly [name: string, kind: string, there: Pattern])[] = [
  ['two images', 'other-modes', TWO_IMAGES],
  ['an image as a reference', 'other-modes.all', { ...IN_REFERENCE_MODE, image_urls: 1 }],
  ['extensions', 'with-sources', EXTENDING],
  ['a source video without an operation', 'with-sources.all', WORKFLOWS.source[1]],
];

const IN_WORKFLOWS: readonly Mutant[] = LOOSE.flatMap(([requirement, does, isOdd]) =>
  LOOSE_AT.map(([name, kind, there]) =>
    mutant(`create.${requirement}.near.${kind}`, `${does} for ${name}`, {
      tamper: accepting([there, isOdd]),
      // A default run tries a sample. With --thorough, it tries the rest, too.
      ...(kind.endsWith('.all') ? { selection: { thorough: true } } : { alone: true }),
    }),
  ),
);

export const LOST_RULE_MUTANTS: readonly Mutant[] = [...AT_PLACES, ...IN_WORKFLOWS];

function placeOf(name: string): readonly [string, Pattern] {
  const place = PLACES[name];
  if (place === undefined) throw new Error(`No place has the name "${name}".`);
  return place;
}

function isWhole(body: Fields): boolean {
  return Number.isInteger(body['duration_seconds']);
}
