import { describe, expect, test } from 'vitest';
import { MOST_HANDLES } from './request.ts';
import { codesWith, id, minimal, problemsOf, url } from './testing/problems-of.ts';

describe('reference arrays', () => {
  const full = (count: number, item: string): string[] => Array.from({ length: count }, () => item);

  test.each([
    ['image_urls', 30, url],
    ['audio_urls', 10, url],
    ['source_video_ids', 10, id],
  ])('%s takes up to %i items', (field, max, item) => {
    expect(codesWith({ [field]: full(max, item) })).toEqual([]);
    expect(codesWith({ [field]: full(max + 1, item) })).toEqual([`${field} too_many_references`]);
  });

  test('the message names each bad URL by its index', () => {
    expect(codesWith({ image_urls: [url, 'http://a.test/x', url, 'https://127.0.0.1/x'] })).toEqual([
      'image_urls[1] invalid_url',
      'image_urls[3] invalid_url',
    ]);
    expect(codesWith({ audio_urls: ['x'] })).toEqual(['audio_urls[0] invalid_url']);
  });

  test('the message says what is wrong with a URL and does not repeat it', () => {
    const [problem] = problemsOf({ ...minimal, image_urls: ['https://me:secret@a.test/'] });
    expect(problem?.message).toBe('must not contain a user name or password');
  });

  test.each([id.toUpperCase(), '00000000-0000-0000-0000-000000000000'])('source id %s is a uuid', (source) => {
    expect(codesWith({ source_video_ids: [source] })).toEqual([]);
  });

  test.each(['', 'x', id.slice(1), `${id}0`, `{${id}}`, `urn:uuid:${id}`, id.replaceAll('-', ''), `${id}\n`])(
    'source id %j is invalid_value',
    (source) => {
      expect(codesWith({ source_video_ids: [source] })).toEqual(['source_video_ids[0] invalid_value']);
    },
  );
});

describe.each(['subject_to_image_ids', 'subject_to_video_ids', 'subject_to_audio_ids'])('%s', (field) => {
  const of = (map: object): string[] => codesWith({ [field]: map });
  const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);

  test('takes handles of a letter and up to 63 more characters, with 1 to 30 indexes', () => {
    expect(of({})).toEqual([]);
    expect(of({ h: [0], Hero_2: [0, 1], ['h'.repeat(64)]: zeros(30), constructor: [0] })).toEqual([]);
  });

  test.each(['', '_hero', '2hero', '@hero', 'he-ro', 'hé', 'h '.repeat(1), 'h\n', 'h'.repeat(65)])(
    'refuses the handle %j',
    (handle) => {
      expect(of({ [handle]: [0] }).map((text) => text.split(' ').at(-1))).toEqual(['invalid_subject_map']);
    },
  );

  test(`takes ${MOST_HANDLES} handles, and refuses more as one defect, however many they are`, () => {
    const handles = (count: number): object =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`h${at}`, [0]]));
    expect(of(handles(MOST_HANDLES))).toEqual([]);
    const refused = [`${field} invalid_subject_map`];
    expect([of(handles(MOST_HANDLES + 1)), of(handles(80_000))]).toEqual([refused, refused]);
  });

  test('refuses a handle that is spelled __proto__', () => {
    const map = JSON.parse('{"hero":[0],"__proto__":[0]}') as object;
    expect(of(map)).toEqual([`${field}.__proto__ invalid_subject_map`]);
  });

  test.each([
    ['an empty list', [], ''],
    ['31 indexes', zeros(31), ''],
    ['a negative index', [0, -1], '[1]'],
    ['an index beyond the safe integers', [2 ** 53], '[0]'],
  ])('refuses %s', (_, indexes, at) => {
    expect(of({ hero: indexes })).toEqual([`${field}.hero${at} invalid_subject_map`]);
  });
});
