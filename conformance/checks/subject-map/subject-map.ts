/** Resources: the subject map, the three fields that have this form, and nearly valid handles and indexes. */

import { LIMITS } from '../../../contract/limits.ts';
import { type Check, defineProbe, type Probe } from '../../engine/define.ts';
import { IMAGE_MODE, many, ONE_SOUND, REFERENCE_MODE, SAMPLE, sourceBody, TEXT } from '../lib/bodies.ts';
import { REFERENCE } from '../lib/clips.ts';
import { cases, eachOf } from '../lib/cases.ts';
import { acceptances, leftOpen, mustAccept, mustReject, refusals, type Rows } from '../lib/creates.ts';
import { allRefused } from '../lib/rules.ts';
import { CONTROLS } from '../lib/control-requests.ts';
import { handlesIn, indexesIn, namesLast } from '../lib/answers.ts';
import { IMAGE_ALONE, REFERENCE_MANY, SOUND_ALONE } from '../lib/thorough-clips.ts';

const { max } = LIMITS.subjectMap.indexes;
const KINDS = ['image', 'video', 'audio'] as const;
const mapped = (map: unknown, count = 1): object => ({
  ...REFERENCE_MODE,
  image_urls: many(SAMPLE.image, count),
  subject_to_image_ids: map,
});
const withTune = (map: unknown): object => ({ ...ONE_SOUND, subject_to_audio_ids: map });
const withTake = (map: unknown): object => ({ ...sourceBody('extend'), subject_to_video_ids: map });

/** The creates with a subject map in another mode than reference mode, by the requirement that forbids the map. */
const REFERENCE_ONLY = eachOf('create.subject-to-*-ids.reference-mode', KINDS, (kind): Rows => {
  const map = { [`subject_to_${kind}_ids`]: { hero: [0] } };
  return {
    text: [`\`subject_to_${kind}_ids\` in text-to-video`, { ...TEXT, ...map }],
    image: [`\`subject_to_${kind}_ids\` in image-to-video`, { ...IMAGE_MODE, ...map }],
  };
});

const TWO = { image_urls: many(SAMPLE.image, 2) };
const reference = JSON.stringify(REFERENCE_MODE);

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

const REFUSED = refusals('near-miss', {
  'subject-map.handle.near': [
    'a nearly valid handle',
    'The server matches only a part of the handle, trims handles, or ignores the case of all Unicode letters.',
    {
      ...eachOf('a handle with *', NEAR_HANDLES, (handle) => mapped({ [handle]: [0] })),
      'an invalid second handle': mapped({ hero: [0], 'no handle': [0] }),
      'the handle __proto__': reference.replace('{', '{"subject_to_image_ids":{"__proto__":[0]},'),
    },
  ],
  'subject-map.index.near': [
    'a nearly valid index',
    'The server accepts booleans and strings as numbers, or checks only the first index.',
    eachOf('an index list with *', NEAR_INDEXES, (indexes) => ({ ...mapped({ hero: indexes }), ...TWO })),
    { requirement: 'subject-map.index.integer' },
  ],
  'subject-map.object.near': [
    'a nearly valid subject map',
    'The server accepts every value that its programming language treats as a map or as empty.',
    {
      'an empty array as the subject map': mapped([]),
      'an empty string as the subject map': mapped(''),
      'a subject map as JSON in a string': mapped('{"hero":[0]}'),
      'false as map': mapped(false),
      'the number 0 as the subject map': mapped(0),
      'null instead of the list of indexes': mapped({ hero: null }),
      'an object instead of the list of indexes': mapped({ hero: { 0: 0 } }),
      'a string instead of the list of indexes': mapped({ hero: '0' }),
      'a list of indexes as JSON in a string': mapped({ hero: '[0]' }),
      'true instead of the list of indexes': mapped({ hero: true }),
    },
  ],
});

