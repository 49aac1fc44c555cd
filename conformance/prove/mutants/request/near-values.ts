/** Servers that read a field more loosely than the document writes it, or that have other defaults. */

import { ABSENT } from '../../../checks/lib/field.ts';
import { creating, IN_IMAGE_MODE, instead, IN_REFERENCE_MODE } from '../../tamper/create.ts';
import { ALONE, mutants, mutantsWith, THOROUGH, type Mutant } from '../../mutant.ts';
import type { Tampering } from '../../server.ts';

type Read = (value: unknown) => unknown;

const text =
  (change: (text: string) => string): Read =>
  (value) =>
    typeof value === 'string' ? change(value) : value;
const one =
  (from: unknown, to: unknown): Read =>
  (value) =>
    JSON.stringify(value) === JSON.stringify(from) ? to : value;
const number =
  (change: (value: number) => number): Read =>
  (value) =>
    typeof value === 'number' ? change(value) : value;
const unwrapped: Read = (value) => (Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value);
const trimmed = text((value) => value.trim());
const folded = text((value) => value.normalize('NFKC'));
const lower = text((value) => value.toLowerCase());
const like = (pattern: RegExp, wanted: string): Read => text((value) => (pattern.test(value) ? wanted : value));

const MODEL = 'videomodel-2.5';
const TEXT_MODE = 'text-to-video';

const NEAR: readonly Mutant[] = mutantsWith(ALONE, {
  'create.model.constant.near': near('model', {
    'trims `model`': trimmed,
    'normalizes `model` with NFKC': folded,
    'checks only the end of `model`': like(/videomodel-2\.5$/, MODEL),
    'checks only the first line of `model`': text((value) => value.split('\n')[0] ?? ''),
    'accepts any character for the dot in `model`': like(/^videomodel-2.5$/, MODEL),
    'reads the number in `model`': like(/^(videomodel-)?2\.50?$/, MODEL),
    'drops non-ASCII characters from `model`': text((value) => value.replaceAll(/[^ -~]/g, '')),
    'accepts similar letters in `model`': text((value) => value.replaceAll('\u043E', 'o')),
    'accepts an array with one model': unwrapped,
    'accepts an empty `model`': one('', MODEL),
    'accepts null as `model`': one(null, MODEL),
    'ignores the case of `model`': like(/^VIDEOMODEL-2\.5$/, MODEL),
  }),
  'create.mode.values.near': near('mode', {
    'trims `mode`': trimmed,
    'ignores the case of `mode`': lower,
    'accepts underscores for hyphens in `mode`': text((value) => value.replaceAll('_', '-')),
    'reads an empty `mode` as the default': one('', TEXT_MODE),
    'reads false as the default mode': one(false, TEXT_MODE),
    'accepts an array with one mode': unwrapped,
    'compares only the beginning of `mode`': one('text', TEXT_MODE),
  }),
  'create.mode.values.near.image': near('mode', {
    'ignores the case of the image mode only': like(/^image-to-video$/i, 'image-to-video'),
    'trims `mode` for image mode only': like(/^image-to-video\s+$/, 'image-to-video'),
  }),
  'create.mode.values.near.reference': near('mode', {
    'ignores the case of the reference mode only': like(/^reference-to-video$/i, 'reference-to-video'),
    'accepts references-to-video': like(/^references-to-video$/, 'reference-to-video'),
  }),
  'create.resolution.values.near': near('resolution', {
    'trims `resolution`': trimmed,
    'reads the number in `resolution`': like(/^(480|720|1080)\D?\d*$/, '480p'),
    'normalizes `resolution`': folded,
    'ignores the case of the largest tier only': one('1080P', '1080p'),
    'rounds down to a tier': one('540p', '480p'),
    'has a tier 1440p': one('1440p', '1080p'),
    'reads an empty `resolution` as the default': one('', '480p'),
    'reads 0 as the default resolution': one(0, '480p'),
    'accepts an array with one resolution': unwrapped,
  }),
  'create.aspect-ratio.values.near': near('aspect_ratio', {
    'trims `aspect_ratio`': trimmed,
    'drops spaces from `aspect_ratio`': text((value) => value.replaceAll(' ', '')),
    'accepts a slash in `aspect_ratio`': text((value) => value.replace('/', ':')),
    'normalizes `aspect_ratio`': folded,
    'reads the numbers of `aspect_ratio`': text((value) => value.replace(/^0+/, '')),
    'reduces `aspect_ratio`': one('32:18', '16:9'),
    'has the ratio 9:21': one('9:21', '9:16'),
    'has the ratio 3:2': one('3:2', '4:3'),
    'accepts auto as a ratio': one('auto', '16:9'),
    'reads an empty `aspect_ratio` as the default': one('', '16:9'),
  }),
  'create.aspect-ratio.values.near.adaptive': near('aspect_ratio', {
    'ignores the case of adaptive': lower,
    'trims adaptive': trimmed,
  }),
  'create.audio.type.near': near('audio', {
    'reads "false" as false': one('false', false),
    'reads 0 as false': one(0, false),
    'reads an empty text as false': one('', false),
    'reads an object as true': one({}, true),
  }),
  'create.prompt.type.near': near('prompt', {
    'converts booleans to a prompt': (value) => (typeof value === 'boolean' ? String(value) : value),
    'invents a prompt for null': one(null, 'A kite.'),
    'converts 0 to a prompt': one(0, '0'),
  }),
  'create.duration-seconds.integer.near': near('duration_seconds', {
    'reads null as the default': one(null, 4),
    'accepts an array with one length': unwrapped,
    'accepts a length with its unit': one('4s', 4),
    'accepts digits after a space': one(' 4', 4),
    'accepts digits before a line break': one('4\n', 4),
    'rounds a length that is close to an integer': number((value) =>
      value % 1 < 0.000_01 ? Math.floor(value) : value,
    ),
    'rounds up to the shortest length': number((value) => (value > 3.99 ? Math.max(4, value) : value)),
    'drops fractions above the longest length': number((value) => (value > 30 && value < 31 ? 30 : value)),
  }),
  'create.duration-seconds.range.near': near('duration_seconds', {
    'keeps 8 bits of a length': number((value) => (value === 260 ? value % 256 : value)),
    'keeps 16 bits of a length': number((value) => (value === 65_540 ? value % 65_536 : value)),
    'clamps lengths above a hundred': number((value) => (value === 100 ? 30 : value)),
    'clamps lengths beyond 64 bits': number((value) => (value > 1e15 ? 30 : value)),
    'reads 1 as the shortest length': number((value) => (value === 1 ? 4 : value)),
    'reads -1 as no limit': number((value) => (value === -1 ? 4 : value)),
  }),
  'create.reference-video-operation.values.near': near('reference_video_operation', {
    'trims the operation': trimmed,
    'ignores the case of the operation': lower,
    'uses the first of two operations': text((value) => value.split(',')[0] ?? ''),
    'reads an empty operation as no operation': one('', 'extend'),
    'reads false as no operation': one(false, 'reference'),
    'accepts an array with one operation': unwrapped,
  }),
});

