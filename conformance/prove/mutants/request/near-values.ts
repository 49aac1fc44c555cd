/** Servers that read a field more loosely than the document writes it: trimmed, folded, cut, or as another type. */

import type { Fields } from '../../../checks/lib/answers.ts';
import { asFields } from '../../server.ts';
import { creating } from '../../tamper/create-change.ts';
import { mutant, type Mutant } from '../../mutant.ts';

type Read = (value: unknown) => unknown;
/** The behavior of the server, and how it reads a value. */
type Row = readonly [name: string, does: string, read: Read];

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

const ROWS: Readonly<Record<string, readonly [field: string, ...Row[]]>> = {
  'create.model.constant.near': [
    'model',
    ['trimmed', 'trims `model`', trimmed],
    ['folded', 'normalizes `model` with NFKC', folded],
    ['ends-so', 'checks only the end of `model`', like(/videomodel-2\.5$/, MODEL)],
    ['one-line', 'checks only the first line of `model`', text((value) => value.split('\n')[0] ?? '')],
    ['any-point', 'accepts any character for the dot in `model`', like(/^videomodel-2.5$/, MODEL)],
    ['number', 'reads the number in `model`', like(/^(videomodel-)?2\.50?$/, MODEL)],
    ['ascii', 'drops non-ASCII characters from `model`', text((value) => value.replaceAll(/[^ -~]/g, ''))],
    ['confusable', 'accepts similar letters in `model`', text((value) => value.replaceAll('\u043E', 'o'))],
    ['array', 'accepts an array with one model', unwrapped],
    ['empty', 'accepts an empty `model`', one('', MODEL)],
    ['null', 'accepts null as `model`', one(null, MODEL)],
    ['capitals', 'ignores the case of `model`', like(/^VIDEOMODEL-2\.5$/, MODEL)],
  ],
  'create.mode.values.near': [
    'mode',
    ['trimmed', 'trims `mode`', trimmed],
    ['lower', 'ignores the case of `mode`', lower],
    ['underscores', 'accepts underscores for hyphens in `mode`', text((value) => value.replaceAll('_', '-'))],
    ['empty', 'reads an empty `mode` as the default', one('', TEXT_MODE)],
    ['falsy', 'reads false as the default mode', one(false, TEXT_MODE)],
    ['array', 'accepts an array with one mode', unwrapped],
    ['begins-so', 'compares only the beginning of `mode`', one('text', TEXT_MODE)],
  ],
  'create.mode.values.near.image': [
    'mode',
    ['lower', 'ignores the case of the image mode only', like(/^image-to-video$/i, 'image-to-video')],
    ['trimmed', 'trims `mode` for image mode only', like(/^image-to-video\s+$/, 'image-to-video')],
  ],
  'create.mode.values.near.reference': [
    'mode',
    ['lower', 'ignores the case of the reference mode only', like(/^reference-to-video$/i, 'reference-to-video')],
    ['plural', 'accepts references-to-video', like(/^references-to-video$/, 'reference-to-video')],
  ],
  'create.resolution.values.near': [
    'resolution',
    ['trimmed', 'trims `resolution`', trimmed],
    ['number', 'reads the number in `resolution`', like(/^(480|720|1080)\D?\d*$/, '480p')],
    ['folded', 'normalizes `resolution`', folded],
    ['largest', 'ignores the case of the largest tier only', one('1080P', '1080p')],
    ['nearest', 'rounds down to a tier', one('540p', '480p')],
    ['next', 'has a tier 1440p', one('1440p', '1080p')],
    ['falsy', 'reads an empty `resolution` as the default', one('', '480p')],
    ['zero', 'reads 0 as the default resolution', one(0, '480p')],
    ['array', 'accepts an array with one resolution', unwrapped],
  ],
  'create.aspect-ratio.values.near': [
    'aspect_ratio',
    ['trimmed', 'trims `aspect_ratio`', trimmed],
    ['blanks', 'drops spaces from `aspect_ratio`', text((value) => value.replaceAll(' ', ''))],
    ['slash', 'accepts a slash in `aspect_ratio`', text((value) => value.replace('/', ':'))],
    ['folded', 'normalizes `aspect_ratio`', folded],
    ['zeros', 'reads the numbers of `aspect_ratio`', text((value) => value.replace(/^0+/, ''))],
    ['reduced', 'reduces `aspect_ratio`', one('32:18', '16:9')],
    ['swapped', 'has the ratio 9:21', one('9:21', '9:16')],
    ['more', 'has the ratio 3:2', one('3:2', '4:3')],
    ['auto', 'accepts auto as a ratio', one('auto', '16:9')],
    ['empty', 'reads an empty `aspect_ratio` as the default', one('', '16:9')],
  ],
  'create.aspect-ratio.values.near.adaptive': [
    'aspect_ratio',
    ['lower', 'ignores the case of adaptive', lower],
    ['trimmed', 'trims adaptive', trimmed],
  ],
  'create.audio.type.near': [
    'audio',
    ['false', 'reads "false" as false', one('false', false)],
    ['zero', 'reads 0 as false', one(0, false)],
    ['empty', 'reads an empty text as false', one('', false)],
    ['object', 'reads an object as true', one({}, true)],
  ],
  'create.prompt.type.near': [
    'prompt',
    ['boolean', 'converts booleans to a prompt', (value) => (typeof value === 'boolean' ? String(value) : value)],
    ['null', 'invents a prompt for null', one(null, 'A kite.')],
    ['zero', 'converts 0 to a prompt', one(0, '0')],
  ],
  'create.duration-seconds.integer.near': [
    'duration_seconds',
    ['null', 'reads null as the default', one(null, 4)],
    ['array', 'accepts an array with one length', unwrapped],
    ['unit', 'accepts a length with its unit', one('4s', 4)],
    ['space', 'accepts digits after a space', one(' 4', 4)],
    ['line', 'accepts digits before a line break', one('4\n', 4)],
    [
      'rounded',
      'rounds a length that is close to an integer',
      number((value) => (value % 1 < 0.000_01 ? Math.floor(value) : value)),
    ],
    ['raised', 'rounds up to the shortest length', number((value) => (value > 3.99 ? Math.max(4, value) : value))],
    ['cut', 'drops fractions above the longest length', number((value) => (value > 30 && value < 31 ? 30 : value))],
  ],
  'create.duration-seconds.range.near': [
    'duration_seconds',
    ['byte', 'keeps 8 bits of a length', number((value) => (value === 260 ? value % 256 : value))],
    ['short', 'keeps 16 bits of a length', number((value) => (value === 65_540 ? value % 65_536 : value))],
    ['clamped', 'clamps lengths above a hundred', number((value) => (value === 100 ? 30 : value))],
    ['huge', 'clamps lengths beyond 64 bits', number((value) => (value > 1e15 ? 30 : value))],
    ['least', 'reads 1 as the shortest length', number((value) => (value === 1 ? 4 : value))],
    ['unknown', 'reads -1 as no limit', number((value) => (value === -1 ? 4 : value))],
  ],
  'create.reference-video-operation.values.near': [
    'reference_video_operation',
    ['trimmed', 'trims the operation', trimmed],
    ['lower', 'ignores the case of the operation', lower],
    ['first', 'uses the first of two operations', text((value) => value.split(',')[0] ?? '')],
    ['empty', 'reads an empty operation as no operation', one('', 'extend')],
    ['falsy', 'reads false as no operation', one(false, 'reference')],
    ['array', 'accepts an array with one operation', unwrapped],
  ],
};

export const NEAR_VALUE_MUTANTS: readonly Mutant[] = Object.entries(ROWS).flatMap(([check, [field, ...rows]]) =>
  rows.map(([name, does, read]) =>
    mutant(check, does, {
      id: `${check}.${name}`,
      alone: true,
      tamper: creating((body) => reading(body, field, read)),
    }),
  ),
);

/** Returns the same object if the value stays the same. */
function reading(body: Fields, field: string, read: Read): Fields {
  const value = read(body[field]);
  return value === body[field] ? body : { ...asFields(body), [field]: value };
}
