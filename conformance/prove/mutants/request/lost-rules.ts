/** Servers that keep a rule in most workflows, tiers, ratios and lengths, and have lost it in one. */

import { has } from '../../tamper/body.ts';
import { accepting } from '../../tamper/create.ts';
import { mutant, type Mutant } from '../../mutant.ts';
import {
  every,
  imagesOf,
  inImageMode,
  inReferenceMode,
  operates,
  soundsOf,
  sourcesOf,
  type Test,
} from '../../tamper/workflow.ts';

/** The creates for which a rule can be lost. */
const PLACES = {
  text: ['text mode with the mode given', has('mode', 'text-to-video')],
  frames: ['first and last frame', every(inImageMode, (body) => imagesOf(body) === 2)],
  sound: [
    'reference mode with a sound alone',
    every(inReferenceMode, (body) => soundsOf(body) > 0 && imagesOf(body) === 0),
  ],
  both: [
    'reference mode with images and sounds',
    every(inReferenceMode, (body) => soundsOf(body) > 0 && imagesOf(body) > 0),
  ],
  source: [
    'reference mode with a source video',
    (body) => sourcesOf(body) > 0 && !('reference_video_operation' in body),
  ],
  reference: ['the operation "reference"', operates('reference')],
  edit: ['edits', operates('edit')],
  extend: ['extensions', operates('extend')],
  '720p': ['the tier 720p', has('resolution', '720p')],
  '1080p': ['the tier 1080p', has('resolution', '1080p')],
  silent: ['clips without sound', has('audio', false)],
  tall: ['the ratio 9:16', has('aspect_ratio', '9:16')],
  square: ['the ratio 1:1', has('aspect_ratio', '1:1')],
} as const satisfies Readonly<Record<string, readonly [string, Test]>>;

type Place = keyof typeof PLACES;
const WITH_SOURCES: ReadonlySet<Place> = new Set(['source', 'reference', 'edit', 'extend']);

/** The rule, the behavior without it, the creates that break it, and the places where it is lost. */
const LOST: readonly (readonly [rule: string, does: string, isBroken: Test, places: readonly Place[]])[] = [
  ['create.model.required', 'has a default for `model`', (body) => !('model' in body), ['frames', 'extend', 'tall']],
  [
    'create.model.constant',
    'accepts an older model',
    has('model', 'videomodel-2'),
    ['text', 'sound', 'source', '1080p'],
  ],
  ['create.prompt.required', 'invents a prompt', (body) => !('prompt' in body), ['frames', 'edit', 'both']],
  ['create.prompt.type', 'converts a number to a prompt', has('prompt', 42), ['sound', 'extend']],
  ['create.prompt.length', 'accepts an empty prompt', has('prompt', ''), ['text', 'both', 'edit', 'silent']],
  [
    'create.prompt.length',
    'cuts a long prompt',
    (body) => String(body['prompt']).length > 15_000,
    ['frames', 'sound', 'reference', 'extend', '720p'],
  ],
  [
    'create.duration-seconds.required',
    'has a default for `duration_seconds`',
    (body) => !('duration_seconds' in body) && 'prompt' in body,
    ['text', 'frames', 'extend', 'source'],
  ],
  [
    'create.duration-seconds.integer',
    'rounds `duration_seconds`',
    has('duration_seconds', 4.5),
    ['sound', 'both', 'edit', 'square'],
  ],
  [
    'create.duration-seconds.integer',
    'reads `duration_seconds` from a string',
    has('duration_seconds', '4'),
    ['frames', 'extend'],
  ],
  [
    'create.duration-seconds.range',
    'accepts 31 seconds',
    has('duration_seconds', 31),
    ['text', 'frames', 'both', 'extend', 'source', '1080p', '720p', 'silent'],
  ],
  [
    'create.duration-seconds.range',
    'accepts 3 seconds',
    has('duration_seconds', 3),
    ['text', 'sound', 'extend', 'tall'],
  ],
  ['create.resolution.values', 'has a tier 4k', has('resolution', '4k'), ['frames', 'sound', 'edit', 'reference']],
  ['create.aspect-ratio.values', 'accepts any ratio', has('aspect_ratio', '2:1'), ['text', 'both', '1080p']],
  ['create.aspect-ratio.values', 'folds case', has('aspect_ratio', 'Adaptive'), ['frames', 'edit', 'extend']],
  ['create.audio.type', 'reads "true" as true', has('audio', 'true'), ['frames', 'sound', 'edit', 'extend']],
  [
    'create.unknown-fields',
    'ignores unknown fields',
    (body) => 'color' in body,
    ['text', 'sound', 'edit', 'source', 'tall'],
  ],
];

export const LOST_RULE_MUTANTS: readonly Mutant[] = LOST.flatMap(([rule, does, isBroken, places], row) =>
  places.map((place) => {
    const [name, isThere] = PLACES[place];
    const check = `${rule}.${WITH_SOURCES.has(place) ? 'with-sources' : 'other-modes'}`;
    return mutant(check, `${does} for ${name}`, {
      id: `${check}.${row}.${place}`,
      alone: true,
      tamper: () => accepting((body) => isThere(body) && isBroken(body)),
    });
  }),
);