const DEFAULTS: readonly Mutant[] = mutants({
  'create.resolution.default': { 'makes 480p by default': instead({ resolution: ABSENT }, { resolution: '480p' }) },
  'create.resolution.default.image': {
    'makes 480p by default in image mode': {
      tamper: instead({ ...IN_IMAGE_MODE, resolution: ABSENT }, { resolution: '480p' }),
      ...THOROUGH,
    },
  },
  'create.aspect-ratio.default': {
    'makes squares by default': instead({ aspect_ratio: ABSENT, mode: ABSENT }, { aspect_ratio: '1:1' }),
  },
  'create.audio.default': { 'makes silent clips by default': instead({ audio: ABSENT }, { audio: false }) },
  'create.audio.default.image': {
    'makes silent clips by default in image mode only': instead({ ...IN_IMAGE_MODE, audio: ABSENT }, { audio: false }),
  },
  'create.audio.default.extend': {
    'makes silent clips by default in reference mode only': {
      tamper: instead({ ...IN_REFERENCE_MODE, audio: ABSENT }, { audio: false }),
      ...THOROUGH,
    },
  },
});

export const NEAR_VALUE_MUTANTS: readonly Mutant[] = [...NEAR, ...DEFAULTS];

/** Returns servers that read other values of a field than the client sent. */
function near(field: string, reads: Readonly<Record<string, Read>>): Readonly<Record<string, () => Tampering>> {
  return Object.fromEntries(
    Object.entries(reads).map(([does, read]) => [
      does,
      creating((body) => {
        const value = read(body[field]);
        return value === body[field] ? body : { ...body, [field]: value };
      }),
    ]),
  );
}
