/** The generations of `--thorough`: every shape, the longest length, and other sources and sound than a default run. */

import type { FixedRatio, Resolution } from '../../../contract/dimensions.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { defineProbe, type Probe } from '../../engine/define.ts';
import type { MakeOptions, ProbeTools } from '../../engine/probe-tools.ts';
import * as bodies from './bodies.ts';
import { BASE, EDIT_ASKED, LONG, made, SECONDS } from './clips.ts';
import type { RowOptions } from './creates.ts';
import { isAlone } from './answers.ts';
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
export const MIDDLE_SQUARE = shaped({ resolution: '720p', ratio: '1:1' });

/** The clips of the shapes that no other clip has. */
export const SHAPED: readonly (readonly [Resolution, FixedRatio, Probe])[] = [
  ['480p', '16:9', LONGEST],
  ['480p', '9:16', SMALL_TALL],
  ['720p', '9:16', shaped({ resolution: '720p', ratio: '9:16', seconds: 9 })],
  ['720p', '21:9', MIDDLE_WIDEST],
  ['720p', '1:1', MIDDLE_SQUARE],
  ['720p', '4:3', MIDDLE_4_3],
  ['720p', '3:4', shaped({ resolution: '720p', ratio: '3:4' })],
  ['1080p', '16:9', shaped({ resolution: '1080p', ratio: '16:9', seconds: 9 })],
  ['1080p', '21:9', shaped({ resolution: '1080p', ratio: '21:9', isSilent: true })],
  ['1080p', '3:4', LARGE_3_4],
];

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
      await kit.make({ ...bodies.TEXT, ...fields, ...asked }, options?.(kit));
    },
  });
}

export const FRAMES_LONG_SECONDS = 12;
export const SOUND_SECONDS = SECONDS + 1;

/** A source video and its seconds. */
type Source = readonly [clip: Probe, seconds: number];

/** Defines a clip of `--thorough` from its body. The clip of an edit is as long as its first source video. */
function thorough(
  id: string,
  sends: string,
  [body, ...sources]: readonly [{ readonly [field: string]: unknown; readonly resolution?: Resolution }, ...Source[]],
): Probe {
  const asked = Number(body['duration_seconds']);
  const output = body['reference_video_operation'] === 'edit' ? (sources[0]?.[1] ?? asked) : asked;
  const source = sources.reduce((sum, [, seconds]) => sum + seconds, 0);
  return defineProbe({
    id: `clip.${id}`,
    sends,
    group: 'thorough',
    lacks: bodies.lacksSamples([body]),
    after: sources.map(([clip]) => clip),
    paidCreates: () => [{ resolution: body.resolution ?? '720p', output, source }],
    run: (kit) => {
      const ids = sources.map(([clip]) => kit.generation(clip).id);
      return made(kit, ids.length === 0 ? body : { ...body, source_video_ids: ids });
    },
  });
}

const TALL: Source = [SMALL_TALL, TALL_SECONDS];
const SHORT: Source = [BASE, SECONDS];

export const EDIT_MANY = thorough(
  'edit-many',
  'An edit of two clips of 5 s and 4 s, with sound, with `duration_seconds` 7. The first clip is in portrait format and has no sound.',
  [{ ...bodies.sourceBody('edit'), resolution: '480p', duration_seconds: EDIT_ASKED }, TALL, SHORT],
);

const HANDLES = { prompt: 'The @h meets the one of @Take_2.', subject_to_video_ids: { h: [0], Take_2: [1] } };

export const REFERENCE_MANY = thorough(
  'reference-many',
  'A reference-to-video create request without sound, 1:1, with the operation "reference". The two source videos last 5 s and 4 s. Each of them has a handle.',
  [
    { ...bodies.sourceBody('reference'), ...HANDLES, resolution: '480p', aspect_ratio: '1:1', audio: false },
    TALL,
    SHORT,
  ],
);

