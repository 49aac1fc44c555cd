import { describe, expect, test } from 'vitest';
import { parseRequest } from './parse-request.ts';
import { codesWith, id, minimal, problemsOf, url } from './testing/problems-of.ts';

function accepted(fields: object = {}): unknown {
  const parsed = parseRequest({ ...minimal, ...fields });
  return parsed.ok ? parsed.request : parsed.problems;
}

describe('a valid body', () => {
  test('is filled with the defaults', () => {
    expect(accepted()).toEqual({
      model: 'videomodel-2.5',
      prompt: 'A boat.',
      mode: 'text-to-video',
      duration_seconds: 8,
      resolution: '720p',
      aspect_ratio: '16:9',
      audio: true,
      image_urls: [],
      audio_urls: [],
      source_video_ids: [],
    });
  });

  test('keeps what it says', () => {
    const full = {
      ...minimal,
      mode: 'reference-to-video',
      resolution: '1080p',
      aspect_ratio: 'adaptive',
      audio: false,
      image_urls: [url],
      audio_urls: ['https://media.standin.test/audio/5s.mp3'],
      source_video_ids: [id],
      reference_video_operation: 'extend',
      subject_to_image_ids: { hero: [0] },
      subject_to_video_ids: { scene: [0] },
      subject_to_audio_ids: { voice: [0] },
    };
    expect(accepted(full)).toEqual(full);
  });

  test('two bodies never share a default array', () => {
    const [a, b] = [parseRequest(minimal), parseRequest(minimal)];
    expect(a.ok && b.ok && a.request.image_urls !== b.request.image_urls).toBe(true);
  });
});

describe('a body that is not an object is invalid_json:', () => {
  test.each([[null], [[]], ['{}'], [5], [true], [undefined]])('%j', (body) => {
    expect(problemsOf(body)).toEqual([{ path: '', code: 'invalid_json', message: 'must be a JSON object' }]);
  });
});

