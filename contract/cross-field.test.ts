import { describe, expect, test } from 'vitest';
import { crossFieldProblems } from './cross-field.ts';
import { parseRequest } from './parse-request.ts';
import type { FullCreateRequest } from './request.ts';

const url = 'https://media.standin.test/image/1280x720.png';
const id = '3f0c2a9e-6b1d-4c58-9a77-0d5e8b21c4f6';
const many = (count: number, item: string): string[] => Array.from({ length: count }, () => item);

function request(fields: object): FullCreateRequest {
  const parsed = parseRequest({ model: 'videomodel-2.5', prompt: 'A boat.', duration_seconds: 8, ...fields });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.request;
}

function codesOf(fields: object): string[] {
  return crossFieldProblems(request(fields)).map(({ path, code }) => `${path} ${code}`);
}

describe('text to video', () => {
  test.each(['21:9', '16:9', '9:16', '1:1', '4:3', '3:4'])('takes the fixed ratio %s', (ratio) => {
    expect(codesOf({ aspect_ratio: ratio })).toEqual([]);
  });

  test('takes empty reference arrays', () => {
    expect(codesOf({ image_urls: [], audio_urls: [], source_video_ids: [] })).toEqual([]);
  });

  test('refuses adaptive', () => {
    expect(codesOf({ aspect_ratio: 'adaptive' })).toEqual(['aspect_ratio aspect_ratio_not_allowed']);
  });

  test.each([
    ['image_urls', [url]],
    ['audio_urls', [url]],
    ['source_video_ids', [id]],
    ['reference_video_operation', 'reference'],
    ['subject_to_image_ids', {}],
    ['subject_to_video_ids', { hero: [0] }],
    ['subject_to_audio_ids', { hero: [0] }],
  ])('refuses %s', (field, value) => {
    expect(codesOf({ [field]: value })).toEqual([`${field} references_not_allowed`]);
  });
});

describe('image to video', () => {
  const image = (fields: object): string[] => codesOf({ mode: 'image-to-video', aspect_ratio: 'adaptive', ...fields });

  test('takes one image, or two: the first and the last frame', () => {
    expect(image({ image_urls: [url] })).toEqual([]);
    expect(image({ image_urls: [url, url] })).toEqual([]);
  });

  test('needs an image', () => {
    expect(image({})).toEqual(['image_urls references_required']);
  });

  test('refuses a third image as one too many', () => {
    expect(image({ image_urls: [url, url, url] })).toEqual(['image_urls too_many_references']);
  });

  test('refuses a fixed ratio, and the default one', () => {
    expect(image({ image_urls: [url], aspect_ratio: '1:1' })).toEqual(['aspect_ratio aspect_ratio_not_allowed']);
    expect(codesOf({ mode: 'image-to-video', image_urls: [url] })).toEqual(['aspect_ratio aspect_ratio_not_allowed']);
  });

  test.each<Partial<FullCreateRequest>>([
    { mode: 'image-to-video' },
    { mode: 'image-to-video', image_urls: [url, url, url], audio_urls: [url], aspect_ratio: '1:1' },
    { mode: 'text-to-video', image_urls: [url], aspect_ratio: 'adaptive' },
    { mode: 'reference-to-video' },
    { mode: 'reference-to-video', reference_video_operation: 'edit', image_urls: [url] },
    { mode: 'reference-to-video', image_urls: [url], subject_to_image_ids: { hero: [1] } },
    { mode: 'reference-to-video', image_urls: [url], subject_to_audio_ids: { hero: [0] } },
  ])('says of %j what reads on from the name of the field', (fields) => {
    const problems = crossFieldProblems(request(fields));
    expect(problems.length).toBeGreaterThan(0);
    for (const { message } of problems) expect(message).toMatch(/^(must|is|points) /);
  });

  test('tells what to send when the ratio was left out', () => {
    const [problem] = crossFieldProblems(request({ mode: 'image-to-video', image_urls: [url] }));
    expect(problem?.message).toBe(
      'must be "adaptive" (the default is "16:9"), because image-to-video uses the shape of its input',
    );
  });

  test.each([
    ['audio_urls', [url]],
    ['source_video_ids', [id]],
    ['reference_video_operation', 'edit'],
    ['subject_to_image_ids', { hero: [0] }],
    ['subject_to_video_ids', {}],
    ['subject_to_audio_ids', {}],
  ])('refuses %s', (field, value) => {
    expect(image({ image_urls: [url], [field]: value })).toEqual([`${field} references_not_allowed`]);
  });
});

