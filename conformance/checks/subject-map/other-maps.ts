/** Resources: the subject map: its rules in the maps of videos and of sounds, and behind the first handle. */

import type { RequirementId } from '../../../contract/requirements/requirements.ts';
import { defineCheck, defineProbe, type Check } from '../../engine/define.ts';
import type { ProbeTools } from '../../engine/probe-tools.ts';

import { REFERENCE_MODE, SOME_AUDIO, without } from '../lib/bodies.ts';
import { sourceBody } from '../lib/clips.ts';
import { refusal } from '../lib/rows.ts';
import { allRefused } from '../lib/rules.ts';
import { TWINS } from '../lib/twins.ts';

const withSound = { ...without(REFERENCE_MODE, 'image_urls'), audio_urls: [SOME_AUDIO] };

/** A create with one item of the kind that the map points at. */
const WITH_MAP: Readonly<Record<'video' | 'audio', (kit: ProbeTools, map: unknown) => object>> = {
  video: (kit, map) => ({ ...sourceBody(kit, 'extend'), subject_to_video_ids: map }),
  audio: (_, map) => ({ ...withSound, subject_to_audio_ids: map }),
};
const MAPS = ['video', 'audio'] as const;

export const OTHER_MAP_CHECKS: readonly Check[] = [
  inOtherMaps('subject-map.object', 'an array as subject map', [[0]]),
  inOtherMaps('subject-map.handle', 'a handle with a dash', { 'the-take': [0] }),
  inOtherMaps('subject-map.index.integer', 'the index 0.5', { take: [0.5] }),
  inOtherMaps('subject-map.index.minimum', 'the index -1', { take: [-1] }),
  inOtherMaps('subject-map.indexes.count', 'a handle without indexes', { take: [] }),
  ...refusal({
    id: 'create.subject-to-image-ids.index.second-handle',
    requirement: 'create.subject-to-image-ids.index',
    what: 'a second handle with an index beyond the list of images',
    body: { ...REFERENCE_MODE, subject_to_image_ids: { hero: [0], place: [1] } },
  }),
  ...MAPS.flatMap((kind) =>
    refusal({
      id: `create.subject-to-${kind}-ids.index.second-handle`,
      requirement: `create.subject-to-${kind}-ids.index`,
      what: `an index beyond the ${kind === 'video' ? 'source videos' : 'audio files'} in the second handle`,
      ...(kind === 'video' ? { after: ['any-clip'] } : {}),
      body: (kit) => WITH_MAP[kind](kit, { take: [0], other: [1] }),
    }),
  ),
];

/** One defect, in the map of videos and in that of sounds. */
function inOtherMaps(requirement: RequirementId, what: string, map: unknown): Check {
  const id = `${requirement}.other-maps`;
  const probe = defineProbe({
    id,
    mayBeCharged: true,
    sends: `Two create requests with ${what}: one in the subject map of source videos, one in the subject map of audio files.`,
    after: ['any-clip'],
    run: async (kit) => {
      for (const kind of MAPS) await kit.create(kind, WITH_MAP[kind](kit, map));
      return undefined;
    },
  });
  return defineCheck({
    id,
    requirement,
    proves: `A create request with ${what} is rejected. The rule applies to \`subject_to_video_ids\` and to \`subject_to_audio_ids\`.`,
    failing: 'The server checks only `subject_to_image_ids`.',
    from: [...TWINS, probe],
    passive: true,
    judge: (evidence) => allRefused(evidence, MAPS, `it has ${what}`),
  });
}
