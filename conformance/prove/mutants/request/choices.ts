/**
 * Servers that misread `mode`, `resolution`, `aspect_ratio` or `audio`, or fill in other defaults than the document's.
 */

import { has, isA } from '../../tamper/body.ts';
import { lenient, strict } from '../../tamper/create.ts';
import { creating } from '../../tamper/create-change.ts';
import { inImageMode } from '../../tamper/workflow.ts';
import { mutant, type Mutant } from '../../mutant.ts';

const MODES = { image: 'image', extend: 'reference' } as const;

const LENIENT: readonly Mutant[] = lenient([
  ['create.mode.values.other', 'falls back to text for a mode that it does not know', has('mode', 'video-to-video')],
  ['create.mode.values.case', 'reads modes in any case', has('mode', 'Text-To-Video')],
  ['create.mode.values.type', 'numbers its modes', isA('mode', 'number')],
  [
    'create.mode.default.images',
    'guesses the mode from the images',
    (body) => !('mode' in body) && Array.isArray(body['image_urls']) && body['image_urls'].length > 0,
  ],
  ['create.resolution.values.other', 'has a tier 360p', has('resolution', '360p')],
  ['create.resolution.values.four-k', 'has a tier 4k', has('resolution', '4k')],
  ['create.resolution.values.case', 'reads tiers in any case', has('resolution', '480P')],
  ['create.resolution.values.type', 'reads a tier from a number', isA('resolution', 'number')],
  ['create.aspect-ratio.values.other', 'takes any ratio of two numbers', has('aspect_ratio', '2:1')],
  ['create.aspect-ratio.values.spelling', 'spells ratios with an x too', has('aspect_ratio', '16x9')],
  ['create.aspect-ratio.values.type', 'takes a ratio as a number', isA('aspect_ratio', 'number')],
  ['create.audio.type.string', 'reads "true" as true', isA('audio', 'string')],
  ['create.audio.type.number', 'reads 1 as true', isA('audio', 'number')],
]);

const STRICT: readonly Mutant[] = strict([
  ['create.mode.values.text', 'wants text mode to be left out', has('mode', 'text-to-video')],
  ...['480p', '720p', '1080p'].map(
    (tier) => [`create.resolution.values.${tier}`, `has no tier ${tier}`, has('resolution', tier)] as const,
  ),
  ...['21:9', '16:9', '9:16', '1:1', '4:3', '3:4'].map(
    (ratio) =>
      [
        `create.aspect-ratio.values.${ratio.replace(':', '-')}`,
        `has no ratio ${ratio}`,
        has('aspect_ratio', ratio),
      ] as const,
  ),
  ['create.audio.type.true', 'wants `audio` only to turn it off', has('audio', true)],
  ['create.audio.type.false', 'cannot turn sound off', has('audio', false)],
]);

const DEFAULTS: readonly Mutant[] = [
  mutant('create.resolution.default', 'makes 480p by default', {
    tamper: creating((body) => ('resolution' in body ? body : { ...body, resolution: '480p' })),
  }),
  mutant('create.resolution.default.image', 'makes 480p by default in image mode', {
    tamper: creating((body) => (inImageMode(body) && !('resolution' in body) ? { ...body, resolution: '480p' } : body)),
    selection: { thorough: true, only: ['create.resolution.default.image'] },
  }),
  mutant('create.aspect-ratio.default', 'makes squares by default', {
    tamper: creating((body) => ('aspect_ratio' in body || 'mode' in body ? body : { ...body, aspect_ratio: '1:1' })),
  }),
  mutant('create.audio.default', 'makes silent clips by default', {
    tamper: creating((body) => ('audio' in body ? body : { ...body, audio: false })),
  }),
  ...(['image', 'extend'] as const).map((kind) =>
    mutant(`create.audio.default.${kind}`, `makes silent clips by default in ${MODES[kind]} mode alone`, {
      tamper: creating((body) =>
        !('audio' in body) && has('mode', `${MODES[kind]}-to-video`)(body) ? { ...body, audio: false } : body,
      ),
      ...(kind === 'extend' && { selection: { thorough: true, only: ['create.audio.default.extend'] } }),
    }),
  ),
];

export const CHOICE_MUTANTS: readonly Mutant[] = [...LENIENT, ...STRICT, ...DEFAULTS];
