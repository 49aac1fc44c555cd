/** The generations of `--thorough`: every shape, the longest length, and other sources and sound than a default run. */

import type { FixedRatio, Resolution } from '../../../contract/dimensions.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { defineProbe, type Probe } from '../../engine/define.ts';
import type { MakeOptions, ProbeTools } from '../../engine/probe-tools.ts';
import {
  IMAGE_MODE,
  lacksAudio,
  lacksImages,
  many,
  ONE_SOUND,
  REFERENCE_MODE,
  SOME_IMAGE,
  sourceBody,
  TEXT,
  without,
} from './bodies.ts';
import { BASE, cheap, EDIT_ASKED, LONG, made, SECONDS } from './clips.ts';
import type { RowOptions } from './creates.ts';
import { isAlone } from './shown.ts';
import { missing } from '../../engine/outcome.ts';

const { max: KEY_LENGTH } = LIMITS.idempotencyKey;

/** Letters, digits and punctuation marks of an Idempotency-Key. The end of the key differs in every run. */
export const KEY_CHARACTERS = 'Order-17_a.b:c/';

interface Shape {
  /** The id of the probe. By default, it consists of the resolution and the ratio. */
  readonly id?: string;
  readonly resolution: Resolution;
  readonly ratio: FixedRatio;
  readonly seconds?: number;
  readonly isSilent?: true;
  /** The special content of the create request, as a phrase. */
  readonly holds?: string;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly options?: (kit: ProbeTools) => MakeOptions;
}

/** The length of the portrait clip, which is the source of other clips. */
export const TALL_SECONDS = SECONDS + 1;

export const SMALL_TALL = shaped({
  resolution: '480p',
  ratio: '9:16',
  seconds: TALL_SECONDS,
  isSilent: true,
  holds: 'with a prompt of one character',
  fields: { prompt: 'x' },
});
/** The longest clip from text, in the shape that most services have as their default. */
export const LONGEST = shaped({
  id: 'clip.longest',
  resolution: '480p',
  ratio: '16:9',
  seconds: LIMITS.durationSeconds.max,
  holds: 'with an Idempotency-Key of 128 letters, digits and punctuation marks',
  options: ({ runId }) => ({
    headers: [['Idempotency-Key', KEY_CHARACTERS.repeat(9).slice(0, KEY_LENGTH - runId.length) + runId]],
  }),
});
export const LARGE_3_4 = shaped({
  resolution: '1080p',
  ratio: '3:4',
  holds: 'with the Content-Type `application/json; charset=utf-8`',
  options: () => ({ headers: [['Content-Type', 'application/json; charset=utf-8']] }),
});
export const MIDDLE_WIDEST = shaped({
  resolution: '720p',
  ratio: '21:9',
  seconds: 5,
  isSilent: true,
  holds: `with a prompt of ${LIMITS.prompt.max} characters of two bytes each`,
  fields: { prompt: '\u00e9'.repeat(LIMITS.prompt.max) },
});
export const MIDDLE_4_3 = shaped({
  resolution: '720p',
  ratio: '4:3',
  seconds: 5,
  isSilent: true,
  holds: 'with the Content-Type `Application/JSON`',
  options: () => ({ headers: [['Content-Type', 'Application/JSON']] }),
});
export const LARGE_WIDE = shaped({ resolution: '1080p', ratio: '16:9', seconds: 9 });

export const MIDDLE_TALL = shaped({ resolution: '720p', ratio: '9:16', seconds: 9 });
export const MIDDLE_SQUARE = shaped({ resolution: '720p', ratio: '1:1' });
export const MIDDLE_3_4 = shaped({ resolution: '720p', ratio: '3:4' });
export const LARGE_WIDEST = shaped({ resolution: '1080p', ratio: '21:9', isSilent: true });

function shaped(shape: Shape): Probe {
  const { resolution, ratio, seconds = SECONDS, isSilent, holds, fields = {}, options } = shape;
  const more = [...(isSilent === true ? ['without sound'] : []), ...(holds === undefined ? [] : [holds])];
  const asked = { resolution, aspect_ratio: ratio, duration_seconds: seconds, audio: isSilent !== true };
  return defineProbe({
    id: shape.id ?? `clip.${resolution}.${ratio.replace(':', '-')}`,
    sends: `A text create request for ${seconds} s at ${resolution}, ${[ratio, ...more].join(', ')}.`,
    group: 'thorough',
    paidCreates: () => [{ resolution, output: seconds, source: 0 }],
    run: async (kit) => {
      await kit.make({ ...TEXT, ...fields, ...asked }, options?.(kit));
    },
  });
}

export const FRAMES_LONG_SECONDS = 12;
export const SOUND_SECONDS = SECONDS + 1;

export const EDIT_MANY = defineProbe({
  id: 'clip.edit-many',
  sends:
    'An edit of two clips of 5 s and 4 s, with sound, with `duration_seconds` 7. The first clip is in portrait format and has no sound.',
  group: 'thorough',
  after: [BASE, SMALL_TALL],
  paidCreates: () => cheap(TALL_SECONDS, SECONDS + TALL_SECONDS),
  run: (kit) => {
    const sources = [SMALL_TALL, BASE].map((probe) => kit.generation(probe).id);
    return made(kit, { ...sourceBody('edit', sources), duration_seconds: EDIT_ASKED });
  },
});