describe('reference to video', () => {
  const reference = (fields: object): string[] => codesOf({ mode: 'reference-to-video', ...fields });

  test.each([
    ['an image', { image_urls: [url] }],
    ['an audio file', { audio_urls: [url] }],
    ['a source video', { source_video_ids: [id] }],
    [
      'a source video with the operation reference, in any shape',
      { source_video_ids: [id], reference_video_operation: 'reference', aspect_ratio: '1:1' },
    ],
    ['an image in adaptive shape', { image_urls: [url], aspect_ratio: 'adaptive' }],
    [
      '30 images, 10 audio files and 10 source videos: 50 together',
      { image_urls: many(30, url), audio_urls: many(10, url), source_video_ids: many(10, id) },
    ],
  ])('takes %s', (_, fields) => {
    expect(reference(fields)).toEqual([]);
  });

  test('needs a reference', () => {
    expect(reference({})).toEqual(['image_urls references_required']);
  });

  test('51 references together are too many, should an array ever be allowed to grow', () => {
    const full = request({
      mode: 'reference-to-video',
      image_urls: many(30, url),
      audio_urls: many(10, url),
      source_video_ids: many(10, id),
    });
    const grown = { ...full, audio_urls: many(11, url) };
    expect(crossFieldProblems(grown).map(({ path, code }) => `${path} ${code}`)).toEqual([
      'image_urls too_many_references',
    ]);
  });

  test.each(['reference', 'edit', 'extend'])('the operation %s needs a source video, images do not do', (operation) => {
    const fields = { reference_video_operation: operation, image_urls: [url], aspect_ratio: 'adaptive' };
    expect(reference(fields)).toEqual(['source_video_ids references_required']);
    const { image_urls: _, ...without } = fields;
    expect(reference(without)).toEqual(['source_video_ids references_required']);
  });

  test.each(['edit', 'extend'])('%s takes source videos in adaptive shape only', (operation) => {
    const fields = { source_video_ids: [id], reference_video_operation: operation };
    expect(reference({ ...fields, aspect_ratio: 'adaptive' })).toEqual([]);
    expect(reference({ ...fields, aspect_ratio: '16:9' })).toEqual(['aspect_ratio aspect_ratio_not_allowed']);
    expect(reference(fields)).toEqual(['aspect_ratio aspect_ratio_not_allowed']);
  });

  test.each(['edit', 'extend'])('%s takes images and audio files beside its source videos', (operation) => {
    const fields = { source_video_ids: [id], reference_video_operation: operation, aspect_ratio: 'adaptive' };
    expect(reference({ ...fields, image_urls: [url], audio_urls: [url] })).toEqual([]);
  });
});

describe('subject maps', () => {
  const arrays = { image_urls: [url, url], audio_urls: [url], source_video_ids: [id] };
  const mapped = (fields: object): string[] => codesOf({ mode: 'reference-to-video', ...arrays, ...fields });

  test('each index points into the array of its own map', () => {
    expect(
      mapped({
        subject_to_image_ids: { hero: [0, 1] },
        subject_to_audio_ids: { v: [0] },
        subject_to_video_ids: { s: [0] },
      }),
    ).toEqual([]);
    expect(mapped({ subject_to_image_ids: { hero: [1, 2] } })).toEqual([
      'subject_to_image_ids.hero[1] invalid_subject_map',
    ]);
    expect(mapped({ subject_to_audio_ids: { v: [1] } })).toEqual(['subject_to_audio_ids.v[0] invalid_subject_map']);
    expect(mapped({ subject_to_video_ids: { s: [1] } })).toEqual(['subject_to_video_ids.s[0] invalid_subject_map']);
  });

  test('a map of an array that is empty is beyond it', () => {
    const problems = crossFieldProblems(
      request({ mode: 'reference-to-video', audio_urls: [url], subject_to_image_ids: { hero: [0] } }),
    );
    expect(problems).toEqual([
      { path: 'subject_to_image_ids.hero[0]', code: 'invalid_subject_map', message: 'points into an empty array' },
    ]);
  });

  test('the message tells the last index', () => {
    const [problem] = crossFieldProblems(
      request({ mode: 'reference-to-video', ...arrays, subject_to_image_ids: { hero: [7] } }),
    );
    expect(problem?.message).toBe('is 7, but the last index is 1');
  });

  test('an @handle in the prompt needs no entry, and an entry no @handle', () => {
    expect(mapped({ prompt: '@nobody waves at @hero' })).toEqual([]);
    expect(mapped({ prompt: 'A boat.', subject_to_image_ids: { unused: [0] } })).toEqual([]);
  });
});

describe('all problems come at once, in the order of the field table:', () => {
  test('text to video', () => {
    expect(
      codesOf({
        aspect_ratio: 'adaptive',
        subject_to_audio_ids: { v: [0] },
        subject_to_image_ids: { hero: [0] },
        reference_video_operation: 'edit',
        source_video_ids: [id],
        audio_urls: [url],
        image_urls: [url],
      }),
    ).toEqual([
      'aspect_ratio aspect_ratio_not_allowed',
      'image_urls references_not_allowed',
      'audio_urls references_not_allowed',
      'source_video_ids references_not_allowed',
      'reference_video_operation references_not_allowed',
      'subject_to_image_ids references_not_allowed',
      'subject_to_audio_ids references_not_allowed',
    ]);
  });

  test('image to video', () => {
    expect(codesOf({ mode: 'image-to-video', source_video_ids: [id], audio_urls: [url] })).toEqual([
      'aspect_ratio aspect_ratio_not_allowed',
      'image_urls references_required',
      'audio_urls references_not_allowed',
      'source_video_ids references_not_allowed',
    ]);
  });

  test('edit', () => {
    expect(
      codesOf({
        mode: 'reference-to-video',
        reference_video_operation: 'edit',
        subject_to_video_ids: { s: [0] },
        subject_to_image_ids: { hero: [0] },
      }),
    ).toEqual([
      'aspect_ratio aspect_ratio_not_allowed',
      'source_video_ids references_required',
      'subject_to_image_ids.hero[0] invalid_subject_map',
      'subject_to_video_ids.s[0] invalid_subject_map',
    ]);
  });
});
