/** Endpoints: content: the shape of the picture, the sound, and the encoding of both. */

import { LIMITS } from '../../../contract/limits.ts';
import { defineObservation, type Check, type Probe } from '../../engine/define.ts';
import { fail, observed, pass, untestable, type Outcome } from '../../engine/outcome.ts';
import {
  DOWNLOAD,
  DOWNLOAD_DEFAULTS,
  DOWNLOAD_EDIT,
  DOWNLOAD_EXTEND,
  DOWNLOAD_EXTEND_MANY,
  DOWNLOAD_FRAMES_LONG,
  DOWNLOAD_IMAGE,
  DOWNLOAD_LARGE,
  DOWNLOAD_WATCHED,
} from '../lib/downloads.ts';
import { isRatio, isTier } from './shape.ts';

import { aboutClip, type Seen } from './look.ts';

const { framesPerSecond, durationSeconds: bounds } = LIMITS;

const SHAPE: readonly Check[] = [
  ...aboutClip(DOWNLOAD, {
    'content.resolution.480p': {
      proves:
        'A clip that was requested at 480p has this resolution. The area or the shorter side of the clip must match.',
      failing: 'The server makes all clips at 720p.',
      rule: (seen) => tier(seen, '480p'),
    },
  }),
  ...aboutClip(DOWNLOAD_EXTEND, {
    'content.resolution.edit': {
      proves: 'An extension that was requested at 480p has this resolution.',
      failing: 'The server upscales extensions.',
      rule: (seen) => tier(seen, '480p'),
    },
  }),
  ...aboutClip(DOWNLOAD_DEFAULTS, {
    'create.resolution.default': {
      proves: 'Without `resolution`, the clip has the resolution 720p.',
      failing: 'The server uses 480p or 1080p as the default.',
      rule: (seen) => tier(seen, '720p'),
    },
  }),
  ...aboutClip(DOWNLOAD_FRAMES_LONG, {
    'create.resolution.default.image': {
      proves: 'Without `resolution`, the clip also has the resolution 720p in image mode.',
      failing: 'The server has other defaults in image mode.',
      rule: (seen) => tier(seen, '720p'),
    },
  }),
  ...aboutClip(DOWNLOAD, {
    'content.aspect-ratio.4-3': {
      proves: 'A clip that was requested with the aspect ratio 4:3 has this aspect ratio.',
      failing: 'The server makes square clips.',
      rule: (seen) => shape(seen, '4:3'),
    },
  }),
  ...aboutClip(DOWNLOAD_LARGE, {
    'content.aspect-ratio.9-16': {
      proves: 'A clip that was requested with the aspect ratio 9:16 has this aspect ratio.',
      failing: 'The server swaps width and height.',
      rule: (seen) => shape(seen, '9:16'),
    },
  }),
  ...aboutClip(DOWNLOAD_DEFAULTS, {
    'create.aspect-ratio.default': {
      proves: 'Without `aspect_ratio`, the clip is 16:9.',
      failing: 'The server uses 1:1 as the default.',
      rule: (seen) => shape(seen, '16:9'),
    },
  }),
];

const SOUND: readonly Check[] = [
  ...aboutClip(DOWNLOAD, {
    'content.audio.on': {
      proves: 'With `audio` true, the clip has an audio track.',
      failing: 'The server makes clips without an audio track.',
      rule: (seen) => hasSound(seen, true),
    },
  }),
  ...aboutClip(DOWNLOAD_WATCHED, {
    'content.audio.off': {
      proves: 'With `audio` false, the clip has no audio track, or a silent audio track.',
      failing: 'The server makes clips with audible sound.',
      rule: (seen) => hasSound(seen, false),
    },
  }),
  ...aboutClip(DOWNLOAD_DEFAULTS, {
    'create.audio.default': {
      proves: 'Without `audio`, the clip has an audio track.',
      failing: 'The server makes clips without sound by default.',
      rule: (seen) => hasSound(seen, true),
    },
  }),
  ...aboutClip(DOWNLOAD_IMAGE, {
    'create.audio.default.image': {
      proves: 'Without `audio`, the clip also has an audio track in image mode.',
      failing: 'The server has other defaults in image mode.',
      rule: (seen) => hasSound(seen, true),
    },
  }),
  ...aboutClip(DOWNLOAD_EXTEND_MANY, {
    'create.audio.default.extend': {
      proves: 'Without `audio`, an extension also has an audio track.',
      failing: 'The server makes extensions without sound.',
      rule: (seen) => hasSound(seen, true),
    },
  }),
  ...aboutClip(DOWNLOAD, {
    'content.audio.synchronized': {
      proves:
        'The sound begins at most 0.25 s before or after the video begins. The sound ends at most 0.75 s before or after the video ends.',
      failing: 'The sound begins later than the video, or ends earlier.',
      rule: ({ answer, clip: { audio }, video }) => {
        if (audio === undefined) return untestable('The clip has no audio track.', answer);
        return isTogether(audio, video)
          ? pass(answer)
          : fail(
              answer,
              'sound that is as long as the video',
              `sound from ${audio.start.toFixed(2)} s for ${audio.seconds.toFixed(2)} s, picture for ${video.seconds.toFixed(2)} s`,
            );
      },
    },
  }),
];

