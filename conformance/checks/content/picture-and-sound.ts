/** Endpoints: content: the shape of the picture, the sound, and the encoding of both. */

import type { FixedRatio, Resolution } from '../../../contract/dimensions.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Check, Probe } from '../../engine/define.ts';
import { untestable, type Outcome } from '../../engine/outcome.ts';
import { BASE, DEFAULTS, EDIT, EXTEND, FRAMES, IMAGE, LARGE, REFERENCE, WATCHED } from '../lib/clips.ts';
import { DOWNLOAD, downloadOf } from '../lib/downloads.ts';
import { EXTEND_MANY } from '../lib/replays.ts';
import { SPENDING } from '../lib/failing.ts';
import * as thorough from '../lib/thorough-clips.ts';
import { clipCases, type ClipFlaw, clipSeen, isRatio, isTier, type Seen } from './clip.ts';

const { framesPerSecond, durationSeconds: bounds } = LIMITS;

const pixels = ({ video }: Seen): string => `${video.width}x${video.height}`;

/** Returns a rule that a clip has one of these resolutions. */
export function tier(...tiers: readonly Resolution[]): (seen: Seen) => ClipFlaw {
  const expected = `a clip with the resolution ${tiers.join(' or ')}`;
  return (seen) => (tiers.some((one) => isTier(seen.video, one)) ? undefined : [expected, pixels(seen)]);
}

/** Returns a rule that a clip has this shape. */
export function shape(ratio: FixedRatio): (seen: Seen) => ClipFlaw {
  return (seen) => (isRatio(seen.video, ratio) ? undefined : [`a clip with the aspect ratio ${ratio}`, pixels(seen)]);
}

const loud = ({ clip }: Seen): ClipFlaw => (clip.audio === undefined ? ['an audio track', 'none'] : undefined);
const silent = ({ clip }: Seen): ClipFlaw => (isAudible(clip) ? ['no sound', 'an audio track'] : undefined);

const IGNORED =
  'The server ignores this field of the create request, swaps width and height, or has other defaults in one workflow.';

type Row = readonly [id: string, clip: Probe, rule: (seen: Seen) => ClipFlaw, proves: string];

/** The checks of the resolution, the shape and the sound of the clips of each run. */
const OF_EACH_RUN: readonly Row[] = [
  [
    'content.resolution.480p',
    BASE,
    tier('480p'),
    'A clip that was requested at 480p has this resolution. The area or the shorter side of the clip must match.',
  ],
  ['content.resolution.edit', EXTEND, tier('480p'), 'An extension that was requested at 480p has this resolution.'],
  ['create.resolution.default', DEFAULTS, tier('720p'), 'Without `resolution`, the clip has the resolution 720p.'],
  [
    'create.resolution.default.image',
    thorough.FRAMES_LONG,
    tier('720p'),
    'Without `resolution`, the clip also has the resolution 720p in image mode.',
  ],
  [
    'content.aspect-ratio.4-3',
    BASE,
    shape('4:3'),
    'A clip that was requested with the aspect ratio 4:3 has this ratio.',
  ],
  ['content.aspect-ratio.9-16', LARGE, shape('9:16'), 'A clip that was requested with the ratio 9:16 has this ratio.'],
  ['create.aspect-ratio.default', DEFAULTS, shape('16:9'), 'Without `aspect_ratio`, the clip is 16:9.'],
  ['content.audio.on', BASE, loud, 'With `audio` true, the clip has an audio track.'],
  ['content.audio.off', WATCHED, silent, 'With `audio` false, the clip has no audio track, or a silent audio track.'],
  ['create.audio.default', DEFAULTS, loud, 'Without `audio`, the clip has an audio track.'],
  ['create.audio.default.image', IMAGE, loud, 'Without `audio`, the clip also has an audio track in image mode.'],
  ['create.audio.default.extend', EXTEND_MANY, loud, 'Without `audio`, an extension also has an audio track.'],
];

