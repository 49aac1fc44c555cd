/** The create request: `audio_urls`. */

import { LIMITS } from '../../../contract/limits.ts';
import type { Check } from '../../engine/define.ts';
import {
  imageBody,
  lacksAudio,
  lacksImages,
  REFERENCE_MODE,
  referenceBody,
  SOME_AUDIO,
  sounds,
  TEXT,
  without,
} from '../lib/bodies.ts';
import { REFERENCE } from '../lib/clips.ts';
import { REFERENCE_IMAGE } from '../lib/thorough-clips.ts';
import { acceptedFree, fromProfile, refusal } from '../lib/rows.ts';
import { referencesOf, isAlone } from '../lib/shown.ts';

const tunes = (count: number): string[] => Array.from({ length: count }, (_, at) => `${SOME_AUDIO}?n=${at}`);
const withAudio = (audio_urls: unknown): object => ({ ...REFERENCE_MODE, audio_urls });

export const SOUND_CHECKS: readonly Check[] = [
  refusal({
    id: 'create.audio-urls.type.string',
    requirement: 'create.audio-urls.type',
    what: 'a string as `audio_urls`',
    body: withAudio(SOME_AUDIO),
  }),
  refusal({
    id: 'create.audio-urls.type.number',
    requirement: 'create.audio-urls.type',
    what: 'a number in `audio_urls`',
    body: withAudio([7]),
  }),
  refusal({
    id: 'create.audio-urls.https.http',
    requirement: 'create.audio-urls.https',
    what: 'an http:// audio URL',
    body: withAudio([SOME_AUDIO.replace('https', 'http')]),
  }),
  refusal({
    id: 'create.audio-urls.count.above',
    requirement: 'create.audio-urls.count',
    what: `${LIMITS.audioUrls.max + 1} audio files`,
    body: withAudio(tunes(LIMITS.audioUrls.max + 1)),
  }),
  acceptedFree({
    id: 'create.audio-urls.count.maximum',
    requirement: 'create.audio-urls.count',
    what: `${LIMITS.audioUrls.max} sounds`,
    body: fromProfile((profile) => ({
      ...without(REFERENCE_MODE, 'image_urls'),
      audio_urls: sounds(profile, LIMITS.audioUrls.max),
    })),
    lacks: lacksAudio,
    shown: { by: REFERENCE, as: (sent) => referencesOf(sent, 'audio') === LIMITS.audioUrls.max },
  }),
  acceptedFree({
    id: 'create.audio-urls.default',
    requirement: 'create.audio-urls.default',
    what: 'an image but no `audio_urls`',
    body: fromProfile((profile) => referenceBody(profile)),
    lacks: lacksImages,
    shown: { by: REFERENCE_IMAGE, as: (sent) => isAlone(sent, 'image') },
  }),
  refusal({
    id: 'create.audio-urls.reference-mode.text',
    requirement: 'create.audio-urls.reference-mode',
    what: 'an audio file in text-to-video',
    body: { ...TEXT, mode: 'text-to-video', audio_urls: [SOME_AUDIO] },
  }),
  refusal({
    id: 'create.audio-urls.reference-mode.image',
    requirement: 'create.audio-urls.reference-mode',
    what: 'an audio file in image-to-video',
    body: fromProfile((profile) => ({ ...imageBody(profile), audio_urls: [SOME_AUDIO] })),
  }),
].flat();
