/** The create request: fields and handles whose names are nearly right, duplicates, and what is nearly a map. */

import type { Check } from '../../engine/define.ts';
import { images, lacksImages, REFERENCE_MODE, SOME_IMAGE, TEXT } from '../lib/bodies.ts';
import { acceptances, refusals } from '../lib/refusals.ts';
import { fromProfile } from '../lib/rows.ts';

const text = JSON.stringify(TEXT);
const reference = JSON.stringify(REFERENCE_MODE);

/** Names that nobody listed. Each has a value that some server takes for nothing, or for itself. */
export const NEAR_FIELDS: Readonly<Record<string, unknown>> = {
  'model ': TEXT.model,
  Model: TEXT.model,
  Prompt: TEXT.prompt,
  durationSeconds: 4,
  duration: 4,
  aspectRatio: '16:9',
  'aspect ratio': '16:9',
  'prompt.text': TEXT.prompt,
  image_url: SOME_IMAGE,
  images: [],
  seed: 7,
  n: 1,
  id: '0b5e8c9a-7d3f-4a21-9c64-1f0e2d3c4b5a',
  object: 'video.generation',
  cost_usd: 0,
  output: {},
  toString: 1,
  constructor: {},
  hasOwnProperty: true,
  '': 1,
  extra: false,
  empty: '',
};

export const NEAR_HANDLES: Readonly<Record<string, string>> = {
  'a trailing space': 'hero ',
  'a leading space': ' hero',
  'a space inside': 'the hero',
  'a line break inside': 'he\nro',
  'a leading line break': '\nhero',
  'a trailing carriage return': 'hero\r',
  'a trailing NUL': 'hero\u0000',
  'a dot': 'hero.two',
  'a slash': 'hero/two',
  'a letter that looks like an ASCII letter': 'her\u043E',
  'a letter that becomes an ASCII letter in lowercase': '\u212Aite',
  'a full-width letter': '\uFF48ero',
  'a digit of another writing system': 'hero\u0662',
  'a zero-width space': 'he\u200Bro',
  'an emoji': 'hero\u{1F6A2}',
  'an @ inside': 'hero@place',
  'only a digit': '7',
  'only an underscore': '_',
};

export const NEAR_INDEXES: Readonly<Record<string, readonly unknown[]>> = {
  true: [true],
  false: [false],
  null: [null],
  'an array in it': [[0]],
  'a fraction as the second index': [0, 0.5],
  'a string as the second index': [0, '0'],
  'a boolean as the second index': [0, true],
  'null as the second index': [0, null],
  'a fraction near 0': [0.000_1],
};