/** Every ratio at every resolution. Every run makes six of these clips, and three others also test references. */
const SHAPES: readonly (readonly [Resolution, FixedRatio, clip: Probe])[] = [
  ...thorough.SHAPED,
  ['480p', '21:9', REFERENCE],
  ['480p', '1:1', SPENDING],
  ['480p', '4:3', BASE],
  ['480p', '3:4', WATCHED],
  ['720p', '16:9', DEFAULTS],
  ['1080p', '9:16', LARGE],
  ['1080p', '1:1', thorough.REFERENCE_IMAGE],
  ['1080p', '4:3', thorough.REFERENCE_SOUND],
];

/** The `adaptive` clips, whose shape the document does not define. A clip should follow its source. */
const FOLLOWING: readonly (readonly [clip: Probe, FixedRatio, what: string])[] = [
  [EDIT, '4:3', 'its first source video'],
  [thorough.EXTEND_TALL, '9:16', 'its source video'],
  [thorough.EXTEND_LARGE, '3:4', 'its source video'],
  [thorough.EDIT_MANY, '9:16', 'its first source video'],
];

export const PICTURE_AND_SOUND_CHECKS: readonly Check[] = [
  ...clipCases(DOWNLOAD, {
    'content.audio.synchronized': [
      'The sound begins at most 0.25 s before or after the video begins. The sound ends at most 0.75 s before or after the video ends.',
      'The sound begins later than the video, or ends earlier.',
      ({ answer, clip: { audio }, video }): ClipFlaw | Outcome =>
        audio === undefined ? untestable('The clip has no audio track.', answer) : togetherFlaw(audio, video),
    ],
  }),
  ...OF_EACH_RUN.flatMap(([id, clip, rule, proves]) => clipCases(downloadOf(clip), { [id]: [proves, IGNORED, rule] })),
  ...SHAPES.flatMap(([resolution, ratio, clip]) => {
    const name = `${resolution}.${ratio.replace(':', '-')}`;
    return clipCases(downloadOf(clip), {
      [`content.aspect-ratio.${name}`]: [
        `At ${resolution}, a clip that was requested with the aspect ratio ${ratio} has this aspect ratio.`,
        'The server supports only some of the aspect ratios.',
        shape(ratio),
      ],
      [`content.resolution.${name}`]: [
        `A ${ratio} clip that was requested at ${resolution} has this resolution.`,
        'The server makes all clips with the same resolution.',
        tier(resolution),
      ],
    });
  }),
  ...FOLLOWING.flatMap(([clip, ratio, what]) => {
    const name = clip.id.replace('clip.', '');
    return clipCases(downloadOf(clip), {
      [`content.aspect-ratio.${name}`]: [
        `With the aspect ratio \`adaptive\`, the clip "${name}" is ${ratio}, like ${what}.`,
        'The server uses a fixed aspect ratio for edits or extensions, or the aspect ratio of another source video.',
        shape(ratio),
        { level: 'should' },
      ],
    });
  }),
  ...clipSeen(DOWNLOAD, {
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
  ...clipSeen(downloadOf(DEFAULTS), {
    'content.pixels.720p': ['The width and height in pixels of a 16:9 clip at 720p.', pixels],
  }),
  ...clipSeen(downloadOf(LARGE), {
    'content.pixels.1080p.9-16': ['The width and height in pixels of a 9:16 clip at 1080p.', pixels],
  }),
  ...clipSeen(downloadOf(EDIT), { 'content.edit-resolution': ['The width and height in pixels of an edit.', pixels] }),
  ...clipSeen(downloadOf(FRAMES), {
    'content.adaptive-shape': [
      'The width and height in pixels of a clip with the aspect ratio `adaptive`. The clip is made from the first image of the profile.',
      pixels,
    ],
  }),
];

interface Track {
  readonly start: number;
  readonly seconds: number;
}

/**
 * Returns the flaw of a clip whose sound and picture do not start and end together. Audio frames are longer than video
 * frames. Some encoders also stop at the last video frame and lose their last audio frames.
 */
export function togetherFlaw(sound: Track, picture: Track): ClipFlaw {
  const atEnd = Math.abs(sound.start + sound.seconds - picture.start - picture.seconds);
  if (Math.abs(sound.start - picture.start) <= 0.25 && atEnd <= 0.75) return undefined;
  const got = `sound from ${sound.start.toFixed(2)} s for ${sound.seconds.toFixed(2)} s, picture for ${picture.seconds.toFixed(2)} s`;
  return ['sound that is as long as the video', got];
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
