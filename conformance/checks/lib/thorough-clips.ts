/**
 * The generations of `--thorough` whose workflow has others in a default run: other tiers, lengths, sources and sound.
 */

import { LIMITS } from '../../../contract/limits.ts';
import { defineProbe } from '../../engine/define.ts';
import type { Kit } from '../../engine/kit.ts';
import { imageBody, lacksAudio, lacksImages, REFERENCE_MODE, referenceBody, sounds, without } from './bodies.ts';
import { BASE, cheap, LONG, LONGER, made, MANY_SOURCES, SECONDS, SILENT, sourceBody } from './clips.ts';

/** What a default run cannot afford: two sources, edited and as a reference; 30 s extended by 30 s. */
export const EDIT_MANY = defineProbe({
  id: 'clip.edit-many',
  sends: 'An edit without sound of two clips of 5 s and 4 s, the first of them upright, that asks for 7 s.',
  group: 'thorough',
  after: [BASE, SILENT],
  pays: () => cheap(LONGER, SECONDS + LONGER),
  run: (kit) => made(kit.make({ ...sourceBody(kit, 'edit', twoOf(kit)), duration_seconds: 7, audio: false })),
});

export const REFERENCE_MANY = defineProbe({
  id: 'clip.reference-many',
  sends:
    'A reference-to-video create without sound, with two source videos of 5 s and 4 s, each with a handle, and the operation "reference".',
  group: 'thorough',
  after: [BASE, SILENT],
  pays: () => cheap(SECONDS, SECONDS + LONGER),
  run: (kit) => {
    const handles = { prompt: 'The @h meets the one of @Take_2.', subject_to_video_ids: { h: [0], Take_2: [1] } };
    return made(kit.make({ ...sourceBody(kit, 'reference', twoOf(kit)), ...handles, audio: false }));
  },
});

export const REFERENCE_IMAGE = defineProbe({
  id: 'clip.reference-image',
  sends: 'A reference-to-video create of 4 s at 1080p, 1:1, with one image, and nothing else to refer to.',
  group: 'thorough',
  lacks: lacksImages,
  pays: () => [{ resolution: '1080p', output: SECONDS, source: 0 }],
  run: (kit) => made(kit.make({ ...referenceBody(kit.profile), resolution: '1080p', aspect_ratio: '1:1' })),
});

export const REFERENCE_SOUND = defineProbe({
  id: 'clip.reference-sound',
  sends:
    'A reference-to-video create of 9 s at 1080p, 4:3, without sound, with one sound, and nothing else to refer to.',
  group: 'thorough',
  lacks: lacksAudio,
  pays: () => [{ resolution: '1080p', output: LONG, source: 0 }],
  run: (kit) => {
    const body = { ...without(REFERENCE_MODE, 'image_urls'), audio_urls: sounds(kit.profile, 1), audio: false };
    return made(kit.make({ ...body, resolution: '1080p', aspect_ratio: '4:3', duration_seconds: LONG }));
  },
});

/** Image mode is seen at another tier, longer and without its sound. */
export const IMAGE_LARGE = defineProbe({
  id: 'clip.image-large',
  sends: 'An image-to-video create of 9 s at 1080p with one image, without sound.',
  group: 'thorough',
  lacks: lacksImages,
  pays: () => [{ resolution: '1080p', output: LONG, source: 0 }],
  run: (kit) =>
    made(kit.make({ ...imageBody(kit.profile), resolution: '1080p', duration_seconds: LONG, audio: false })),
});

export const EXTEND_LONGEST = defineProbe({
  id: 'clip.extend-longest',
  sends: 'An extension by 30 s whose source videos last exactly 30 s together.',
  group: 'thorough',
  after: MANY_SOURCES,
  pays: () => cheap(LIMITS.durationSeconds.max, LIMITS.sourceVideoIds.combinedSeconds),
  run: (kit) => {
    const ids = MANY_SOURCES.map((probe) => kit.generation(probe).id);
    return made(kit.make({ ...sourceBody(kit, 'extend', ids), duration_seconds: LIMITS.durationSeconds.max }));
  },
});

export const EXTEND_TALL = defineProbe({
  id: 'clip.extend-tall',
  sends: 'An extension at 720p by 6 s of the upright clip without sound, which asks for nothing of either.',
  group: 'thorough',
  after: [SILENT],
  pays: () => [{ resolution: '720p', output: LONGER + 1, source: LONGER }],
  run: (kit) => {
    const body = sourceBody(kit, 'extend', [kit.generation(SILENT).id]);
    return made(kit.make({ ...body, resolution: '720p', duration_seconds: LONGER + 1 }));
  },
});

export const EXTEND_SILENT = defineProbe({
  id: 'clip.extend-silent',
  sends: 'An extension without sound of the clip of 4 s with sound.',
  group: 'thorough',
  after: [BASE],
  pays: () => cheap(SECONDS, SECONDS),
  run: (kit) => made(kit.make({ ...sourceBody(kit, 'extend', [kit.generation(BASE).id]), audio: false })),
});

function twoOf(kit: Kit): string[] {
  return [SILENT, BASE].map((probe) => kit.generation(probe).id);
}