export const NEAR_NAME_CHECKS: readonly Check[] = [
  refusals({
    id: 'create.unknown-fields.near',
    requirement: 'create.unknown-fields',
    defect: 'near-miss',
    what: 'a field name that nearly equals a listed name, or is the name of an inherited property',
    failing:
      'The server accepts other spellings of field names, ignores fields with empty values, or looks names up in an object with inherited properties.',
    bodies: {
      ...Object.fromEntries(
        Object.entries(NEAR_FIELDS).map(([name, value]) => [`a field "${name}"`, { ...TEXT, [name]: value }]),
      ),
      // In an object literal it would be no field.
      'a field "__proto__"': text.replace('{', '{"__proto__":{"audio":false},'),
      'a duplicate unknown field': text.replace('{', '{"color":null,"color":null,'),
    },
  }),
  refusals({
    id: 'create.duplicate-keys.both-wrong',
    requirement: 'create.duration-seconds.range',
    defect: 'near-miss',
    what: 'a duplicate field with two invalid values',
    failing: 'The server does not validate the values of duplicate fields.',
    bodies: {
      '`duration_seconds` 3 and 31': text.replace(':4', ':3,"duration_seconds":31'),
      '`duration_seconds` 31 twice': text.replace(':4', ':31,"duration_seconds":31'),
      'two unknown models': text.replace(/"model":"[^"]*"/, '"model":"a","model":"b"'),
      'two empty prompts': text.replace(/"prompt":"[^"]*"/, '"prompt":"","prompt":""'),
    },
  }),
  refusals({
    id: 'subject-map.handle.near',
    requirement: 'subject-map.handle',
    defect: 'near-miss',
    what: 'a nearly valid handle',
    failing: 'The server matches only a part of the handle, trims handles, or ignores the case of all Unicode letters.',
    bodies: {
      ...Object.fromEntries(
        Object.entries(NEAR_HANDLES).map(([odd, handle]) => [
          `a handle with ${odd}`,
          { ...REFERENCE_MODE, subject_to_image_ids: { [handle]: [0] } },
        ]),
      ),
      'an invalid second handle': { ...REFERENCE_MODE, subject_to_image_ids: { hero: [0], 'no handle': [0] } },
      'the handle __proto__': reference.replace('{', '{"subject_to_image_ids":{"__proto__":[0]},'),
    },
  }),
  refusals({
    id: 'subject-map.index.near',
    requirement: 'subject-map.index.integer',
    defect: 'near-miss',
    what: 'a nearly valid index',
    failing: 'The server accepts booleans and strings as numbers, or checks only the first index.',
    bodies: Object.fromEntries(
      Object.entries(NEAR_INDEXES).map(([odd, indexes]) => [
        `an index list with ${odd}`,
        { ...REFERENCE_MODE, image_urls: [SOME_IMAGE, `${SOME_IMAGE}?n=1`], subject_to_image_ids: { hero: indexes } },
      ]),
    ),
  }),
  refusals({
    id: 'subject-map.object.near',
    requirement: 'subject-map.object',
    defect: 'near-miss',
    what: 'a nearly valid subject map',
    failing: 'The server accepts every value that its programming language treats as a map or as empty.',
    bodies: {
      'an empty array as the subject map': { ...REFERENCE_MODE, subject_to_image_ids: [] },
      'an empty string as the subject map': { ...REFERENCE_MODE, subject_to_image_ids: '' },
      'false as map': { ...REFERENCE_MODE, subject_to_image_ids: false },
      'the number 0 as the subject map': { ...REFERENCE_MODE, subject_to_image_ids: 0 },
      'null instead of the list of indexes': { ...REFERENCE_MODE, subject_to_image_ids: { hero: null } },
      'an object instead of the list of indexes': { ...REFERENCE_MODE, subject_to_image_ids: { hero: { 0: 0 } } },
      'a string instead of the list of indexes': { ...REFERENCE_MODE, subject_to_image_ids: { hero: '0' } },
      'true instead of the list of indexes': { ...REFERENCE_MODE, subject_to_image_ids: { hero: true } },
    },
  }),
  acceptances({
    id: 'subject-map.indexes.ordinary',
    requirement: 'subject-map.indexes.count',
    defect: 'near-miss',
    what: 'valid indexes in an unusual order',
    failing: 'The server rejects duplicate indexes, or indexes that are not in ascending order.',
    lacks: lacksImages,
    bodies: Object.fromEntries(
      Object.entries({ 'the same index twice': [1, 1], 'falling indexes': [1, 0] }).map(([odd, indexes]) => [
        odd,
        fromProfile((profile) => ({
          ...REFERENCE_MODE,
          image_urls: images(profile, 2),
          subject_to_image_ids: { hero: indexes },
        })),
      ]),
    ),
  }),
  acceptances({
    id: 'subject-map.handle.ordinary',
    requirement: 'subject-map.handle',
    defect: 'near-miss',
    what: 'an unusual but valid handle',
    failing:
      'The server looks the handle up in an object that inherits a property with this name. Or the server reserves some names.',
    lacks: lacksImages,
    bodies: Object.fromEntries(
      ['constructor', 'toString', 'hasOwnProperty', 'null', 'A', 'z9_', 'ID', 'x'.repeat(63)].map((handle) => [
        `the handle "${handle}"`,
        fromProfile((profile) => ({
          ...REFERENCE_MODE,
          image_urls: images(profile, 1),
          subject_to_image_ids: { [handle]: [0] },
        })),
      ]),
    ),
  }),
];