const ACCEPTED = acceptances('near-miss', {
  'subject-map.indexes.ordinary': [
    'valid indexes in an unusual order',
    'The server rejects indexes that are not in ascending order.',
    { 'falling indexes': { ...mapped({ hero: [1, 0] }), ...TWO } },
    { requirement: 'subject-map.indexes.count' },
  ],
  'subject-map.handle.ordinary': [
    'an unusual but valid handle',
    'The server looks the handle up in an object that inherits a property with this name. Or the server reserves some names.',
    eachOf(
      'the handle "*"',
      ['constructor', 'toString', 'hasOwnProperty', 'null', 'A', 'z9_', 'ID', 'x'.repeat(63)],
      (handle) => mapped({ [handle]: [0] }),
    ),
  ],
});

/** A defect in each rule for subject maps. The server may check only the map of images. */
const OTHER_MAPS: Readonly<Record<string, readonly [what: string, map: unknown]>> = {
  object: ['an array as subject map', [[0]]],
  handle: ['a handle with a dash', { 'the-take': [0] }],
  'index.integer': ['the index 0.5', { take: [0.5] }],
  'index.minimum': ['the index -1', { take: [-1] }],
  'indexes.count': ['a handle without indexes', { take: [] }],
};

export const SUBJECT_MAP_CHECKS: readonly Check[] = [
  ...mustReject({
    'subject-map.object': {
      array: ['an array as subject map', mapped([[0]])],
      string: ['a string as subject map', mapped('hero')],
      value: ['a number instead of an array of indexes', mapped({ hero: 0 })],
    },
    'subject-map.handle': {
      digit: ['a handle that begins with a digit', mapped({ '1st': [0] })],
      at: ['a handle with a leading @', mapped({ '@hero': [0] })],
      dash: ['a handle with a dash', mapped({ 'the-hero': [0] })],
      'underscore-first': ['a handle that begins with an underscore', mapped({ _hero: [0] })],
      letter: ['a handle with a letter that is not ASCII', mapped({ héros: [0] })],
      newline: ['a handle with a line break at its end', mapped({ 'hero\n': [0] })],
      empty: ['an empty handle', mapped({ '': [0] })],
      long: ['a handle of 65 characters', mapped({ ['h'.repeat(65)]: [0] })],
    },
    'subject-map.index.integer': {
      fraction: ['the index 0.5', mapped({ hero: [0.5] })],
      string: ['an index as a string', mapped({ hero: ['0'] })],
    },
    'subject-map.index.minimum': ['the index -1', mapped({ hero: [-1] })],
    'subject-map.indexes.count': {
      none: ['a handle without indexes', mapped({ hero: [] })],
      above: [`a handle with ${max + 1} indexes`, mapped({ hero: Array.from({ length: max + 1 }, () => 0) })],
    },
    ...REFERENCE_ONLY,
    'create.subject-to-image-ids.index': {
      beyond: ['an index that equals the number of images', mapped({ hero: [1] })],
      second: ['a second index beyond the list of images', mapped({ hero: [0, 1] })],
      'second-handle': ['a second handle with an index beyond the list of images', mapped({ hero: [0], place: [1] })],
    },
    'create.subject-to-video-ids.index': {
      beyond: ['an index that equals the number of source videos', withTake({ take: [1] })],
      none: ['a video handle but no source video', { ...REFERENCE_MODE, subject_to_video_ids: { take: [0] } }],
      'second-handle': ['an index beyond the source videos in the second handle', withTake({ take: [0], other: [1] })],
    },
    'create.subject-to-audio-ids.index': {
      beyond: ['an index that equals the number of audio files', withTune({ tune: [1] })],
      'second-handle': ['an index beyond the audio files in the second handle', withTune({ take: [0], other: [1] })],
    },
  }),
  ...mustAccept({
    'subject-map.handle': {
      longest: [
        'a handle of 64 characters',
        mapped({ ['h'.repeat(64)]: [0] }),
        { by: REFERENCE, as: (sent) => handlesIn(sent).some((handle) => handle.length === 64) },
      ],
      shortest: [
        'a handle of one letter',
        mapped({ h: [0] }),
        { by: REFERENCE_MANY, as: (sent) => handlesIn(sent).some((handle) => handle.length === 1) },
      ],
      characters: [
        'a handle of letters, digits and underscores',
        mapped({ Hero_2: [0] }),
        { by: REFERENCE_MANY, as: (sent) => handlesIn(sent).some((handle) => /^[A-Z][a-z]+_\d$/.test(handle)) },
      ],
    },
    'subject-map.index.minimum': {
      'subject-map.index.zero': [
        'the index 0',
        mapped({ hero: [0] }),
        { by: REFERENCE, as: (sent) => indexesIn(sent, 'image').some((list) => list[0] === 0) },
      ],
    },
    'subject-map.indexes.count': {
      maximum: [
        `a handle with ${max} indexes`,
        mapped({ crowd: Array.from({ length: max }, (_, at) => at) }, max),
        { by: REFERENCE, as: (sent) => indexesIn(sent, 'image').some((list) => list.length === max) },
      ],
    },
    'create.subject-to-image-ids.index': {
      last: [
        'the index of the last image',
        mapped({ hero: [2] }, 3),
        { by: REFERENCE, as: (sent) => namesLast(sent, 'image') },
      ],
    },
    'create.subject-to-audio-ids.index': {
      last: [
        'the index of the last audio file',
        { ...withTune({ tune: [1] }), audio_urls: many(SAMPLE.audio, 2) },
        { by: REFERENCE, as: (sent) => namesLast(sent, 'audio') },
      ],
    },
    'create.subject-to-image-ids.optional': ['an image but no `subject_to_image_ids`', REFERENCE_MODE, IMAGE_ALONE],
    'create.subject-to-video-ids.optional': [
      'an image but no `subject_to_video_ids`',
      mapped({ hero: [0] }),
      IMAGE_ALONE,
    ],
    'create.subject-to-audio-ids.optional': ['an audio file but no `subject_to_audio_ids`', ONE_SOUND, SOUND_ALONE],
  }),
  ...leftOpen({
    'subject-map.empty': ['a subject map without handles', mapped({})],
    'subject-map.repeated-index': {
      '': ['a handle with the same index twice', mapped({ hero: [0, 0] })],
      'subject-map.shared-index': ['two handles with the same index', mapped({ hero: [0], twin: [0] })],
    },
    'subject-map.unused-handle': [
      'a handle that the prompt does not use',
      { ...mapped({ nobody: [0] }), prompt: 'A red kite.' },
    ],
  }),
  ...REFUSED,
  ...ACCEPTED,
  ...cases(
    { from: [], passive: true },
    Object.entries(OTHER_MAPS).map(([rule, [what, map]]) => [
      `subject-map.${rule}.other-maps`,
      `A create request with ${what} is rejected. The rule applies to \`subject_to_video_ids\` and to \`subject_to_audio_ids\`.`,
      'The server checks only `subject_to_image_ids`.',
      (evidence) => allRefused(evidence, ['video', 'audio'], `it has ${what}`),
      { from: [...CONTROLS, otherMaps(rule, what, map)] },
    ]),
  ),
];

/** Defines the creates of one defect in the map of source videos and in the map of audio files. */
function otherMaps(rule: string, what: string, map: unknown): Probe {
  return defineProbe({
    id: `subject-map.${rule}.other-maps`,
    mayBeCharged: true,
    sends: `Two create requests with ${what}: one in the subject map of source videos, one in the subject map of audio files.`,
    after: ['any-clip'],
    run: async (kit) => {
      await kit.create('video', { ...withTake(map), source_video_ids: [kit.generation('any-clip').id] });
      await kit.create('audio', withTune(map));
    },
  });
}
