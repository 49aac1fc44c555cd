/** The create request: `mode`, `resolution`, `aspect_ratio` and `audio`. */

import { FIXED_RATIOS, RESOLUTIONS } from '../../../contract/dimensions.ts';
import type { Check } from '../../engine/define.ts';
import { SOME_IMAGE, TEXT } from '../lib/bodies.ts';
import { BASE, LARGE, WATCHED } from '../lib/clips.ts';
import { acceptedFree, refusal } from '../lib/rows.ts';
import { LARGE_3_4, LONGEST, MIDDLE_SQUARE, MIDDLE_WIDEST } from '../lib/shapes.ts';

/** Clips whose creates show each tier, and each ratio. */
const OF_TIER = { '480p': BASE, '720p': MIDDLE_WIDEST, '1080p': LARGE } as const;
const OF_RATIO = {
  '16:9': LONGEST,
  '9:16': LARGE,
  '21:9': MIDDLE_WIDEST,
  '1:1': MIDDLE_SQUARE,
  '4:3': BASE,
  '3:4': LARGE_3_4,
} as const;

export const CHOICE_CHECKS: readonly Check[] = [
  refusal({
    id: 'create.mode.values.other',
    requirement: 'create.mode.values',
    what: 'a `mode` that is not listed',
    body: { ...TEXT, mode: 'video-to-video' },
  }),
  refusal({
    id: 'create.mode.values.case',
    requirement: 'create.mode.values',
    what: 'a `mode` in another case',
    body: { ...TEXT, mode: 'Text-To-Video' },
  }),
  refusal({
    id: 'create.mode.values.type',
    requirement: 'create.mode.values',
    what: 'a number as `mode`',
    body: { ...TEXT, mode: 1 },
  }),
  refusal({
    id: 'create.mode.default.images',
    requirement: 'create.mode.default',
    what: 'images but no `mode` (the default mode is text-to-video)',
    body: { ...TEXT, image_urls: [SOME_IMAGE] },
  }),
  acceptedFree({
    id: 'create.mode.values.text',
    requirement: 'create.mode.values',
    what: '`mode` text-to-video',
    body: { ...TEXT, mode: 'text-to-video' },
    shown: { by: LARGE },
  }),
  refusal({
    id: 'create.resolution.values.other',
    requirement: 'create.resolution.values',
    what: '`resolution` 360p',
    body: { ...TEXT, resolution: '360p' },
  }),
  refusal({
    id: 'create.resolution.values.four-k',
    requirement: 'create.resolution.values',
    what: '`resolution` 4k',
    body: { ...TEXT, resolution: '4k' },
  }),
  refusal({
    id: 'create.resolution.values.case',
    requirement: 'create.resolution.values',
    what: '`resolution` 480P',
    body: { ...TEXT, resolution: '480P' },
  }),
  refusal({
    id: 'create.resolution.values.type',
    requirement: 'create.resolution.values',
    what: 'a number as `resolution`',
    body: { ...TEXT, resolution: 480 },
  }),
  ...RESOLUTIONS.map((resolution) =>
    acceptedFree({
      id: `create.resolution.values.${resolution}`,
      requirement: 'create.resolution.values',
      what: `\`resolution\` ${resolution}`,
      body: { ...TEXT, resolution },
      shown: { by: OF_TIER[resolution] },
    }),
  ),
  refusal({
    id: 'create.aspect-ratio.values.other',
    requirement: 'create.aspect-ratio.values',
    what: '`aspect_ratio` 2:1',
    body: { ...TEXT, aspect_ratio: '2:1' },
  }),
  refusal({
    id: 'create.aspect-ratio.values.spelling',
    requirement: 'create.aspect-ratio.values',
    what: '`aspect_ratio` 16x9',
    body: { ...TEXT, aspect_ratio: '16x9' },
  }),
  refusal({
    id: 'create.aspect-ratio.values.type',
    requirement: 'create.aspect-ratio.values',
    what: 'a number as `aspect_ratio`',
    body: { ...TEXT, aspect_ratio: 1.78 },
  }),
  ...FIXED_RATIOS.map((ratio) =>
    acceptedFree({
      id: `create.aspect-ratio.values.${ratio.replace(':', '-')}`,
      requirement: 'create.aspect-ratio.values',
      what: `\`aspect_ratio\` ${ratio}`,
      body: { ...TEXT, aspect_ratio: ratio },
      shown: { by: OF_RATIO[ratio] },
    }),
  ),
  refusal({
    id: 'create.audio.type.string',
    requirement: 'create.audio.type',
    what: '`audio` as a string',
    body: { ...TEXT, audio: 'true' },
  }),
  refusal({
    id: 'create.audio.type.number',
    requirement: 'create.audio.type',
    what: '`audio` 1',
    body: { ...TEXT, audio: 1 },
  }),
  acceptedFree({
    id: 'create.audio.type.true',
    requirement: 'create.audio.type',
    what: '`audio` true',
    body: { ...TEXT, audio: true },
    shown: { by: BASE },
  }),
  acceptedFree({
    id: 'create.audio.type.false',
    requirement: 'create.audio.type',
    what: '`audio` false',
    body: { ...TEXT, audio: false },
    shown: { by: WATCHED },
  }),
].flat();
