/**
 * The create request: `duration_seconds`. Elsewhere are the price (billing/) and the length of the clip
 * (content/every-clip.ts).
 */

import { LIMITS } from '../../../contract/limits.ts';
import { shapeAt, sourceBody, TEXT } from '../lib/bodies.ts';
import { eachOf } from '../lib/cases.ts';
import { BASE } from '../lib/clips.ts';
import { ABSENT, type Field, inJson, written } from '../lib/field.ts';
import { LONGEST } from '../lib/thorough-clips.ts';

const { min, max } = LIMITS.durationSeconds;
const LENGTHS = Array.from({ length: max - min - 1 }, (_, at) => min + 1 + at);
const EDIT = { inside: sourceBody('edit') };
const HOSTILE = { group: 'hostile' } as const;

export const DURATION: Field = {
  name: 'duration_seconds',
  rules: {
    'create.duration-seconds.required': {
      rejected: { '': ABSENT, edit: ['an edit but no `duration_seconds`', ABSENT, EDIT] },
      everywhere: ['no `duration_seconds`', { 'no length': ABSENT }],
    },
    'create.duration-seconds.integer': {
      rejected: { fraction: 4.5, string: ['`duration_seconds` as a string', '4'], boolean: true },
      near: inJson(null, false, [4], {}, '', '4s', ' 4', '4\n', 4.000_000_1, 3.999_999, 30.000_1, 30.5),
      nearEverywhere: inJson(true, null, '10', 4.5, [4]),
      everywhere: ['a `duration_seconds` that is not an integer', { '4.5 s': 4.5, 'a duration as a string': '4' }],
    },
    'create.duration-seconds.range': {
      rejected: {
        below: min - 1,
        above: max + 1,
        zero: 0,
        negative: -4,
        huge: ['`duration_seconds` 4294967300 (4 in 32 bits)', 4_294_967_300],
        edit: [`an edit and \`duration_seconds\` ${min - 1}`, min - 1, EDIT],
        'create.body.hostile.digits': ['a `duration_seconds` of 400 digits', written('9'.repeat(400)), HOSTILE],
      },
      accepted: { minimum: { value: min, by: BASE }, maximum: { value: max, by: LONGEST } },
      near: {
        '260 (4 in 8 bits)': 260,
        '65540 (4 in 16 bits)': 65_540,
        '-4294967292 (4 in 32 bits)': -4_294_967_292,
        ...inJson(100, 2 ** 53, -1, 1),
      },
      nearEverywhere: inJson(0, -4, min - 1, max + 1, 260, 100),
      everywhere: [
        `\`duration_seconds\` ${min - 1} or ${max + 1}`,
        { [`${min - 1} s`]: min - 1, [`${max + 1} s`]: max + 1 },
      ],
      eachAccepted: {
        'every-length': [
          `each duration from ${min + 1} to ${max - 1} seconds`,
          'The server accepts only some durations, such as 5 and 10 seconds.',
          eachOf('* s', LENGTHS, (duration_seconds, at) => ({ ...TEXT, ...shapeAt(at), duration_seconds })),
        ],
      },
    },
    'create.integer-spelling': {
      open: {
        point: ['`duration_seconds` written 5.0', written('5.0')],
        exponent: ['`duration_seconds` written 5e0', written('5e0')],
      },
    },
    'create.duplicate-keys': {
      open: {
        length: ['two `duration_seconds` fields, first 3 (invalid) and then 4', written('3,"duration_seconds":4')],
      },
    },
    'errors.codes': {
      open: {
        'create.body.nan': ['NaN as `duration_seconds`', written('NaN')],
        'create.body.big-number': ['`duration_seconds` 1e400', written('1e400')],
      },
    },
  },
};
