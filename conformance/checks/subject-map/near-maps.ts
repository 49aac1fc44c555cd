/** Resources: the subject map: nearly valid handles and indexes, and its rules in the other two maps. */

import type { RequirementId } from '../../../contract/requirements/requirements.ts';
import { defineCheck, defineProbe, type Check } from '../../engine/define.ts';
import { fitted, many, ONE_SOUND, REFERENCE_MODE, SOME_IMAGE, sourceBody } from '../lib/bodies.ts';
import { acceptances, eachOf, refusals } from '../lib/creates.ts';
import { allRefused } from '../lib/rules.ts';
import { TWINS } from '../lib/twins.ts';

const mapped = (map: unknown): object => ({ ...REFERENCE_MODE, subject_to_image_ids: map });
const TWO = { image_urls: many(SOME_IMAGE, 2) };
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
      'false as map': mapped(false),
      'the number 0 as the subject map': mapped(0),
      'null instead of the list of indexes': mapped({ hero: null }),
      'an object instead of the list of indexes': mapped({ hero: { 0: 0 } }),
      'a string instead of the list of indexes': mapped({ hero: '0' }),
      'true instead of the list of indexes': mapped({ hero: true }),
    },
  ],
});

const ACCEPTED = acceptances('near-miss', {
  'subject-map.indexes.ordinary': [
    'valid indexes in an unusual order',
    'The server rejects duplicate indexes, or indexes that are not in ascending order.',
    {
      'the same index twice': { ...mapped({ hero: [1, 1] }), ...TWO },
      'falling indexes': { ...mapped({ hero: [1, 0] }), ...TWO },
    },
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

export const NEAR_MAP_CHECKS: readonly Check[] = [
  ...REFUSED,
  ...ACCEPTED,
  inOtherMaps('subject-map.object', 'an array as subject map', [[0]]),
  inOtherMaps('subject-map.handle', 'a handle with a dash', { 'the-take': [0] }),
  inOtherMaps('subject-map.index.integer', 'the index 0.5', { take: [0.5] }),
  inOtherMaps('subject-map.index.minimum', 'the index -1', { take: [-1] }),
  inOtherMaps('subject-map.indexes.count', 'a handle without indexes', { take: [] }),
];

/** Builds a check of one defect in the map of source videos and in the map of audio files. */
function inOtherMaps(requirement: RequirementId, what: string, map: unknown): Check {
  const id = `${requirement}.other-maps`;
  const probe = defineProbe({
    id,
    mayBeCharged: true,
    sends: `Two create requests with ${what}: one in the subject map of source videos, one in the subject map of audio files.`,
    after: ['any-clip'],
    run: async (kit) => {
      await kit.create('video', fitted(kit, { ...sourceBody('extend'), subject_to_video_ids: map }));
      await kit.create('audio', { ...ONE_SOUND, subject_to_audio_ids: map });
    },
  });
  return defineCheck({
    id,
    requirement,
    proves: `A create request with ${what} is rejected. The rule applies to \`subject_to_video_ids\` and to \`subject_to_audio_ids\`.`,
    failing: 'The server checks only `subject_to_image_ids`.',
    from: [...TWINS, probe],
    passive: true,
    judge: (evidence) => allRefused(evidence, ['video', 'audio'], `it has ${what}`),
  });
}