describe('missing and unknown fields', () => {
  test('each missing required field is reported, in the order of the field table', () => {
    expect(problemsOf({}).map(({ path, code }) => `${path} ${code}`)).toEqual([
      'model missing_field',
      'prompt missing_field',
      'duration_seconds missing_field',
    ]);
  });

  test('an unknown field is refused by its name', () => {
    expect(problemsOf({ ...minimal, seed: 7 })).toEqual([
      { path: 'seed', code: 'unknown_field', message: 'is not a field of this request; remove it' },
    ]);
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', ''])(
    '%j is an unknown field like any other',
    (name) => {
      const body: unknown = JSON.parse(
        `{"model":"videomodel-2.5","prompt":"p","duration_seconds":8,${JSON.stringify(name)}:{"a":1}}`,
      );
      expect(problemsOf(body).map(({ code }) => code)).toEqual(['unknown_field']);
    },
  );

  test('a body that inherits a required field lacks it', () => {
    const body: unknown = JSON.parse('{"prompt":"p","duration_seconds":8,"__proto__":{"model":"videomodel-2.5"}}');
    expect(problemsOf(body).map(({ path, code }) => `${path} ${code}`)).toEqual([
      'model missing_field',
      '__proto__ unknown_field',
    ]);
  });

  test('an unknown field of ten thousand characters is shown by its beginning', () => {
    const [problem] = problemsOf({ ...minimal, ['x'.repeat(10_000)]: 1 });
    expect(problem?.path).toBe(`${'x'.repeat(64)}…`);
  });
});

describe('a wrong JSON type is invalid_type, whatever the field:', () => {
  const wrong: Record<string, readonly unknown[]> = {
    model: [null, 5, true, [], {}],
    prompt: [null, 5, false, ['p'], {}],
    mode: [null, 5, true, [], {}],
    duration_seconds: [null, '8', '5', true, [8], {}, 4.5, 5.5, Number.POSITIVE_INFINITY],
    resolution: [null, 720, true, [], {}],
    aspect_ratio: [null, 1.5, true, [], {}],
    audio: [null, 'true', 0, 1, [], {}],
    image_urls: [null, url, 5, true, {}],
    audio_urls: [null, url, 5, true, {}],
    source_video_ids: [null, id, 5, true, {}],
    reference_video_operation: [null, 5, true, [], {}],
    subject_to_image_ids: [null, 'hero', 5, true, [], [0]],
    subject_to_video_ids: [null, 'hero', 5, true, [], [0]],
    subject_to_audio_ids: [null, 'hero', 5, true, [], [0]],
  };

  test.each(Object.entries(wrong).flatMap(([field, values]) => values.map((value) => [field, value] as const)))(
    '%s = %j',
    (field, value) => {
      expect(codesWith({ [field]: value })).toEqual([`${field} invalid_type`]);
    },
  );

  test.each([
    [{ image_urls: [url, null] }, 'image_urls[1]'],
    [{ audio_urls: [5] }, 'audio_urls[0]'],
    [{ source_video_ids: [id, id, {}] }, 'source_video_ids[2]'],
    [{ subject_to_image_ids: { hero: 0 } }, 'subject_to_image_ids.hero'],
    [{ subject_to_image_ids: { hero: null } }, 'subject_to_image_ids.hero'],
    [{ subject_to_video_ids: { hero: ['0'] } }, 'subject_to_video_ids.hero[0]'],
    [{ subject_to_audio_ids: { hero: [0, 1.5] } }, 'subject_to_audio_ids.hero[1]'],
  ])('inside of %j', (fields, path) => {
    expect(codesWith(fields)).toEqual([`${path} invalid_type`]);
  });

  test('the message names the expected and the received type, and shows no received text', () => {
    const [problem] = problemsOf({ ...minimal, duration_seconds: 'secret' });
    expect(problem?.message).toBe('must be an integer, not a string');
    const [half] = problemsOf({ ...minimal, duration_seconds: 4.5 });
    expect(half?.message).toBe('must be an integer, not 4.5');
    const [list] = problemsOf({ ...minimal, subject_to_image_ids: [] });
    expect(list?.message).toBe('must be an object of handles, not an array');
  });
});

describe('constants and enumerations', () => {
  test.each(['videomodel-2', 'videomodel-2.5 ', 'VideoModel-2.5', ''])('model %j is invalid_model', (model) => {
    expect(codesWith({ model })).toEqual(['model invalid_model']);
  });

  test.each([
    ['mode', ['text-to-video', 'image-to-video', 'reference-to-video'], ['Text-to-video', 'text', '']],
    ['resolution', ['480p', '720p', '1080p'], ['720', '1080P', '4k', '']],
    ['aspect_ratio', ['adaptive', '21:9', '16:9', '9:16', '1:1', '4:3', '3:4'], ['16/9', '2:3', 'Adaptive', '']],
    ['reference_video_operation', ['reference', 'edit', 'extend'], ['Edit', 'replace', '']],
  ])('%s takes its words and no others', (field, allowed, refused) => {
    expect(allowed.map((value) => codesWith({ [field]: value }))).toEqual(allowed.map(() => []));
    expect(refused.map((value) => codesWith({ [field]: value }))).toEqual(
      refused.map(() => [`${field} invalid_value`]),
    );
  });

  test('the message lists what is allowed', () => {
    const [problem] = problemsOf({ ...minimal, resolution: '4k' });
    expect(problem?.message).toBe('must be one of 480p, 720p, 1080p');
  });
});

describe('prompt', () => {
  test.each([
    ['one character', 'p'],
    ['one space', ' '],
    ['15,000 characters', 'a'.repeat(15_000)],
    ['15,000 emoji, each two UTF-16 units and four bytes', '🎬'.repeat(15_000)],
    ['14,999 emoji and a half of one', `${'🎬'.repeat(14_999)}\ud83c`],
    ['a null character', '\u0000'],
  ])('of %s is accepted', (_, prompt) => {
    expect(codesWith({ prompt })).toEqual([]);
  });

  test.each([
    ['no characters', ''],
    ['15,001 characters', 'a'.repeat(15_001)],
    ['15,001 emoji', '🎬'.repeat(15_001)],
    ['15,000 emoji and one letter', `${'🎬'.repeat(15_000)}a`],
    ['14,999 flags, which people see as one sign but are two code points', '🇫🇷'.repeat(14_999)],
    ['a million characters', 'a'.repeat(1_000_000)],
  ])('of %s is invalid_prompt', (_, prompt) => {
    expect(codesWith({ prompt })).toEqual(['prompt invalid_prompt']);
  });
});

describe('duration_seconds', () => {
  test.each([4, 5, 29, 30])('%i is accepted', (seconds) => {
    expect(codesWith({ duration_seconds: seconds })).toEqual([]);
  });

  test.each(['5.0', '5e0', '0.5e1', '50e-1'])('%s is the integer 5', (spelling) => {
    const body: unknown = JSON.parse(`{"model":"videomodel-2.5","prompt":"p","duration_seconds":${spelling}}`);
    const parsed = parseRequest(body);
    expect(parsed.ok && parsed.request.duration_seconds).toBe(5);
  });

  test.each([3, 31, 0, -4, 2 ** 53, 2 ** 60, -(2 ** 60)])('%d is invalid_duration, reported once', (seconds) => {
    expect(codesWith({ duration_seconds: seconds })).toEqual(['duration_seconds invalid_duration']);
  });

  test('1e400, which JSON.parse reads as Infinity, is not an integer', () => {
    const body: unknown = JSON.parse('{"model":"videomodel-2.5","prompt":"p","duration_seconds":1e400}');
    expect(problemsOf(body).map(({ code }) => code)).toEqual(['invalid_type']);
  });
});

test('all problems are reported at once, in the order of the field table, unknown fields last', () => {
  expect(
    problemsOf({
      seed: 7,
      subject_to_audio_ids: { '1st': [0], hero: [] },
      reference_video_operation: 'replace',
      source_video_ids: ['x'],
      image_urls: ['http://a.test/x', 5],
      audio: 'yes',
      aspect_ratio: '2:1',
      duration_seconds: 31,
      mode: null,
      prompt: '',
      zeal: 1,
    }).map(({ path, code }) => `${path} ${code}`),
  ).toEqual([
    'model missing_field',
    'prompt invalid_prompt',
    'mode invalid_type',
    'duration_seconds invalid_duration',
    'aspect_ratio invalid_value',
    'audio invalid_type',
    'image_urls[0] invalid_url',
    'image_urls[1] invalid_type',
    'source_video_ids[0] invalid_value',
    'reference_video_operation invalid_value',
    'subject_to_audio_ids.1st invalid_subject_map',
    'subject_to_audio_ids.hero invalid_subject_map',
    'seed unknown_field',
    'zeal unknown_field',
  ]);
});