export const REFERENCE_MANY = defineProbe({
  id: 'clip.reference-many',
  sends:
    'A reference-to-video create request without sound, 1:1, with the operation "reference". The two source videos last 5 s and 4 s. Each of them has a handle.',
  group: 'thorough',
  after: [BASE, SMALL_TALL],
  paidCreates: () => cheap(SECONDS, SECONDS + TALL_SECONDS),
  run: (kit) => {
    const handles = { prompt: 'The @h meets the one of @Take_2.', subject_to_video_ids: { h: [0], Take_2: [1] } };
    const sources = [SMALL_TALL, BASE].map((probe) => kit.generation(probe).id);
    return made(kit, { ...sourceBody('reference', sources), ...handles, aspect_ratio: '1:1', audio: false });
  },
});

export const REFERENCE_IMAGE = defineProbe({
  id: 'clip.reference-image',
  sends: 'A reference-to-video create request for 4 s at 1080p, 1:1. One image is its only reference.',
  group: 'thorough',
  lacks: lacksImages,
  paidCreates: () => [{ resolution: '1080p', output: SECONDS, source: 0 }],
  run: (kit) => made(kit, { ...REFERENCE_MODE, resolution: '1080p', aspect_ratio: '1:1' }),
});

export const REFERENCE_SOUND = defineProbe({
  id: 'clip.reference-sound',
  sends:
    'A reference-to-video create request for 5 s at 1080p, 4:3, without sound. One audio file is its only reference.',
  group: 'thorough',
  lacks: lacksAudio,
  paidCreates: () => [{ resolution: '1080p', output: SOUND_SECONDS, source: 0 }],
  run: (kit) =>
    made(kit, {
      ...ONE_SOUND,
      audio: false,
      resolution: '1080p',
      aspect_ratio: '4:3',
      duration_seconds: SOUND_SECONDS,
    }),
});

/** A clip in image mode at another resolution, without sound, and longer than what some models make at once. */
export const IMAGE_LARGE = defineProbe({
  id: 'clip.image-large',
  sends: 'An image-to-video create request for 9 s at 1080p with one image, without sound.',
  group: 'thorough',
  lacks: lacksImages,
  paidCreates: () => [{ resolution: '1080p', output: LONG, source: 0 }],
  run: (kit) => made(kit, { ...IMAGE_MODE, resolution: '1080p', duration_seconds: LONG, audio: false }),
});

/** A clip from two images with sound and the default resolution. The other clip from two images has neither. */
export const FRAMES_LONG = defineProbe({
  id: 'clip.frames-long',
  sends: 'An image-to-video create request for 12 s with a first and a last frame, without `resolution`.',
  group: 'thorough',
  lacks: lacksImages,
  paidCreates: () => [{ resolution: '720p', output: FRAMES_LONG_SECONDS, source: 0 }],
  run: (kit) =>
    made(kit, {
      ...without(IMAGE_MODE, 'resolution'),
      image_urls: many(SOME_IMAGE, 2),
      duration_seconds: FRAMES_LONG_SECONDS,
    }),
});

/** An extension at a higher resolution than its source. */
export const EXTEND_TALL = defineProbe({
  id: 'clip.extend-tall',
  sends: 'An extension by 6 s at 720p. The source video is the portrait clip of 5 s at 480p.',
  group: 'thorough',
  after: [SMALL_TALL],
  paidCreates: () => [{ resolution: '720p', output: TALL_SECONDS + 1, source: TALL_SECONDS }],
  run: (kit) => {
    const body = sourceBody('extend', [kit.generation(SMALL_TALL).id]);
    return made(kit, { ...body, resolution: '720p', duration_seconds: TALL_SECONDS + 1 });
  },
});

export const EXTEND_LARGE = defineProbe({
  id: 'clip.extend-large',
  sends: 'An extension by 4 s at 1080p. The source video is a clip of 4 s at 1080p, 3:4.',
  group: 'thorough',
  after: [LARGE_3_4],
  paidCreates: () => [{ resolution: '1080p', output: SECONDS, source: SECONDS }],
  run: (kit) => {
    return made(kit, { ...sourceBody('extend', [kit.generation(LARGE_3_4).id]), resolution: '1080p' });
  },
});

const NOT_THOROUGH = missing('--thorough', 'The run pays for this clip only with --thorough.');
/** The length of the clip whose create request has no optional fields. */
const DEFAULTS_SECONDS = 6;

/** Omitted fields have defaults in reference mode, too. The checks of every clip judge this clip. */
export const REFERENCE_DEFAULTS = defineProbe({
  id: 'clip.reference-defaults',
  sends: `A reference-to-video create request for ${DEFAULTS_SECONDS} s with an image, a source video of ${SECONDS} s and the operation "reference", without optional fields. Before the first poll, and while the generation is running, the kit also sends a get request for the source video.`,
  lacks: (profile) => (profile.thorough ? lacksImages(profile) : NOT_THOROUGH),
  after: [BASE],
  paidCreates: () => [{ resolution: '720p', output: DEFAULTS_SECONDS, source: SECONDS }],
  run: (kit) => {
    const { id, key } = kit.generation(BASE);
    // The record of a source video must not change while the server uses the source video.
    const look = (): Promise<unknown> => kit.get('again source', id, { key });
    const body = {
      model: TEXT.model,
      mode: 'reference-to-video',
      prompt: TEXT.prompt,
      duration_seconds: DEFAULTS_SECONDS,
      image_urls: [SOME_IMAGE],
      source_video_ids: [id],
      reference_video_operation: 'reference',
    };
    return made(kit, body, { meanwhile: look, whileRunning: look });
  },
});

/** The options of rows that the clip from one image, or from one audio file, also tests. */
export const IMAGE_ALONE: RowOptions = { by: REFERENCE_IMAGE, as: (sent) => isAlone(sent, 'image') };
export const SOUND_ALONE: RowOptions = { by: REFERENCE_SOUND, as: (sent) => isAlone(sent, 'audio') };
