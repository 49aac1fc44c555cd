/** Servers that read a field more loosely than the document writes it: trimmed, folded, cut, or as another type. */

import type { Fields } from '../../../checks/lib/answers.ts';
import { asFields } from '../../server.ts';
import { creating } from '../../tamper/create-change.ts';
import { mutant, type Mutant } from '../../mutant.ts';

type Read = (value: unknown) => unknown;
/** What the server does, and how it reads a value. */
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
    ['folded', 'normalizes `model` to its compatible form', folded],
    ['ends-so', 'looks how `model` ends', like(/videomodel-2\.5$/, MODEL)],
    ['one-line', 'looks at the first line of `model`', text((value) => value.split('\n')[0] ?? '')],
    ['any-point', 'has an unescaped point in its pattern of `model`', like(/^videomodel-2.5$/, MODEL)],
    ['number', 'reads the number in `model`', like(/^(videomodel-)?2\.50?$/, MODEL)],
    ['ascii', 'drops what is no ASCII from `model`', text((value) => value.replaceAll(/[^ -~]/g, ''))],
    ['confusable', 'takes letters of `model` that look alike', text((value) => value.replaceAll('\u043E', 'o'))],
    ['array', 'takes an array of one model', unwrapped],
    ['empty', 'takes an empty `model` for the only one', one('', MODEL)],
    ['null', 'takes null for the only model', one(null, MODEL)],
    ['capitals', 'compares `model` in capitals too', like(/^VIDEOMODEL-2\.5$/, MODEL)],
  ],
  'create.mode.values.near': [
    'mode',
    ['trimmed', 'trims `mode`', trimmed],
    ['lower', 'folds the case of `mode`', lower],
    ['underscores', 'takes underscores for hyphens in `mode`', text((value) => value.replaceAll('_', '-'))],
    ['empty', 'takes an empty `mode` for the default', one('', TEXT_MODE)],
    ['falsy', 'takes false for the default mode', one(false, TEXT_MODE)],
    ['array', 'takes an array of one mode', unwrapped],
    ['begins-so', 'compares the beginning of `mode`', one('text', TEXT_MODE)],
  ],
  'create.mode.values.near.image': [
    'mode',
    ['lower', 'folds the case of the image mode alone', like(/^image-to-video$/i, 'image-to-video')],
    ['trimmed', 'trims `mode` where it asks for images', like(/^image-to-video\s+$/, 'image-to-video')],
  ],
  'create.mode.values.near.reference': [
    'mode',
    ['lower', 'folds the case of the reference mode alone', like(/^reference-to-video$/i, 'reference-to-video')],
    ['plural', 'takes references-to-video too', like(/^references-to-video$/, 'reference-to-video')],
  ],
  'create.resolution.values.near': [
    'resolution',
    ['trimmed', 'trims `resolution`', trimmed],
    ['number', 'reads the number in `resolution`', like(/^(480|720|1080)\D?\d*$/, '480p')],
    ['folded', 'normalizes `resolution`', folded],
    ['largest', 'folds the case of the largest tier alone', one('1080P', '1080p')],
    ['nearest', 'takes the nearest tier below', one('540p', '480p')],
    ['next', 'has a tier 1440p', one('1440p', '1080p')],
    ['falsy', 'takes an empty `resolution` for the default', one('', '480p')],
    ['zero', 'takes 0 for the default resolution', one(0, '480p')],
    ['array', 'takes an array of one resolution', unwrapped],
  ],
  'create.aspect-ratio.values.near': [
    'aspect_ratio',
    ['trimmed', 'trims `aspect_ratio`', trimmed],
    ['blanks', 'drops blanks from `aspect_ratio`', text((value) => value.replaceAll(' ', ''))],
    ['slash', 'takes a slash in `aspect_ratio`', text((value) => value.replace('/', ':'))],
    ['folded', 'normalizes `aspect_ratio`', folded],
    ['zeros', 'reads the numbers of `aspect_ratio`', text((value) => value.replace(/^0+/, ''))],
    ['reduced', 'reduces `aspect_ratio`', one('32:18', '16:9')],
    ['swapped', 'has the ratio 9:21', one('9:21', '9:16')],
    ['more', 'has the ratio 3:2', one('3:2', '4:3')],
    ['auto', 'takes auto for a ratio', one('auto', '16:9')],
    ['empty', 'takes an empty `aspect_ratio` for the default', one('', '16:9')],
  ],
  'create.aspect-ratio.values.near.adaptive': [
    'aspect_ratio',
    ['lower', 'folds the case of adaptive', lower],
    ['trimmed', 'trims adaptive', trimmed],
  ],
  'create.audio.type.near': [
    'audio',
    ['false', 'reads "false" as false', one('false', false)],
    ['zero', 'reads 0 as false', one(0, false)],
    ['empty', 'takes an empty text for false', one('', false)],
    ['object', 'takes an object for true', one({}, true)],
  ],
  'create.prompt.type.near': [
    'prompt',
    ['boolean', 'writes booleans out as a prompt', (value) => (typeof value === 'boolean' ? String(value) : value)],
    ['null', 'makes a prompt up for null', one(null, 'A kite.')],
    ['zero', 'writes 0 out as a prompt', one(0, '0')],
  ],
  'create.duration-seconds.integer.near': [
    'duration_seconds',
    ['null', 'has a default for null', one(null, 4)],
    ['array', 'takes an array of one length', unwrapped],
    ['unit', 'reads a length with its unit', one('4s', 4)],
    ['space', 'reads digits behind a space', one(' 4', 4)],
    ['line', 'reads digits before a line break', one('4\n', 4)],
    [
      'rounded',
      'rounds what is nearly an integer',
      number((value) => (value % 1 < 0.000_01 ? Math.floor(value) : value)),
    ],
    ['raised', 'rounds up to the least length', number((value) => (value > 3.99 ? Math.max(4, value) : value))],
    ['cut', 'cuts fractions beyond the longest', number((value) => (value > 30 && value < 31 ? 30 : value))],
  ],
  'create.duration-seconds.range.near': [
    'duration_seconds',
    ['byte', 'keeps 8 bits of a length', number((value) => (value === 260 ? value % 256 : value))],
    ['short', 'keeps 16 bits of a length', number((value) => (value === 65_540 ? value % 65_536 : value))],
    ['clamped', 'clamps lengths of a hundred', number((value) => (value === 100 ? 30 : value))],
    ['huge', 'clamps lengths that no integer holds', number((value) => (value > 1e15 ? 30 : value))],
    ['least', 'lifts 1 to the least length', number((value) => (value === 1 ? 4 : value))],
    ['unknown', 'takes -1 for "as long as you like"', number((value) => (value === -1 ? 4 : value))],
  ],
  'create.reference-video-operation.values.near': [
    'reference_video_operation',
    ['trimmed', 'trims the operation', trimmed],
    ['lower', 'folds the case of the operation', lower],
    ['first', 'takes the first of two operations', text((value) => value.split(',')[0] ?? '')],
    ['empty', 'takes an empty operation for none', one('', 'extend')],
    ['falsy', 'takes false for no operation', one(false, 'reference')],
    ['array', 'takes an array of one operation', unwrapped],
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

/** The same object where nothing is read otherwise. */
function reading(body: Fields, field: string, read: Read): Fields {
  const value = read(body[field]);
  return value === body[field] ? body : { ...asFields(body), [field]: value };
}