export const REFERENCE_IMAGE = thorough(
  'reference-image',
  'A reference-to-video create request for 4 s at 1080p, 1:1. One image is its only reference.',
  [{ ...bodies.REFERENCE_MODE, resolution: '1080p', aspect_ratio: '1:1' }],
);

export const REFERENCE_SOUND = thorough(
  'reference-sound',
  'A reference-to-video create request for 5 s at 1080p, 4:3, without sound. One audio file is its only reference.',
  [{ ...bodies.ONE_SOUND, audio: false, resolution: '1080p', aspect_ratio: '4:3', duration_seconds: SOUND_SECONDS }],
);

/** A clip in image mode at another resolution, without sound, and longer than what some models make at once. */
export const IMAGE_LARGE = thorough(
  'image-large',
  'An image-to-video create request for 9 s at 1080p with one image, without sound.',
  [{ ...bodies.IMAGE_MODE, resolution: '1080p', duration_seconds: LONG, audio: false }],
);

const FRAMES_MODE = {
  ...bodies.without(bodies.IMAGE_MODE, 'resolution'),
  image_urls: bodies.many(bodies.SAMPLE.image, 2),
};

/** A clip from two images with sound and the default resolution. The other clip from two images has neither. */
export const FRAMES_LONG = thorough(
  'frames-long',
  'An image-to-video create request for 12 s with a first and a last frame, without `resolution`.',
  [{ ...FRAMES_MODE, duration_seconds: FRAMES_LONG_SECONDS }],
);

/** An extension at a higher resolution than its source. */
export const EXTEND_TALL = thorough(
  'extend-tall',
  'An extension by 6 s at 720p. The source video is the portrait clip of 5 s at 480p.',
  [{ ...bodies.sourceBody('extend'), resolution: '720p', duration_seconds: TALL_SECONDS + 1 }, TALL],
);

export const EXTEND_LARGE = thorough(
  'extend-large',
  'An extension by 4 s at 1080p. The source video is a clip of 4 s at 1080p, 3:4.',
  [{ ...bodies.sourceBody('extend'), resolution: '1080p' }, [LARGE_3_4, SECONDS]],
);

const NOT_THOROUGH = missing('--thorough', 'The run pays for this clip only with --thorough.');
/** The length of the clip whose create request has no optional fields. */
const DEFAULTS_SECONDS = 6;

/** Omitted fields have defaults in reference mode, too. The checks of every clip judge this clip. */
export const REFERENCE_DEFAULTS = defineProbe({
  id: 'clip.reference-defaults',
  sends: `A reference-to-video create request for ${DEFAULTS_SECONDS} s with an image, a source video of ${SECONDS} s and the operation "reference", without optional fields. Before the first poll, and while the generation is running, the kit also sends a get request for the source video.`,
  lacks: (profile) => (profile.thorough ? bodies.lacksImages(profile) : NOT_THOROUGH),
  after: [BASE],
  paidCreates: () => [{ resolution: '720p', output: DEFAULTS_SECONDS, source: SECONDS }],
  run: (kit) => {
    const { id, key } = kit.generation(BASE);
    // The record of a source video must not change while the server uses the source video.
    const look = (): Promise<unknown> => kit.get('again source', id, { key });
    const body = {
      model: bodies.TEXT.model,
      mode: 'reference-to-video',
      prompt: bodies.TEXT.prompt,
      duration_seconds: DEFAULTS_SECONDS,
      image_urls: [bodies.SAMPLE.image],
      source_video_ids: [id],
      reference_video_operation: 'reference',
    };
    return made(kit, body, { meanwhile: look, whileRunning: look });
  },
});

/** The options of rows that the clip from one image, or from one audio file, also tests. */
export const IMAGE_ALONE: RowOptions = { by: REFERENCE_IMAGE, as: (sent) => isAlone(sent, 'image') };
export const SOUND_ALONE: RowOptions = { by: REFERENCE_SOUND, as: (sent) => isAlone(sent, 'audio') };