const pixels = ({ video }: Seen): string => `${video.width}x${video.height}`;

const OPEN: readonly Check[] = [
  ...seen(DOWNLOAD, {
    'content.encoding.video': ['The codec of the video track.', ({ video }) => video.codec ?? 'unknown'],
    'content.encoding.audio': [
      'The codec of the audio track.',
      ({ clip: { audio } }) =>
        audio === undefined ? 'none' : `${audio.codec ?? 'unknown'} ${audio.sampleRate} Hz, ${audio.channels} channels`,
    ],
    'content.encoding.brand': ['The brand in the `ftyp` box.', ({ clip }) => clip.brand?.trim() ?? 'none'],
    'content.encoding.index': [
      'Whether the index (`moov`) comes before the media data. If so, a player can start before the download ends.',
      ({ clip }) => (clip.boxes.indexOf('moov') < clip.boxes.indexOf('mdat') ? 'before the data' : 'behind the data'),
    ],
    'content.encoding.key-frames': [
      'The average distance between key frames.',
      ({ video }) => `one in ${(video.seconds / Math.max(1, video.keyFrames)).toFixed(2)} s`,
    ],
    'content.encoding.reordering': [
      'Whether the file stores frames in a different order from the order in which a player shows them.',
      ({ video }) => (video.order === undefined ? 'not recorded' : `${video.order.displaced} frames`),
    ],
    'content.pixels.480p.4-3': ['The width and height in pixels of a 4:3 clip at 480p.', pixels],
    'content.duration.tolerance': [
      'The difference between the number of frames in the clip and the requested number.',
      ({ video }) => {
        const over = video.frames - bounds.min * framesPerSecond;
        return over === 0 ? 'exact to the frame' : `${over} frames over`;
      },
    ],
  }),
  ...seen(DOWNLOAD_DEFAULTS, {
    'content.pixels.720p': ['The width and height in pixels of a 16:9 clip at 720p.', pixels],
  }),
  ...seen(DOWNLOAD_LARGE, {
    'content.pixels.1080p.9-16': ['The width and height in pixels of a 9:16 clip at 1080p.', pixels],
  }),
  ...seen(DOWNLOAD_EDIT, { 'content.edit-resolution': ['The width and height in pixels of an edit.', pixels] }),
];

export const PICTURE_AND_SOUND_CHECKS: readonly Check[] = [...SHAPE, ...SOUND, ...OPEN];

export function tier({ answer, video }: Seen, resolution: '480p' | '720p' | '1080p'): Outcome {
  return isTier(video, resolution)
    ? pass(answer)
    : fail(answer, `a clip with the resolution ${resolution}`, `${video.width}x${video.height}`);
}

export function shape({ answer, video }: Seen, ratio: '21:9' | '16:9' | '9:16' | '1:1' | '4:3' | '3:4'): Outcome {
  return isRatio(video, ratio)
    ? pass(answer)
    : fail(answer, `a clip with the aspect ratio ${ratio}`, `${video.width}x${video.height}`);
}

interface Track {
  readonly start: number;
  readonly seconds: number;
}

/**
 * Returns whether sound and picture start and end together. Audio frames are longer than video frames. Some encoders
 * also stop at the last video frame and lose their last audio frames.
 */
export function isTogether(sound: Track, picture: Track): boolean {
  const atEnd = Math.abs(sound.start + sound.seconds - picture.start - picture.seconds);
  return Math.abs(sound.start - picture.start) <= 0.25 && atEnd <= 0.75;
}

/**
 * The maximum number of bytes per second of a silent track. Bytes that repeat others do not count. The document does
 * not say that a clip without sound has no audio track.
 */
const SILENCE_BYTES_PER_SECOND = 1000;

/** Returns whether a clip has a track that may be audible. */
export function isAudible({ audio }: Pick<Seen['clip'], 'audio'>): boolean {
  return audio !== undefined && (audio.bytesPerSecond ?? Infinity) > SILENCE_BYTES_PER_SECOND;
}

function hasSound({ answer, clip }: Seen, wanted: boolean): Outcome {
  const has = wanted ? clip.audio !== undefined : isAudible(clip);
  return has === wanted
    ? pass(answer)
    : fail(answer, wanted ? 'an audio track' : 'no sound', has ? 'an audio track' : 'none');
}

function seen(
  download: Probe,
  table: Readonly<Record<string, readonly [proves: string, say: (seen: Seen) => string]>>,
): Check[] {
  return Object.entries(table).map(([id, [proves, say]]) =>
    defineObservation({
      id,
      proves,
      from: [download],
      judge: (evidence) => {
        const answer = evidence.one('whole');
        const { clip } = answer.response.body;
        return clip?.video === undefined
          ? untestable('The kit could not read the file as an MP4.', answer)
          : observed(say({ answer, clip, video: clip.video }), answer);
      },
    }),
  );
}
