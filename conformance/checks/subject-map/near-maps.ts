/** Resources: the subject map: nearly valid handles and indexes, and its rules in the other two maps. */

import type { RequirementId } from '../../../contract/requirements/requirements.ts';
import { defineCheck, defineProbe, type Check } from '../../engine/define.ts';
import { fromProfile, lacksImages, ONE_SOUND, REFERENCE_MODE, referenceBody, SOME_IMAGE } from '../lib/bodies.ts';
import { sourceBody } from '../lib/clips.ts';
import { acceptances, eachOf, refusals } from '../lib/creates.ts';
import { allRefused } from '../lib/rules.ts';
import { TWINS } from '../lib/twins.ts';

const mapped = (map: unknown): object => ({ ...REFERENCE_MODE, subject_to_image_ids: map });
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

export const NEAR_MAP_CHECKS: readonly Check[] = [
  refusals({
    id: 'subject-map.handle.near',
    defect: 'near-miss',
    what: 'a nearly valid handle',
    failing: 'The server matches only a part of the handle, trims handles, or ignores the case of all Unicode letters.',
    bodies: {
      ...eachOf('a handle with *', NEAR_HANDLES, (handle) => mapped({ [handle]: [0] })),
      'an invalid second handle': mapped({ hero: [0], 'no handle': [0] }),
      'the handle __proto__': reference.replace('{', '{"subject_to_image_ids":{"__proto__":[0]},'),
    },
  }),
  refusals({
    id: 'subject-map.index.near',
    requirement: 'subject-map.index.integer',
    defect: 'near-miss',
    what: 'a nearly valid index',
    failing: 'The server accepts booleans and strings as numbers, or checks only the first index.',
    bodies: eachOf('an index list with *', NEAR_INDEXES, (indexes) => ({
      ...REFERENCE_MODE,
      image_urls: [SOME_IMAGE, `${SOME_IMAGE}?n=1`],
      subject_to_image_ids: { hero: indexes },
    })),
  }),
  refusals({
    id: 'subject-map.object.near',
    defect: 'near-miss',
    what: 'a nearly valid subject map',
    failing: 'The server accepts every value that its programming language treats as a map or as empty.',
    bodies: {
      'an empty array as the subject map': mapped([]),
      'an empty string as the subject map': mapped(''),
      'false as map': mapped(false),
      'the number 0 as the subject map': mapped(0),
      'null instead of the list of indexes': mapped({ hero: null }),
      'an object instead of the list of indexes': mapped({ hero: { 0: 0 } }),
      'a string instead of the list of indexes': mapped({ hero: '0' }),
      'true instead of the list of indexes': mapped({ hero: true }),
    },
  }),
  acceptances({
    id: 'subject-map.indexes.ordinary',
    requirement: 'subject-map.indexes.count',
    defect: 'near-miss',
    what: 'valid indexes in an unusual order',
    failing: 'The server rejects duplicate indexes, or indexes that are not in ascending order.',
    lacks: lacksImages,
    bodies: eachOf('*', { 'the same index twice': [1, 1], 'falling indexes': [1, 0] }, (indexes) =>
      fromProfile((profile) => ({ ...referenceBody(profile, 2), subject_to_image_ids: { hero: indexes } })),
    ),
  }),
  acceptances({
    id: 'subject-map.handle.ordinary',
    defect: 'near-miss',
    what: 'an unusual but valid handle',
    failing:
      'The server looks the handle up in an object that inherits a property with this name. Or the server reserves some names.',
    lacks: lacksImages,
    bodies: Object.fromEntries(
      ['constructor', 'toString', 'hasOwnProperty', 'null', 'A', 'z9_', 'ID', 'x'.repeat(63)].map((handle) => [
        `the handle "${handle}"`,
        fromProfile((profile) => ({ ...referenceBody(profile), subject_to_image_ids: { [handle]: [0] } })),
      ]),
    ),
  }),
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
      await kit.create('video', { ...sourceBody(kit, 'extend'), subject_to_video_ids: map });
      await kit.create('audio', { ...ONE_SOUND, subject_to_audio_ids: map });
      return undefined;
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
